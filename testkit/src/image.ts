import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Member } from './station.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Eight bits for each of red, green and blue; no palette, no filter of its own, not interlaced. */
const FORMAT = [8, 2, 0, 0, 0]
const BYTES_PER_PIXEL = 3

/** A PNG of one colour, this many pixels wide and high. */
export function pngOf(width = 160, height = 90): Buffer {
  return encodePng(width, height, (bytes) => Buffer.alloc(bytes, 0x77))
}

/** A PNG that no compression makes smaller: three bytes for each pixel. */
export function noisyPngOf(width: number, height: number): Buffer {
  return encodePng(width, height, randomBytes)
}

function encodePng(width: number, height: number, pixelsOf: (bytes: number) => Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Each line begins with the number of its filter: 0, none.
  const lines = Array.from({ length: height }, () => [Buffer.from([0]), pixelsOf(width * BYTES_PER_PIXEL)])
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([head, Buffer.from(FORMAT)])),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A file as a file picker gives it. */
export function fileOf(buffer: Buffer, name = 'door.png', mimeType = 'image/png') {
  return { name, mimeType, buffer }
}

/** Uploads an image for an announcement. Gives its address at the station. */
export async function uploadImage({ api }: Member, bytes = pngOf()): Promise<string> {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'image/png' }
  const url = `${api.origin}/api/announcements/images`
  const reply = await fetch(url, { method: 'POST', headers, body: new Uint8Array(bytes) })
  const { data } = (await reply.json()) as { data: { imageUrl: string } }
  return data.imageUrl
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
