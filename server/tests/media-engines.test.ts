import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type Capture, captureNamed, captures } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { NumberedPages } from '@carillon/media/ogg/renumber'
import { durationInSamples } from '@carillon/media/opus/packet'
import { padPacket } from '@carillon/media/opus/padding'
import { silencePacket } from '@carillon/media/opus/silence'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const engines = ['ffmpeg', 'ffprobe', 'opusinfo', 'oggz-validate']
const isInstalled = await Promise.all(engines.map((engine) => run(engine, ['--help']).then(yes, wasFound)))
const bytesPerSample = 4 // two channels of 16 bits

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-engines-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe.runIf(isInstalled.every(Boolean))('what other programs make of our streams', () => {
  test.each(captures.map(({ name }) => name))('[OG13] %s: no tool has anything to say', async (name) => {
    const file = await store(stream(packetsOfCapture(captureNamed(name))))
    const { opusinfo, oggzValidate, ffprobe } = await inspect(file)
    expect(opusinfo).toMatch(/Pre-skip: 312[\s\S]*Channels: 2[\s\S]*Original sample rate: 48000 Hz/)
    expect(opusinfo).not.toMatch(/warning|error|hole|negative|invalid/i)
    expect(oggzValidate).toBe('')
    expect(ffprobe).toBe('opus,48000,2')
  })

  test('[OG40] a listener who joins late sees one stream without a gap, whose end alone is missing', async () => {
    const muxer = new OggMuxer({ serialNumber: 99 })
    const pages = inFours(packetsOfCapture(captureNamed('firefox-destination'))).map((group) =>
      muxer.page(group),
    )
    const received = Buffer.concat(pages.slice(20))
    new NumberedPages(received).lower(20)
    const { opusinfo, oggzValidate, ffprobe } = await inspect(
      await store(Buffer.concat([muxer.headerPages(), received])),
    )
    expect(opusinfo.match(/WARNING.*/g)).toEqual([
      'WARNING: EOS not set on stream 1 (normal for live streams)',
    ])
    expect(oggzValidate).toMatch(/^[^\n]*Error:\nserialno 0000000099: missing \*\*\* eos\s*$/)
    expect(ffprobe).toBe('opus,48000,2')
  })

  test.each(captures.map(({ name }) => name))(
    '[OG4] %s: padding changes no sample of what is heard',
    async (name) => {
      const packets = packetsOfCapture(captureNamed(name))
      const padded = packets.map((packet) => padPacket(packet, 1700))
      const samples = packets.reduce((total, packet) => total + durationInSamples(packet), 0)
      const [plain, same] = [await decode(stream(packets)), await decode(stream(padded))]
      expect(plain.length).toBe((samples - 312) * bytesPerSample)
      expect(hash(same)).toBe(hash(plain))
    },
  )

  test.each([960, 2880] as const)(
    '[OG5] silence of %i samples decodes to nothing but zeros',
    async (duration) => {
      const audio = await decode(stream(Array.from({ length: 20 }, () => silencePacket(duration, 240))))
      expect(audio.length).toBe((20 * duration - 312) * bytesPerSample)
      expect(audio.every((byte) => byte === 0)).toBe(true)
    },
  )

  test('[OG5] silence between two recordings, one of them mono, keeps one stream and its time', async () => {
    const silence = Array.from({ length: 50 }, () => silencePacket(960, 240))
    const [first, second] = [captureNamed('firefox-raw'), captureNamed('chromium-160k')].map(packetsOfCapture)
    const packets = [...(first ?? []), ...silence, ...(second ?? [])]
    const samples = packets.reduce((total, packet) => total + durationInSamples(packet), 0)
    expect((await decode(stream(packets))).length).toBe((samples - 312) * bytesPerSample)
  })
})

function packetsOfCapture({ chunks }: Capture): Uint8Array[] {
  return packetsOf(demux(chunks))
}

/** A whole stream: headers, pages of four packets, a last page. */
function stream(packets: Uint8Array[]): Buffer {
  const muxer = new OggMuxer({ serialNumber: 99 })
  const groups = inFours(packets)
  const last = groups.pop() ?? []
  return Buffer.concat([
    muxer.headerPages(),
    ...groups.map((group) => muxer.page(group)),
    muxer.lastPage(last),
  ])
}

function inFours(packets: Uint8Array[]): Uint8Array[][] {
  return Array.from({ length: Math.ceil(packets.length / 4) }, (_, index) =>
    packets.slice(index * 4, index * 4 + 4),
  )
}

async function inspect(file: string): Promise<{ opusinfo: string; oggzValidate: string; ffprobe: string }> {
  const name = basename(file)
  const entries = ['-show_entries', 'stream=codec_name,sample_rate,channels', '-of', 'csv=p=0']
  const [opusinfo, oggzValidate, ffprobe] = await Promise.all([
    said('opusinfo', [name]),
    said('oggz-validate', [name]),
    said('ffprobe', ['-v', 'warning', ...entries, name]),
  ])
  return { opusinfo, oggzValidate, ffprobe: ffprobe.trim() }
}

/**
 * Everything a program prints, whatever its exit code: oggz-validate exits with 1 for a stream that goes on. Files have
 * names without their folder, as a folder of a random name may spell one of the words that are looked for.
 */
async function said(program: string, parameters: string[]): Promise<string> {
  const { stdout, stderr } = await run(program, parameters, { cwd: folder }).catch((error) => error)
  return `${stdout}${stderr}`
}

/** Decoded by libopus, the reference decoder. */
async function decode(ogg: Buffer): Promise<Buffer> {
  const file = await store(ogg)
  const parameters = [
    '-v',
    'warning',
    '-xerror',
    '-c:a',
    'libopus',
    '-i',
    file,
    '-f',
    's16le',
    '-ac',
    '2',
    '-ar',
    '48000',
    '-',
  ]
  const { stdout, stderr } = await run('ffmpeg', parameters, {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(stderr.toString()).toBe('')
  return stdout
}

async function store(ogg: Buffer): Promise<string> {
  const file = join(folder, `${hash(ogg)}.ogg`)
  await writeFile(file, ogg)
  return file
}

function hash(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function yes(): boolean {
  return true
}

function wasFound(error: NodeJS.ErrnoException): boolean {
  return error.code !== 'ENOENT'
}
