import { createClient } from '@redis/client'
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'

/** A station has a Redis of its own, or a database number of its own in its address. */
const CHANNEL = 'carillon'
const RETRY_FIRST_MS = 50
const RETRY_MAX_MS = 2_000
/** What may wait for a Redis that is slow; what is more is not sent. */
const MAX_WAITING = 1_000

/** A Redis that does not answer for so long counts as away. */
const ANSWER_LIMIT_MS = 1_000

/** The bus, and what else instances do together in Redis. */
export type RedisBus = Bus & {
  /** Runs a Lua script, atomic among all instances. Rejects while Redis is away, and when it does not answer. */
  run(script: string, keys: string[], args: string[]): Promise<unknown>
}

/** As letters travel: who sent it keeps its own instance from hearing it twice. */
type Envelope = { from: string; kind: string; letter: unknown }

/**
 * The bus of a station that runs as several processes: Redis publish and subscribe. While Redis is away each instance
 * goes on by itself, and tries to come back. The caller closes it.
 */
export function createRedisBus(url: string, log: Logger): RedisBus {
  const me = crypto.randomUUID()
  const handlers = new Map<string, (letter: unknown) => void>()
  const reconnectStrategy = (retries: number) => Math.min(RETRY_FIRST_MS * 2 ** retries, RETRY_MAX_MS)
  const options = { url, commandsQueueMaxLength: MAX_WAITING, socket: { reconnectStrategy } }
  const sender = createClient({ ...options, disableOfflineQueue: true })
  const receiver = createClient(options)
  const watched = watch(log)
  const { onAway, onBack } = watched
  for (const client of [sender, receiver]) client.on('error', onAway).on('ready', onBack)

  const take = (text: string) => {
    const envelope = readEnvelope(text)
    if (!envelope) log.warn({ length: text.length }, 'a letter of another instance cannot be read')
    else if (envelope.from !== me) handlers.get(envelope.kind)?.(envelope.letter)
  }
  // Both try for ever and nobody waits: a station starts without its Redis.
  sender.connect().catch(onAway)
  receiver
    .connect()
    .then(() => receiver.subscribe(CHANNEL, take))
    .catch(onAway)

  return {
    send(kind, letter) {
      const envelope: Envelope = { from: me, kind, letter }
      sender.publish(CHANNEL, JSON.stringify(envelope)).catch(onAway)
    },
    run: (script, keys, args) => inTime(sender.eval(script, { keys, arguments: args })),
    on: (kind, handler) => void handlers.set(kind, handler),
    isAway: () => watched.isAway(),
    async close() {
      for (const client of [sender, receiver]) if (client.isOpen) client.destroy()
    },
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis does not answer')), ANSWER_LIMIT_MS)
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Tells that Redis is away, and back, once each. */
function watch(log: Logger) {
  let isAway = false
  return {
    isAway: () => isAway,
    onAway(err: unknown) {
      if (!isAway) log.warn({ err }, 'Redis is away: this instance goes on by itself')
      isAway = true
    },
    onBack() {
      if (isAway) log.info({}, 'Redis is back')
      isAway = false
    },
  }
}

function readEnvelope(text: string): Envelope | null {
  try {
    const value = JSON.parse(text)
    return typeof value?.from === 'string' && typeof value.kind === 'string' ? value : null
  } catch {
    return null // no JSON: the caller tells that it cannot be read
  }
}
