import { pollEventSchema } from '@carillon/contract/polls/topics'
import { sourceMessageSchema, streamStatusMessageSchema } from '@carillon/contract/stream/topics'
import { captures } from '@carillon/media/fixtures/captures'
import { OggReader } from '@carillon/media/ogg/reader'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { ListenerProbe } from '../../src/features/stream/testing.ts'
import { changed, changes } from './changes.ts'
import { converse, type Saying } from './dialogue.ts'
import { bentValues } from './mutated-values.ts'
import { INPUTS, limitFor } from './run-counters.ts'
import { runEdge } from './run-edge.ts'
import { createWorld, type World } from './world.ts'

const LIMIT_MS = limitFor(200)
const text = (words: string): Saying => ({ bytes: Buffer.from(words), isBinary: false })
const PING = text('ping')

/** Few enough that the last ping is not one too many. */
const MOST = 25
/** Words of a page, and what is none. */
const control: Arbitrary<Saying> = fc
  .oneof(
    fc.constantFrom('ping', 'pong', '', ' ping', '{}', '[]', 'null', '{"type":"START_LISTENING"}'),
    fc
      .record({
        type: fc.oneof(fc.constantFrom('START_LISTENING', 'STOP_LISTENING'), fc.string()),
        broadcastId: fc.oneof(fc.constantFrom(1, null), bentValues({ type: 'integer' })),
        listenerId: fc.oneof(fc.uuid(), bentValues({ type: 'string' })),
      })
      .map((message) => JSON.stringify(message)),
    bentValues({ type: 'object' }).map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary', maxLength: 900 }),
  )
  .map((words) => text(words.toWellFormed()))

const chunks = captures.flatMap((capture) => capture.chunks.slice(0, 3).map((chunk) => Buffer.from(chunk)))
const headers = captures.map((capture) => Buffer.from(capture.chunks[0] ?? []))
/** Chunk of a recorder, bent; a good beginning more often than not, so that the rest is looked at. */
const media: Arbitrary<Saying> = fc
  .oneof(
    { weight: 2, arbitrary: fc.constantFrom(...headers) },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...chunks), changes).map(([bytes, done]) => changed(bytes, done)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constantFrom(65_000, 65_537).map((length) => Buffer.alloc(length, 0x1a)) },
  )
  .map((bytes) => ({ bytes, isBinary: true }))

let world: World
let live: number
beforeAll(async () => {
  world = await createWorld()
  live = await world.live()
})
afterAll(() => world.close())

/** Every text is `pong` or one of its socket's messages. */
function requireMessages(said: readonly Buffer[], schema: z.ZodMiniType): void {
  for (const message of said) {
    const words = message.toString()
    if (words !== 'pong') schema.parse(JSON.parse(words))
  }
}

const isPong = (message: Buffer) => message.toString() === 'pong'

/** Has a dialogue that ends with a ping; gives how it was closed. */
async function talk(path: string, says: readonly Saying[], schema: z.ZodMiniType, codes: readonly number[]) {
  const token = path.startsWith('/ws/live') ? world.person('DJ').token : undefined
  const { said, code } = await converse(world.station.socketOrigin + path, {
    says: [...says, PING],
    isDone: isPong,
    token,
  })
  requireMessages(said, schema)
  if (!codes.includes(code)) throw new Error(`closed with ${code}`)
  return code === 1000 ? 'answered' : `closed ${code}`
}

describe('sockets', () => {
  it('[ED8] /ws/listener: whatever is said, it goes on or is closed with a reason', {
    timeout: 60_000 + LIMIT_MS,
  }, async () => {
    const input = fc.array(control, { maxLength: MOST })
    const send = (says: Saying[]) => talk('/ws/listener', says, streamStatusMessageSchema, [1000, 1008, 1009])
    await runEdge({ name: '/ws/listener', input, send, origin: world.station.origin, limitMs: LIMIT_MS })
  })

  it('[ED8] /ws/polls: whatever is said, it goes on or is closed with a reason', {
    timeout: 60_000 + LIMIT_MS,
  }, async () => {
    const input = fc.array(control, { maxLength: MOST })
    const send = (says: Saying[]) => talk(`/ws/polls/${live}`, says, pollEventSchema, [1000, 1008, 1009])
    await runEdge({ name: '/ws/polls', input, send, origin: world.station.origin, limitMs: LIMIT_MS })
  })

  it('[ED9] /ws/live: media and words of every kind reach nobody as a fault; listeners hear one good stream', {
    timeout: 60_000 + LIMIT_MS,
  }, async () => {
    const probe = new ListenerProbe(`${world.station.origin}/live.ogg`)
    await probe.head
    const input = fc.array(fc.oneof({ weight: 4, arbitrary: media }, control), { minLength: 1, maxLength: 6 })
    // 4002: the next input is the same DJ from elsewhere.
    const codes = [1000, 1009, 4000, 4002, 4400]
    const send = (says: Saying[]) => talk(`/ws/live?broadcastId=${live}`, says, sourceMessageSchema, codes)
    await runEdge({
      name: '/ws/live',
      input,
      send,
      origin: world.station.origin,
      limitMs: LIMIT_MS,
      atOnce: 1,
    })
    expect(probe.isEnded).toBe(false)
    probe.leave()
    const reader = new OggReader()
    const pages = reader.push(probe.bytes)
    expect(pages.ok).toBe(true)
    expect(probe.bytes.length).toBeGreaterThan(INPUTS)
  })
})
