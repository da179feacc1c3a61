import { endBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getEncoder, renewEncoderPassword } from '@carillon/contract/encoder/endpoints'
import { METADATA_PATH } from '@carillon/contract/encoder/schemas'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ListenerProbe } from '../../src/features/stream/testing.ts'
import { headOf, Program, song } from '../support/encoder.ts'
import { complaints } from '../support/stream-validators.ts'
import { type Change, changed, changes } from './changes.ts'
import { readDocument } from './document.ts'
import { type Body, bodies, writeBody } from './encoder/body.ts'
import { type Ending, exchange } from './encoder/exchange.ts'
import { type Head, heads, verdictOf, writeHead } from './encoder/head.ts'
import { judgeAnswer } from './encoder/judge-answer.ts'
import { createJudge } from './judge.ts'
import { limitFor } from './run-counters.ts'
import { runEdge } from './run-edge.ts'
import { createSender } from './send.ts'
import { createWorld, type World } from './world.ts'

const LIMIT_MS = limitFor(200)
/** Each at a show of its own, so that no other program can hold the place that it asks for. */
const AT_ONCE = 3
/** An address may try 300 times at once: this many of them that nobody does. */
const ADDRESSES = 200

/** A show that waits for a program, and the password for it. */
type Show = { id: number; password: string }

let world: World
let live: Show
let freeShows: Show[]
let tries = 0
beforeAll(async () => {
  world = await createWorld()
  live = await showOf(await world.live())
  freeShows = [live]
  while (freeShows.length < AT_ONCE) freeShows.push(await showOf(await world.broadcast('TESTING')))
})
afterAll(() => world.close())

async function showOf(id: number): Promise<Show> {
  const as = world.person('DJ')
  const { data } = await world.station.call(renewEncoderPassword, { as, params: { id } })
  return { id, password: data.password }
}

async function sourceOf({ id }: Show) {
  return (await world.station.call(getEncoder, { as: world.person('DJ'), params: { id } })).data.source
}

/** Until the station, too, has noticed that the last program is gone. */
async function placeIsFree(show: Show): Promise<void> {
  await expect.poll(() => sourceOf(show), { interval: 5 }).toBeNull()
}

type Input = {
  head: Head
  headDone: readonly Change[]
  body: Body
  /** Shares of all bytes. */
  cuts: readonly number[]
  isHangingUp: boolean
}
const input: Arbitrary<Input> = fc.record({
  head: heads,
  headDone: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, changes),
  body: bodies,
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  isHangingUp: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
})

/** The bytes in pieces. */
function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = cuts.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b)
  return [0, ...places].map((start, at) => bytes.subarray(start, places[at] ?? bytes.length))
}

/** To a show whose place nobody holds. */
async function send(input: Input): Promise<string> {
  const show = freeShows.pop() ?? expect.fail('more at once than shows')
  try {
    return await sendTo(show, input)
  } finally {
    await placeIsFree(show)
    freeShows.push(show)
  }
}

async function sendTo(
  { password }: Show,
  { head: { parts, isExpecting }, headDone, body, cuts, isHangingUp }: Input,
): Promise<string> {
  const { header, verdict: ofBody, bytes: sound, isOver } = writeBody(body)
  const all = [...parts, [header, ofBody] as const]
  const head = writeHead(all, btoa(`source:${password}`))
  const isBent = headDone.length > 0
  const verdict = isBent ? null : verdictOf(all, head.length)
  // A station that knows the end by itself is not told; one that serves something else waits for the next request.
  const isWaiting = verdict === 'in' ? isOver : verdict !== null && verdict !== 'elsewhere'
  const kept: Ending = isWaiting ? 'waits' : 'ends'
  const at = tries++ % ADDRESSES
  const answer = await exchange(world.station.origin, {
    pieces: cutAt(Buffer.concat([changed(head, headDone), sound]), cuts),
    ending: isHangingUp ? 'hangs up' : kept,
    localAddress: `127.0.1.${at + 1}`,
  })
  return judgeAnswer(answer, { verdict, isExpecting })
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '%', '%zz', '%00', 'a&b=c'),
)
const metadata = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  query: fc.array(fc.tuple(fc.constantFrom('mode', 'mount', 'song', 'title', 'charset', 'pass', ''), odd), {
    maxLength: 6,
  }),
  isEncoded: fc.boolean(),
  authorization: fc.constantFrom('OURS', 'OURS', 'Basic eDp5', 'Basic ???', 'Basic', 'Bearer x', ''),
  address: fc.nat(65_535),
})

describe('programs of every kind', () => {
  it('[ED13] heads and sound of every kind are taken or refused as documented; nothing stays, and the station airs on', {
    timeout: 120_000 + LIMIT_MS,
  }, async () => {
    const { origin } = world.station
    const probe = new ListenerProbe(`${origin}/live.ogg?delay=low`)
    await probe.head
    // As many connections as ask at once later: those stay open, and are not what is counted.
    await Promise.all(freeShows.map(placeIsFree))
    await runEdge({ name: 'encoders', input, send, origin, limitMs: LIMIT_MS, atOnce: AT_ONCE })
    expect(probe.isEnded).toBe(false)

    const params = { id: live.id }
    const program = new Program(origin, headOf(live.password))
    expect(await program.answer()).toBe('HTTP/1.0 200 OK')
    program.send(song())
    const as = world.person('DJ')
    const received = async () => {
      const source = await sourceOf(live)
      return source?.kind === 'ENCODER' ? source.receivedBytes : 0
    }
    await expect.poll(received).toBe(song().length)
    await probe.received(probe.bytes.length + song().length / 2)
    await world.station.call(endBroadcast, { as, params })
    await probe.ended()
    expect(await complaints(probe.bytes)).toEqual([])
  })

  it('[ED14] titles of songs, however they are told, are thanked for with the password, and else refused', {
    timeout: 60_000 + LIMIT_MS,
  }, async () => {
    const { origin } = world.station
    const id = await world.broadcast('SCHEDULED')
    const { data } = await world.station.call(renewEncoderPassword, { as: world.root, params: { id } })
    const ours = `Basic ${btoa(`source:${data.password}`)}`
    const sender = createSender(origin)
    const judge = createJudge(await readDocument(origin))
    type Title = typeof metadata extends Arbitrary<infer One> ? One : never
    const sendTitle = async ({ method, query, isEncoded, authorization, address }: Title) => {
      const encode = isEncoded ? encodeURIComponent : (text: string) => text.replace(/[^!-~]|[#?]/g, '+')
      const pairs = query.map(([name, value]) => `${name}=${encode(value.toWellFormed())}`)
      const headers = {
        'x-forwarded-for': `10.2.${address >> 8}.${address & 255}`,
        ...(authorization && { authorization: authorization.replace('OURS', ours) }),
      }
      const request = { method, target: `${METADATA_PATH}?${pairs.join('&')}`, headers, body: null }
      const reply = await sender.send(request)
      judge.judge(request, reply)
      const expected = authorization === 'OURS' ? [200, 400] : [401, 400]
      if (!expected.includes(reply.status)) throw new Error(`${reply.status} for ${authorization}`)
      return String(reply.status)
    }
    await runEdge({
      name: 'song titles',
      input: metadata,
      send: sendTitle,
      origin,
      limitMs: LIMIT_MS,
      close: sender.close,
    })
  })
})
