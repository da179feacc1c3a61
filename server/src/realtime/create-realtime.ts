import { SECOND_MS } from '@carillon/contract/durations'
import type { Logger } from 'pino'
import type { Bus } from '../cluster/bus.ts'
import type { Translate } from '../http/error-reply.ts'
import type { OriginPolicy } from '../http/origin.ts'
import type { RawRoute } from '../http/route.ts'
import type { Authenticate, Session } from '../http/session.ts'
import type { Upgrade } from '../http/upgrade.ts'
import { AppError } from '../kernel/app-error.ts'
import { createWakingClock } from '../kernel/waking-clock.ts'
import type { AppDestinationHandler, AppDestinationHandlers } from './app-destinations.ts'
import { type Broker, Subscriptions } from './broker.ts'
import { OpenSessions } from './open-sessions.ts'
import { type PlaceLimits, Places } from './places.ts'
import { Presence } from './presence.ts'
import { sockJsRoutes } from './sockjs/routes.ts'
import { XhrSessions } from './sockjs/xhr-sessions.ts'
import type { RequireSupervisor } from './stomp/commands.ts'
import { StompSession } from './stomp/session.ts'
import { websocketUpgrades } from './websockets.ts'
import type { Form, Occupant, Transport } from './wire.ts'

/** Dependencies of the realtime connection. */
export type RealtimeOptions = {
  /** Handler of a chat message by SEND. Joining and leaving are kept here. */
  message: AppDestinationHandler
  /** Handler of a level by SEND. */
  level: AppDestinationHandler
  /** Check of access to the line between the DJ of a broadcast and staff. */
  requireSupervisor: RequireSupervisor
  authenticate: Authenticate
  /** Whose pages may connect. */
  origins: OriginPolicy
  translate: Translate
  bus: Bus
  log: Logger
  /** Network that an address counts as: itself, or its IPv6 network. */
  networkOf(address: string): string
  /** For how many there is room, and how much they may hold; as many as a process can carry unless said. */
  limits?: PlaceLimits
  /** Monotonic milliseconds. */
  now(): number
}

/** The realtime connection of the station: STOMP over websockets and SockJS. */
export type Realtime = {
  broker: Broker
  upgrades: Upgrade[]
  rawRoutes: RawRoute[]
  /** The session of each connection that has one, as it was when it connected. */
  connected(): Session[]
  /** Ends the connections of the person it is true for, after telling them why. */
  endSessions(isMeant: (session: Session) => boolean, reason: string, message?: string): void
  /** Connections that have joined a broadcast. */
  presence(broadcastId: number): number
  counts(): { connections: number; stalled: number }
  /** Counters for monitoring: connections by their form, and messages handed to them. */
  metrics(): { connections: Record<Form, number>; deliveries: number; stalled: number }
  /** Ends all connections with 1012. Idempotent. */
  close(): void
}

/** Beyond what belongs to a page: transactions, dozens of subscriptions, frames that wait for one another. */
export const PLACES: PlaceLimits = { places: 20_000, heldBytes: 64 * 1024 * 1024 }

/** Builds the realtime connection. The caller closes it. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { bus, log, networkOf } = options
  const now = createWakingClock(options.now)
  const places = new Places(options.limits ?? PLACES)
  const subscriptions = new Subscriptions({ bus, now })
  const presence = new Presence()
  const sessions = new OpenSessions()
  let stalled = 0

  const station = {
    ...options,
    now,
    subscriptions,
    inlets: appDestinationHandlersOf(options, presence),
    hasEndedSince: (sinceMs: number, session: Session) => sessions.hasEndedSince(sinceMs, session),
    onGone(session: StompSession) {
      sessions.delete(session)
      presence.forget(session.id)
    },
  }
  const transport: Transport = {
    now,
    networkOf,
    requireRoom: (caller) => places.require(occupantOf(caller, networkOf)),
    onStalled() {
      stalled += 1
      log.info({ stalled }, 'a reader that had stopped reading was let go')
    },
    open(wire, caller) {
      const place = places.take(occupantOf(caller, networkOf))
      const opened = new StompSession({ wire, place, caller }, station)
      sessions.add(opened)
      return opened
    },
  }
  const xhrSessions = new XhrSessions(transport)
  const ticker = everySecond(() => {
    const nowMs = now()
    xhrSessions.check(nowMs)
    sessions.check(nowMs)
  })

  return {
    broker: brokerOf(subscriptions),
    upgrades: websocketUpgrades(transport),
    rawRoutes: sockJsRoutes({ ...options, sessions: xhrSessions }),
    connected: () => sessions.signedIn,
    endSessions: (isMeant, reason, message) => sessions.end(isMeant, { reason, message }, now()),
    presence: (broadcastId) => presence.count(broadcastId),
    counts: () => ({ connections: sessions.size, stalled }),
    metrics: () => ({ connections: sessions.countByForm(), deliveries: subscriptions.deliveries, stalled }),
    close() {
      clearInterval(ticker)
      subscriptions.flush()
      sessions.close()
    },
  }
}

/**
 * Runs a check each second, after input that came while the loop was busy has been read: that is between a timer and
 * its setImmediate.
 */
function everySecond(check: () => void): NodeJS.Timeout {
  return setInterval(() => setImmediate(check), SECOND_MS)
}

/** Occupant that a connection counts for. */
function occupantOf({ session, address }: Occupant, networkOf: (address: string) => string) {
  return { network: networkOf(address), userId: session?.person.id ?? null }
}

/** The methods by themselves, as the composition root hands them on. */
function brokerOf(subscriptions: Subscriptions): Broker {
  return {
    publish: (destination, body) => subscriptions.publish(destination, body),
    publishHere: (destination, body) => subscriptions.publishHere(destination, body),
    publishToUser: (userId, destination, body) => subscriptions.publishToUser(userId, destination, body),
    publishToUserHere: (userId, destination, body) =>
      subscriptions.publishToUserHere(userId, destination, body),
    connectedUsers: (destination) => subscriptions.connectedUsers(destination),
  }
}

function appDestinationHandlersOf(
  { message, level }: Pick<RealtimeOptions, 'message' | 'level'>,
  presence: Presence,
): AppDestinationHandlers {
  return {
    message,
    level,
    join: async ({ id, connectionId }) => {
      if (!presence.join(id, connectionId)) throw new AppError('TOO_MANY_REQUESTS')
    },
    leave: async ({ id, connectionId }) => presence.leave(id, connectionId),
  }
}
