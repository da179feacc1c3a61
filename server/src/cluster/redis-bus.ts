import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import { startResponseTimeout } from '../kernel/response-timeout.ts'
import type { Bus } from './bus.ts'
import { MessageHandlers } from './messages.ts'
import { RedisPulse } from './redis-pulse.ts'
import { BusMessages, type Refusal } from './signed-envelopes.ts'
import { createSigner } from './signer.ts'

const RETRY_FIRST_MS = 50
const RETRY_MAX_MS = 2_000
/** Maximum of messages that wait for a slow Redis; more are not sent. */
const MAX_WAITING = 1_000

/** Nobody waits longer for an answer. */
export const ANSWER_LIMIT_MS = 1_000
/** A connection on which nothing moves for this long is given up for another one; when all is well it is asked each second. */
const IDLE_LIMIT_MS = 10_000

/** The bus, and what else instances do together in Redis. */
export type RedisBus = Bus & {
  /** Runs a Lua script, atomic among all instances. Rejects while Redis is away, and when it does not answer. */
  run(script: string, keys: string[], args: string[]): Promise<unknown>
  /** Counts what stands in Redis and is of no instance of the station; the first of each sort is logged. */
  refuse(sort: RefusedSort): void
  /** Numbers of refused messages since the start. */
  refused(): Readonly<Record<RefusedSort, number>>
}

/** Messages that are forged or come twice, and leases that nobody who has the key wrote, or wrote lately. */
export type RefusedSort = Refusal | 'lease'

/** Identity of a station, known to its instances alone. */
export type StationIdentity = {
  /** Its name among others; it does not give the key away. */
  station: string
  /** Key known to its instances alone. */
  key: string
}

/**
 * The bus of a station that runs as several processes: Redis publish and subscribe. While Redis is away each instance
 * goes on by itself, and tries to come back. Stations may share a Redis: each has a channel of its own, as a database number in
 * the address does not separate what is published. Redis is not trusted: messages are signed. The caller closes it.
 */
export function createRedisBus(url: string, log: Logger, { station, key }: StationIdentity): RedisBus {
  const channel = `carillon:${station}`
  const messages = new BusMessages(createSigner(key, 'bus'))
  const handlers = new MessageHandlers()
  const peerHandlers: (() => void)[] = []
  const reconnectStrategy = (retries: number) => Math.min(RETRY_FIRST_MS * 2 ** retries, RETRY_MAX_MS)
  const socket = { reconnectStrategy, socketTimeout: IDLE_LIMIT_MS }
  const options = { url, commandsQueueMaxLength: MAX_WAITING, socket }
  const sender = createClient({ ...options, disableOfflineQueue: true })
  const receiver = createClient(options)

  const refusals = countRefusals(log)
  const post = (text: string) => sender.publish(channel, text)
  const sendPulse = () => post(messages.writePulse())
  const take = (text: string) => {
    const received = messages.read(text)
    if (received.is === 'message') handlers.receive(received.kind, received.message)
    else if (received.is === 'new instance' || received.is === 'new peer') {
      sendPulse().catch(() => undefined) // the next one comes within a second
      if (received.is === 'new peer') for (const handle of peerHandlers) handle()
    } else if (received.is !== 'nothing') refusals.refuse(received.is)
  }
  const reporter = createAvailabilityLog(log)
  const onChange = (err?: unknown) => (err ? reporter.away(err) : isAway() || reporter.back())
  // One that may ask and may not publish cannot speak to the others.
  const sending = new RedisPulse(sender, { onChange, prepare: sendPulse })
  const receiving = new RedisPulse(receiver, { onChange, prepare: () => receiver.subscribe(channel, take) })
  const isAway = () => !sending.isUsable || !receiving.isUsable
  // Both try for ever and nobody waits: a station starts without its Redis.
  sender.connect().catch((err: unknown) => sending.lose(err))
  receiver.connect().catch((err: unknown) => receiving.lose(err))

  return {
    send(kind, message) {
      // What would wait for a Redis that hangs comes too late: the others have gone on by themselves.
      if (!sending.isUsable) return
      post(messages.write(kind, message)).catch((err: unknown) => sending.lose(err))
    },
    async run(script, keys, args) {
      if (!sending.isUsable) throw new Error('Redis is away')
      return inTime(sender.eval(script, { keys, arguments: args }), (err) => sending.lose(err))
    },
    on: (kind, handler) => handlers.on(kind, handler),
    onPeer: (handler) => void peerHandlers.push(handler),
    isAway,
    ...refusals,
    async close() {
      for (const pulse of [sending, receiving]) pulse.close()
      for (const client of [sender, receiver]) if (client.isOpen) client.destroy()
    },
  }
}

async function inTime<T>(answer: Promise<T>, onLate: (err: Error) => void): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const answered = startResponseTimeout(ANSWER_LIMIT_MS, () => {
    const late = new Error('Redis does not answer')
    onLate(late)
    reject(late)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    answered()
  }
}

/** Tells that Redis is away, and back, once each. */
function createAvailabilityLog(log: Logger) {
  let isAway = false
  return {
    away(err: unknown) {
      if (!isAway) log.warn({ err }, 'Redis is away: this instance goes on by itself')
      isAway = true
    },
    back() {
      if (isAway) log.info({}, 'Redis is back')
      isAway = false
    },
  }
}

/** Counts by sort, and logs the first of each: anyone who forges does so by the thousand. */
function countRefusals(log: Logger) {
  const counts: Record<RefusedSort, number> = { forged: 0, replayed: 0, lease: 0 }
  return {
    refused: () => counts,
    refuse(sort: RefusedSort) {
      counts[sort] += 1
      if (counts[sort] === 1) log.warn({ sort }, 'Redis holds what no instance of this station wrote')
    },
  }
}
