import { createAuth } from '../features/auth/create-auth.ts'
import type { AuthEvents } from '../features/auth/ports.ts'
import { createNotifications } from '../features/notifications/create-notifications.ts'
import { pushSubjectOf } from '../features/notifications/push/push-subject.ts'
import { networkOf } from '../kernel/ip-network.ts'
import { createRealtime } from '../realtime/create-realtime.ts'
import type { InletHandler } from '../realtime/inlets.ts'
import type { Base } from './base.ts'
import { translate } from './translate.ts'

/** What is done about people, and whether their pushes may go anywhere. */
export type PeopleOptions = {
  sessionEnds: AuthEvents
  /** A chat message that came over a socket. */
  receive: InletHandler
  isPushOpen: boolean
}

export type People = ReturnType<typeof createPeople>

/** Who is there, how they are connected, and what they are told. */
export function createPeople(base: Base, { sessionEnds, receive, isPushOpen }: PeopleOptions) {
  const { config, clock, logger, database, bus } = base
  const deliver = () => notifications.deliver()
  const auth = createAuth({
    db: database.tables(),
    clock,
    limiter: base.limiter,
    timeZone: config.timeZone,
    stationName: config.stationName,
    postMail: base.mailer.post,
    publicUrl: config.publicUrl,
    events: sessionEnds,
    tellRegistered: (trx, registered) => notifications.tellRegistered(trx, registered),
    onRegistered: deliver,
    log: logger,
  })
  const realtime = createRealtime({
    message: receive,
    authenticate: auth.authenticate,
    translate,
    origins: config,
    bus,
    log: logger,
    networkOf,
    now: base.now,
  })
  const notifications = createNotifications({
    db: database.tables(),
    clock,
    timeZone: config.timeZone,
    connected: realtime.broker,
    relay: bus,
    pushSubject: pushSubjectOf(config),
    isPushOpen,
    log: logger,
    onError: base.onError,
  })
  base.damaged.onFound((row) => void notifications.tellDamaged(row).catch(base.onError))
  return { auth, realtime, notifications }
}
