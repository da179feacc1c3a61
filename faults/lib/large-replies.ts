import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { DAY_MS } from '@carillon/contract/durations'
import type { FaultRig } from './fault-rig.ts'

const IMAGE_BYTES = 1_900_000
/** As many as one person may write at once. */
const PIECES = 10
const LONG_TITLE = '放'.repeat(255)

/** Puts a large reply of every kind into a station, and gives where each is: what anybody may ask for. */
export async function makeLargeReplies(rig: FaultRig): Promise<string[]> {
  const { origin } = rig.station
  await Promise.all([makeAnnouncements(rig), makeShows(rig)])
  const page = await (await fetch(`${origin}/`)).text()
  const docs = await (await fetch(`${origin}/api/docs/`)).text()
  return [
    /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? missing('program of the page'),
    `/api/docs/${/src="(js\/scalar[^"]*\.js)"/.exec(docs)?.[1] ?? missing('program of the documentation')}`,
    '/api/docs/openapi.json',
    await uploadImage(rig),
    '/api/announcements?size=100',
    '/api/broadcasts/calendar.ics',
  ]
}

function missing(what: string): never {
  throw new Error(`There is no ${what}`)
}

async function makeAnnouncements({ speaker }: FaultRig): Promise<void> {
  const body = { title: LONG_TITLE, content: '放'.repeat(5_000) }
  for (let number = 0; number < PIECES; number += 1) {
    const { id } = await speaker.api.data<{ id: number }>('POST', '/api/announcements', body)
    await speaker.api.data('POST', `/api/announcements/${id}/publish`)
  }
}

async function makeShows({ dj }: FaultRig): Promise<void> {
  for (let number = 1; number <= PIECES; number += 1) {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, -1)
    const times = { scheduledStart: at(number * DAY_MS), scheduledEnd: at(number * DAY_MS + 3_600_000) }
    const words = { title: LONG_TITLE, description: '放'.repeat(2_000) }
    await dj.api.data('POST', '/api/broadcasts/schedule', { ...words, ...times })
  }
}

async function uploadImage({ station, dj }: FaultRig): Promise<string> {
  const headers = { authorization: `Bearer ${dj.api.token}`, 'content-type': 'image/png' }
  const image = new Uint8Array(pngOf(IMAGE_BYTES))
  const reply = await fetch(`${station.origin}/api/announcements/images`, {
    method: 'POST',
    headers,
    body: image,
  })
  return ((await reply.json()) as { data: { imageUrl: string } }).data.imageUrl
}

/** A PNG of about this size, whole as far as its chunks go (PNG 3 s5). */
function pngOf(bytes: number): Buffer {
  // 4096 pixels wide and high, of 8 bits, grey.
  const header = Buffer.from('00001000000010000800000000', 'hex')
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    chunkOf('IDAT', randomBytes(bytes)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
