import { createHash } from 'node:crypto'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inspectImage } from '../../src/features/announcements/images/inspect-image.ts'
import { IMAGES } from '../../src/features/announcements/images/testing.ts'
import { withoutMetadata } from '../../src/features/announcements/images/without-metadata.ts'
import type { Member } from '../support/station.ts'
import { type Change, changed, changes } from './changes.ts'
import { readDocument } from './document.ts'
import type { WireRequest } from './draft.ts'
import { createJudge } from './judge.ts'
import { INPUTS, limitFor } from './run-counters.ts'
import { runEdge } from './run-edge.ts'
import { seeds } from './seeds/all.ts'
import { createSender } from './send.ts'
import { createWorld, type World } from './world.ts'

const LIMIT_MS = limitFor(100)
/** Each person may upload thirty at once; of what is no image, any number. */
const UPLOADERS = Math.min(60, Math.ceil(INPUTS / 100))
const images = Object.values(IMAGES)

let world: World
let judge: ReturnType<typeof createJudge>
let sender: ReturnType<typeof createSender>
let uploaders: Member[]
let recording: { target: string; bytes: number; etag: string; digest: string }
beforeAll(async () => {
  world = await createWorld()
  sender = createSender(world.station.origin)
  judge = createJudge(await readDocument(world.station.origin))
  uploaders = await Promise.all(Array.from({ length: UPLOADERS }, () => world.newcomer('DJ')))
  const prepared = await seeds['GET /recordings/{file}']?.(world)
  const target = `/recordings/${prepared?.path?.file}`
  const { headers, body } = await sender.send({ method: 'GET', target, headers: {}, body: null })
  const digest = createHash('sha256').update(body).digest('hex')
  recording = { target, bytes: body.length, etag: String(headers.etag), digest }
})
afterAll(async () => {
  sender.close()
  await world.close()
})

const edge = () => ({ origin: world.station.origin, limitMs: LIMIT_MS, close: sender.close })

/** Sends a request of the document's calls; gives reply and class of status. */
async function ask(request: WireRequest) {
  const reply = await sender.send(request)
  try {
    judge.judge(request, reply)
  } catch (error) {
    throw new Error(`${reply.status} ${reply.body.toString('latin1').slice(0, 300)}: ${String(error)}`)
  }
  return { ...reply, outcome: `${Math.floor(reply.status / 100)}xx` }
}

type Upload = { image: number; done: readonly Change[]; type: string; by: number }
const upload: Arbitrary<Upload> = fc.record({
  image: fc.nat(images.length - 1),
  done: changes,
  type: fc.constantFrom(
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/svg+xml',
    'text/html',
    'application/json',
  ),
  by: fc.nat(),
})

it('[ED10] an upload is taken when it is an image, else refused; what was taken is given back, without its metadata', {
  timeout: 60_000 + LIMIT_MS,
}, async () => {
  const send = async ({ image, done, type, by }: Upload) => {
    const body = changed(images[image] ?? Buffer.alloc(0), done)
    const { token } = uploaders[by % uploaders.length] ?? world.root
    const headers = { 'content-type': type, authorization: `Bearer ${token}` }
    const {
      status,
      outcome,
      body: said,
    } = await ask({
      method: 'POST',
      target: '/api/announcements/images',
      headers,
      body,
    })
    const inspected = inspectImage(body)
    const isImage = inspected.ok
    if (isImage !== (status === 201 || status === 429))
      throw new Error(`${status} for ${isImage ? 'an' : 'no'} image`)
    if (status !== 201 || !inspected.ok) return outcome
    const { imageUrl } = JSON.parse(said.toString()).data
    const stored = await ask({ method: 'GET', target: imageUrl, headers: {}, body: null })
    if (!stored.body.equals(withoutMetadata(body, inspected.value)))
      throw new Error('given back as something else')
    return outcome
  }
  await runEdge({ ...edge(), name: 'uploads', input: upload, send })
})

const count = fc.oneof(
  fc.nat(200),
  fc.nat(100_000),
  fc.constantFrom('', '-', '-1', '1e3', '0x1', ' 5', '9'.repeat(30)),
)
const range = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(count, count).map(([from, to]) => `bytes=${from}-${to}`) },
  fc
    .array(fc.tuple(count, count), { maxLength: 40 })
    .map((all) => `bytes=${all.map((one) => one.join('-')).join(',')}`),
  fc.constantFrom(
    'bytes',
    'bytes=',
    'bytes=-',
    'items=0-5',
    'bytes 0-5',
    'bytes=0-5;bytes=6-7',
    'bytes=,,,',
    'none',
  ),
)
const date = fc.constantFrom(
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 01 Jan 2100 00:00:00 GMT',
  'yesterday',
  '',
)
const tag = fc.constantFrom('OURS', '"x"', 'W/"x"', '*', '', 'OURS, "x"', '"', 'W/OURS')
const hearing = fc.record(
  {
    range,
    'if-range': fc.oneof(tag, date),
    'if-match': tag,
    'if-none-match': tag,
    'if-modified-since': date,
    'if-unmodified-since': date,
  },
  { requiredKeys: ['range'] },
)

it('[ED10] a recording is given in the part that was asked for, as a whole, or not', {
  timeout: 60_000 + LIMIT_MS,
}, async () => {
  const send = async (asked: Record<string, string | undefined>) => {
    const headers = Object.fromEntries(
      Object.entries(asked).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value.replaceAll('OURS', recording.etag)]],
      ),
    )
    const {
      status,
      outcome,
      body,
      headers: said,
    } = await ask({
      method: 'GET',
      target: recording.target,
      headers,
      body: null,
    })
    if (status === 200 && createHash('sha256').update(body).digest('hex') !== recording.digest)
      throw new Error('another recording')
    if (status === 206) {
      const [, from, to, all] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(said['content-range'])) ?? []
      if (Number(to) - Number(from) + 1 !== body.length || Number(all) !== recording.bytes)
        throw new Error(`${body.length} bytes as ${said['content-range']}`)
    }
    return outcome
  }
  await runEdge({ ...edge(), name: 'ranges', input: hearing, send })
  expect(
    (await sender.send({ method: 'GET', target: recording.target, headers: {}, body: null })).status,
  ).toBe(200)
})
