import { spawnSync } from 'node:child_process'
import { captureNamed } from '@carillon/media/fixtures/captures'
import fc, { type Arbitrary } from 'fast-check'
import { song } from '../../support/encoder.ts'
import { type Change, changed, changes } from '../changes.ts'
import type { Verdict } from './head.ts'
import { mended } from './mended.ts'

/** Pages of a second that ffmpeg makes of a tone, with its own tags. */
function recorded(seconds: number, bitrate: string): Buffer {
  const tone = `-v error -f lavfi -i sine=frequency=440:sample_rate=48000:duration=${seconds} -ac 2`
  const { stdout } = spawnSync('ffmpeg', [
    ...tone.split(' '),
    ...`-c:a libopus -b:a ${bitrate} -f ogg -`.split(' '),
  ])
  if (stdout.length === 0) throw new Error('ffmpeg recorded nothing')
  return stdout
}

const short = recorded(3, '96k')
/** More than may be ahead of the clock. */
const long = recorded(45, '16k')
const GOOD = [short, song(), Buffer.concat([song(1), short, song(2)])]
const ODD = [
  long,
  Buffer.alloc(0),
  Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]),
  Buffer.from(captureNamed('chromium-desktop').chunks[0] ?? []),
  Buffer.from('OggS'),
  Buffer.alloc(70_000, 'OggS\0'),
  Buffer.from('what is this, and what is it for?'),
]

/** Framing of a body: how its length is given, and whether the station knows by itself when it is over. */
type Framing = {
  name: string
  header: (bytes: Buffer) => string
  verdict?: Verdict
  code?: (bytes: Buffer) => Buffer
  isOver?: boolean
}
const FRAMINGS: readonly Framing[] = [
  { name: 'until the end', header: () => '' },
  { name: 'of a length', header: ({ length }) => `Content-Length: ${length}`, isOver: true },
  { name: 'of a part', header: ({ length }) => `Content-Length: ${length >> 1}`, isOver: true },
  { name: 'of nothing', header: () => 'Content-Length: 0', isOver: true },
  { name: 'of too much', header: () => `Content-Length: ${'9'.repeat(15)}` },
  { name: 'chunked', header: () => 'Transfer-Encoding: chunked', code: chunked, isOver: true },
  { name: 'chunked, not coded', header: () => 'Transfer-Encoding: Chunked' },
  { name: 'of two lengths', header: () => 'Content-Length: 5\r\nContent-Length: 5', verdict: '400' },
  { name: 'both', header: () => 'Content-Length: 5\r\nTransfer-Encoding: chunked', verdict: 'unclear' },
  { name: 'of less than nothing', header: () => 'Content-Length: -1', verdict: 'unclear' },
  { name: 'of a power', header: () => 'Content-Length: 1e3', verdict: 'unclear' },
  { name: 'of no end', header: () => `Content-Length: ${'9'.repeat(30)}`, verdict: 'unclear' },
  { name: 'zipped', header: () => 'Transfer-Encoding: gzip, chunked', verdict: 'unclear' },
]

/** RFC 9112 s7.1, in chunks of many lengths. */
function chunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 5_003) {
    const part = bytes.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)};a=b\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\nTrailer: x\r\n\r\n')])
}

/** `done` happens to the sound, then checksums are mended or not; `doneAfter` to what the coding made of it. */
export type Body = {
  recording: number
  done: readonly Change[]
  isMended: boolean
  framing: string
  doneAfter: readonly Change[]
}
const recordings = [...GOOD, ...ODD]
const namesOf = (isClear: boolean) =>
  FRAMINGS.filter(({ verdict }) => (verdict === undefined) === isClear).map(({ name }) => name)
export const bodies: Arbitrary<Body> = fc.record({
  recording: fc.oneof(
    { weight: 5, arbitrary: fc.nat(GOOD.length - 1) },
    fc.integer({ min: GOOD.length, max: recordings.length - 1 }),
  ),
  done: changes,
  isMended: fc.boolean(),
  framing: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...namesOf(true)) },
    fc.constantFrom(...namesOf(false)),
  ),
  doneAfter: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, changes),
})

/** A body as it goes out, and the header that tells its length. */
export function writeBody({ recording, done, isMended, framing: name, doneAfter }: Body) {
  const framing = FRAMINGS.find((one) => one.name === name)
  if (!framing) throw new Error(name)
  const bent = changed(recordings[recording] ?? Buffer.alloc(0), done)
  const sound = isMended ? mended(bent) : bent
  const { code = (bytes: Buffer) => bytes, verdict = 'in', isOver = false } = framing
  return {
    header: framing.header(sound),
    verdict,
    bytes: changed(code(sound), doneAfter),
    /** The station ends by itself. */
    isOver: isOver && doneAfter.length === 0,
  }
}
