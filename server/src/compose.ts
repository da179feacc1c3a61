import type { OwnInstance } from './cluster/instance.ts'
import { createRedisLeases } from './cluster/redis-leases.ts'
import { publishOnAirChanged } from './cluster/sync-on-air.ts'
import { mapDatabaseError } from './db/map-database-error.ts'
import { createAnalytics } from './features/analytics/create-analytics.ts'
import { createAnnouncements } from './features/announcements/create-announcements.ts'
import { createAuth } from './features/auth/create-auth.ts'
import type { EndSessions } from './features/auth/revoke-sessions.ts'
import { createBroadcasts } from './features/broadcasts/create-broadcasts.ts'
import { createBroadcastTopics } from './features/broadcasts/topics.ts'
import { createChat } from './features/chat/create-chat.ts'
import { createLibrary } from './features/library/create-library.ts'
import { createNotifications } from './features/notifications/create-notifications.ts'
import { pushSubjectOf } from './features/notifications/push/push-subject.ts'
import { createPlayout } from './features/playout/create-playout.ts'
import { createPlays } from './features/plays/create-plays.ts'
import { createPolls } from './features/polls/create-polls.ts'
import { createRecordings } from './features/recordings/create-recordings.ts'
import { createSongRequests } from './features/song-requests/create-song-requests.ts'
import { createStaffLine } from './features/staff-line/create-staff-line.ts'
import { writeRunningSince } from './features/stream/cluster/media-service.ts'
import type { Bid, Instances } from './features/stream/cluster/ports.ts'
import { createStream } from './features/stream/create-stream.ts'
import { createEncoders } from './features/stream/sources/encoder/create-encoders.ts'
import { createStreamTopics } from './features/stream/topics.ts'
import type { Infrastructure } from './infrastructure.ts'
import { networkOf } from './kernel/ip-network.ts'
import { createRealtime } from './realtime/create-realtime.ts'
import { type Features, type Wiring, wireFeatures } from './wiring.ts'

/** Functions and settings that features are given by those above them. */
export type ComposeOptions = {
  own: OwnInstance
  isPushOpen: boolean
  /** Ends the websockets for whose sessions it is true; there are none before the station listens. */
  endSockets: EndSessions
}

/** Arguments of each of the functions below: `features` are there once all are made. */
type Parts = { wiring: Wiring; own: OwnInstance; features(): Features }

/** Makes all features and connects them as `wiring.ts` says. */
export function composeFeatures(base: Infrastructure, { own, isPushOpen, endSockets }: ComposeOptions) {
  const get = () => features
  const wiring = wireFeatures(base, get, endSockets)
  const parts: Parts = { wiring, own, features: get }
  const people = composePeople(base, parts, isPushOpen)
  const audience = composeAudience(base, parts, people)
  const playout = composePlayout(base, parts, audience.library)
  const stream = composeStream(base, parts, people.realtime, playout)
  const encoders = composeEncoders(base, parts, people.auth, stream)
  const recordings = composeRecordings(base, parts, stream)
  const broadcasts = composeBroadcasts(base, parts, people, stream)
  const analytics = createAnalytics({
    db: base.database.tables(),
    canCancel: base.database.kind === 'postgres',
    clock: base.clock,
    timeZone: base.config.timeZone,
    instance: own.id,
    stream: stream.stream,
    describe: broadcasts.describe,
  })
  const features: Features = {
    ...people,
    ...audience,
    playout,
    stream,
    encoders,
    recordings,
    broadcasts,
    analytics,
  }
  return { features, wiring }
}

/**
 * Nobody else writes to the embedded database. Tools may write to another one, and what other instances change comes by
 * message, which may be lost.
 */
function keptSessionMs({ config, redis }: Infrastructure): number {
  if (redis) return 0
  return config.databaseUrl ? 1_000 : 60_000
}

type People = Pick<Features, 'auth' | 'realtime' | 'notifications'>

function composePeople(base: Infrastructure, { wiring, features }: Parts, isPushOpen: boolean): People {
  const { config, clock, logger, database, bus } = base
  const auth = createAuth({
    db: database.tables(),
    changes: base.changes,
    clock,
    keptSessionMs: keptSessionMs(base),
    limiter: base.limiter,
    timeZone: config.timeZone,
    passwordCost: base.passwordCost,
    stationName: config.stationName,
    postMail: base.mailer.post,
    publicUrl: config.publicUrl,
    sendsMail: config.smtpUrl !== null,
    // What nobody sends is read by who runs the station, who knows the address.
    linkOrigin: config.publicUrl ?? (config.smtpUrl ? null : ''),
    events: wiring.onSessionsRevoked,
    removeMessages: (actor, userId) => features().chat.removeLatestOf(actor, userId),
    notifyRegistered: (trx, registered) => features().notifications.notifyRegistered(trx, registered),
    onRegistered: wiring.onRegistered,
    log: logger,
  })
  const realtime = createRealtime({
    message: wiring.onChatSent,
    level: wiring.onLevelSent,
    requireSupervisor: wiring.requireSupervisor,
    authenticate: auth.authenticate,
    translate: mapDatabaseError,
    origins: config,
    bus,
    log: logger,
    networkOf,
    now: base.now,
  })
  const notifications = createNotifications({
    db: database.tables(),
    changes: base.changes,
    clock,
    timeZone: config.timeZone,
    connected: realtime.broker,
    bus,
    pushSubject: pushSubjectOf(config),
    isPushOpen,
    log: logger,
    onError: base.onError,
  })
  base.damaged.onFound(wiring.onFirstDamage)
  return { auth, realtime, notifications }
}

type Audience = Pick<
  Features,
  'chat' | 'songRequests' | 'plays' | 'library' | 'polls' | 'staffLine' | 'announcements'
>

function composeAudience(
  base: Infrastructure,
  { wiring, own }: Parts,
  { realtime, notifications }: People,
): Audience {
  const { config, clock, database, changes, onError, now, idempotency, logger, bus, redis, key } = base
  const { publish, publishToUser } = realtime.broker
  const { timeZone, dataDir } = config
  const db = database.tables()
  return {
    chat: createChat({ db, clock, timeZone, publish, publishToUser, idempotency, log: logger }),
    songRequests: createSongRequests({
      db,
      clock,
      publish,
      publishToUser,
      notifyAnswered: notifications.notifyAnswered,
      onAnswered: wiring.onRequestAnswered,
    }),
    plays: createPlays({ db, timeZone }),
    library: createLibrary({
      db,
      clock,
      dataDir,
      searchPath: config.searchPath,
      quotaBytes: config.libraryBytes,
      bus,
      instances: redis && { url: own.url, key },
      onChanged: wiring.onLibraryChanged,
      onError,
    }),
    polls: createPolls({ db, clock, publish, bus, now, onError }),
    staffLine: createStaffLine({ db, clock, publish }),
    announcements: createAnnouncements({
      db,
      changes,
      clock,
      timeZone,
      dataDir,
      publish,
      notify: notifications.notify,
      withdraw: notifications.withdraw,
      deliverNotices: wiring.onAnnounced,
      onError,
    }),
  }
}

function composePlayout(
  { config, clock, database, redis, bus, onError }: Infrastructure,
  { own, wiring, features }: Parts,
  library: Features['library'],
): Features['playout'] {
  return createPlayout({
    db: database.tables(),
    clock,
    timeZone: config.timeZone,
    dataDir: config.dataDir,
    instanceUrl: () => (redis ? own.url() : null),
    library: library.reader,
    isRecordingHere: (id) => features().recordings.isHere(id),
    recordingExpiryOf: (id) => features().recordings.expiryOf(id),
    onSet: ({ betweenShows, rewindHours }) =>
      features().stream.stream.betweenShows.set(betweenShows === 'ON', rewindHours),
    onFault: wiring.onPlayoutFault,
    onWithdrawn: () => features().stream.stream.betweenShows.skip(),
    onChanged: () => publishOnAirChanged(bus),
    onError,
  })
}

function composeStream(
  base: Infrastructure,
  { wiring, own, features }: Parts,
  { broker }: Features['realtime'],
  { port }: Features['playout'],
): Features['stream'] {
  return createStream({
    settings: base.config,
    clock: base.clock,
    now: base.now,
    log: base.logger,
    playout: port,
    ...amongInstances(base, own),
    findOnAir: () => features().broadcasts.findOnAir(),
    findBroadcast: (id) => features().broadcasts.findSourceBroadcast(id),
    isRecordingPublic: (id) => features().recordings.isPublic(id),
    endBroadcast: (id) => features().broadcasts.endAsSourceLost(id),
    savePeak: (id, peak) => features().broadcasts.savePeak(id, peak),
    saveSample: (sample, turn) => features().analytics.saveSample(sample, turn),
    recordSource: (event) => features().analytics.recordSource(event),
    onStatus: createStreamTopics(broker.publishHere),
    onSilence: wiring.onSilence,
    onRecorded: wiring.onRecorded,
    onRecordingFailed: wiring.onRecordingStopped,
    recordFeed: wiring.onFeedChanged,
  })
}

/** Identity of this instance among several, where there are several. */
function amongInstances({ redis, station, key, database, bus, now }: Infrastructure, own: OwnInstance) {
  if (!redis) return { instances: null }
  const { id, url } = own
  const instances: Instances = { id, url, key, leases: createRedisLeases<Bid>(redis, { station, key, now }) }
  return {
    instances,
    async keepRunningSince(since: Date | null) {
      await writeRunningSince(database.tables(), since)
      publishOnAirChanged(bus)
    },
  }
}

function composeEncoders(
  base: Infrastructure,
  { features, wiring }: Parts,
  { findPerson }: Features['auth'],
  { stream }: Features['stream'],
): Features['encoders'] {
  return createEncoders({
    db: base.database.tables(),
    clock: base.clock,
    now: base.now,
    log: base.logger,
    stream,
    encoderAddress: base.config.encoderAddress,
    publicUrl: base.config.publicUrl,
    findBroadcast: (id) => features().broadcasts.findSourceBroadcast(id),
    findPerson,
    nameSong: wiring.onSongNamed,
    bus: base.bus,
    isClosing: base.isClosing,
    translate: mapDatabaseError,
  })
}

function composeRecordings(
  { config, clock, database, redis, key, bus, onError }: Infrastructure,
  { wiring, own }: Parts,
  { stream }: Features['stream'],
): Features['recordings'] {
  return createRecordings({
    db: database.tables(),
    clock,
    dataDir: config.dataDir,
    recordingDays: config.recordingDays,
    publicUrl: config.publicUrl,
    instances: redis && { url: own.url, key },
    bus,
    leaderOf: (id) => stream.leaderships.leaderOf(id),
    isRecording: (id) => stream.isRecording(id),
    onWithdrawn: (id) => stream.withdrawRecording(id),
    onKept: ({ broadcastId, takeId, from, to }) => stream.find(broadcastId)?.noteKept(takeId, from, to),
    onChanged: wiring.onRecordingChanged,
    onFailure: wiring.onRecordingNotReady,
    onError,
  })
}

function composeBroadcasts(
  { config, clock, now, database, changes, onError }: Infrastructure,
  { wiring }: Parts,
  { notifications, realtime }: People,
  { stream }: Features['stream'],
): Features['broadcasts'] {
  const { timeZone, stationName, publicUrl } = config
  const { publish } = realtime.broker
  const topics = createBroadcastTopics({ publish, publicUrl, timeZone, stream })
  return createBroadcasts({
    db: database.tables(),
    changes,
    clock,
    now,
    timeZone,
    stationName,
    stream,
    events: wiring.broadcastEvents(topics),
    notifications: {
      notify: notifications.notifyBroadcast,
      withdrawPostponed: notifications.withdrawPostponed,
      deliver: wiring.onBroadcastNotified,
    },
    publicUrl,
    onMoved: wiring.onOnAirChanged,
    onError,
    onUnshowable: wiring.onDamagedRow,
  })
}
