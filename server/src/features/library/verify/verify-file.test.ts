import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checksum } from '@carillon/media/ogg/checksum'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { hasValidChecksum } from '@carillon/media/ogg/page'
import { OggReader } from '@carillon/media/ogg/reader'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { opusFile, otherFile, TONE, taggedFile } from '../testing.ts'
import { verifyFile } from './verify-file.ts'

let folder: string
let count = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function verify(bytes: Uint8Array) {
  const source = join(folder, `${++count}.part`)
  const target = join(folder, `${count}.ogg`)
  writeFileSync(source, bytes)
  return { ...(await verifyFile({ source, target })), kept: () => readFileSync(target) }
}

const faultOf = async (bytes: Uint8Array) => {
  const result = await verify(bytes)
  return result.ok ? null : result.error
}

const whole = opusFile(TONE(3))

it('[LB11] a sound file is taken: its length, its loudness and its peak are measured', async () => {
  const result = await verify(whole)
  if (!result.ok) throw new Error(result.error)
  const { durationMs, loudness, peak, bytes, digest } = result.value
  expect(Math.abs(durationMs - 3_000)).toBeLessThan(50)
  expect(loudness).toBeGreaterThan(-20)
  expect(loudness).toBeLessThan(-12)
  expect(peak).toBeLessThan(-8)
  expect(bytes).toBe(result.kept().length)
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
})

it('[LB12] what is kept is a stream of our own: the packets, and no tag or picture', async () => {
  const script = '<script>alert(1)</script>'
  const tagged = taggedFile(TONE(1), { title: script, comment: 'x'.repeat(1_000_000) })
  expect(tagged.includes(script)).toBe(true)
  const [plain, result] = [await verify(taggedFile(TONE(1), {})), await verify(tagged)]
  if (!result.ok || !plain.ok) throw new Error('not taken')
  expect(result.kept().includes(script)).toBe(false)
  expect(result.kept().length).toBeLessThan(20_000)
  // The same sound under other tags is the same.
  expect(result.value.digest).toBe(plain.value.digest)
  const read = new OggReader().push(result.kept())
  expect(read.ok && read.pages.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    ...Array(read.pages.length - 2).fill([false, false]),
    [false, true],
  ])
})

describe('a file that is not what it should be', () => {
  it.each([
    ['nothing', () => Buffer.alloc(0), 'EMPTY'],
    ['one byte', () => Buffer.of(79), 'NOT_OPUS'],
    ['text', () => Buffer.from('<html><script>alert(1)</script></html>'), 'NOT_OPUS'],
    ['MP3', () => otherFile(TONE(1), 'mp3'), 'NOT_OPUS'],
    ['WAV', () => otherFile(TONE(1), 'wav'), 'NOT_OPUS'],
    ['Ogg Vorbis', () => otherFile(TONE(1), 'ogg', ['-c:a', 'libvorbis']), 'NOT_OPUS'],
    ['WebM', () => otherFile(TONE(1), 'webm', ['-c:a', 'libopus']), 'NOT_OPUS'],
    ['six channels', () => opusFile(TONE(1), ['-ac', '6', '-mapping_family', '1']), 'NOT_OPUS'],
    ['two streams in a row', () => Buffer.concat([whole, opusFile(TONE(1))]), 'SEVERAL_STREAMS'],
    ['something behind it', () => Buffer.concat([whole, Buffer.from('PK')]), 'DAMAGED'],
    ['something before it', () => Buffer.concat([Buffer.from('ID3'), whole]), 'NOT_OPUS'],
    ['silence', () => opusFile('anullsrc=r=48000:d=2'), 'SILENT'],
    ['a whisper', () => opusFile(`${TONE(2)},volume=-60dB`), 'SILENT'],
    ['far too loud', () => opusFile(`${TONE(2)},volume=30dB`), 'TOO_LOUD'],
    ['too short', () => opusFile(TONE(0.2)), 'TOO_SHORT'],
  ])('[LB13] %s is refused', async (_, make, fault) => {
    expect(await faultOf(make())).toBe(fault)
  })

  it('[LB13] a file with a gain of 120 dB in its head is refused', async () => {
    const bytes = Buffer.from(whole)
    // RFC 7845 s5.1: output gain, dB in 8.8; the head is the only packet of the first page.
    bytes.writeInt16LE(120 * 256, 28 + 16)
    bytes.writeUInt32LE(0, 22)
    bytes.writeUInt32LE(checksum(bytes, 0, 28 + 19), 22)
    expect(hasValidChecksum(bytes.subarray(0, 28 + 19))).toBe(true)
    expect(await faultOf(bytes)).toBe('OWN_GAIN')
  })

  it('[LB13] one that was cut at any tenth is refused, and so is one with a byte changed', async () => {
    for (let tenth = 1; tenth < 10; tenth++) {
      const fault = await faultOf(whole.subarray(0, (whole.length * tenth) / 10))
      expect(['CUT', 'NOT_OPUS']).toContain(fault)
      const changed = Buffer.from(whole)
      const at = Math.floor((whole.length * tenth) / 10)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await faultOf(changed)).not.toBeNull()
    }
  })

  it('[LB13] tags of more than 4 MB are refused', async () => {
    expect(await faultOf(taggedFile(TONE(1), { comment: 'x'.repeat(5_000_000) }))).toBe('TAGS_TOO_LARGE')
  })
})

it('[LB13] an hour and a minute is too long, and found out before its end', async () => {
  const second = opusFile(TONE(1))
  const read = new OggReader().push(second)
  if (!read.ok) throw new Error(read.error)
  const muxer = new OggMuxer({ serialNumber: 1 })
  const packets = read.pages.slice(2).flatMap((page) => page.packets)
  const parts = [muxer.headerPages()]
  for (let minutes = 0; minutes < 61; minutes += packets.length / 3_000) parts.push(muxer.page(packets))
  expect(await faultOf(Buffer.concat([...parts, muxer.lastPage([])]))).toBe('TOO_LONG')
}, 90_000)
