import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { framesIn } from '@carillon/media/mp3/frames'
import { OggReader } from '@carillon/media/ogg/reader'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findProgram } from '../../../../kernel/find-program.ts'
import { Hls } from './hls.ts'
import { encodeAsMp3, mp3SpanOf } from './mp3-encoding.ts'

const ffmpeg = findProgram('ffmpeg', process.env.PATH ?? '') ?? 'ffmpeg'
const SAMPLE_RATE = 48_000
/** Both in a whole number of periods in each window. */
const TONES_HZ = [440, 3_000]
const WINDOW = 2_400
/** A segment cut off from the one before is further from the tones than this, and the codecs alone are not. */
const MOST_NOISE = 0.006
const TAG_BYTES = 73

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mp3-segments-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

/** Opus packets of two tones without an end. */
function tones(seconds: number): Uint8Array[] {
  const source = `aevalsrc=0.3*sin(2*PI*440*t)+0.1*sin(2*PI*3000*t):s=48000:d=${seconds}`
  const codec = ['-ac', '2', '-c:a', 'libopus', '-b:a', '96k', '-f', 'ogg', 'pipe:1']
  const { stdout } = spawnSync(ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', source, ...codec])
  return new OggReader()
    .push(stdout)
    .pages.slice(2)
    .flatMap(({ packets }) => packets)
}

/** HLS with three segments of tones and a half, and the ffmpeg that is given. */
function open(program: string | null) {
  const warnings: object[] = []
  const warn = (what: object) => void warnings.push(what)
  const log = { info: warn, warn, error: warn }
  const hls = new Hls({ clock: Date, directory: folder(), ffmpeg: program, log })
  onTestFinished(() => hls.close())
  const timeline = hls.open()
  timeline.append(tones(14))
  return { hls, timeline, warnings }
}

function decode(frames: Uint8Array): Float32Array {
  const { stdout, stderr } = spawnSync(
    ffmpeg,
    ['-v', 'error', '-f', 'mp3', '-i', 'pipe:0', '-ac', '1', '-f', 'f32le', 'pipe:1'],
    { input: frames, maxBuffer: 1 << 24 },
  )
  expect(stderr.toString()).toBe('')
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
}

/** Root mean square of what is none of the tones. */
function noiseIn(samples: Float32Array): number {
  const rest = Array.from(samples)
  for (const hz of TONES_HZ)
    for (const wave of [Math.sin, Math.cos]) {
      const values = rest.map((_, at) => wave((2 * Math.PI * hz * at) / SAMPLE_RATE))
      const share = (2 / rest.length) * rest.reduce((sum, value, at) => sum + value * (values[at] ?? 0), 0)
      for (const [at, value] of values.entries()) rest[at] = (rest[at] ?? 0) - share * value
    }
  return Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0) / rest.length)
}

/** The loudest noise but for the first half second and the last. */
function mostNoise(samples: Float32Array): number {
  let most = 0
  for (let at = SAMPLE_RATE / 2; at + WINDOW < samples.length - SAMPLE_RATE / 2; at += WINDOW / 2)
    most = Math.max(most, noiseIn(samples.subarray(at, at + WINDOW)))
  return most
}

/** An ffmpeg that notes when it begins and ends, and what it does meanwhile. */
function noting(act: string) {
  const [path, notes] = [join(folder(), 'ffmpeg'), join(folder(), 'notes')]
  writeFileSync(notes, '')
  writeFileSync(path, `#!/bin/sh\nPATH=/usr/bin:/bin\necho begin >> ${notes}\n${act}\necho end >> ${notes}\n`)
  chmodSync(path, 0o755)
  return { path, notes: () => readFileSync(notes, 'utf8').trim().split('\n') }
}

describe('segments of MP3', () => {
  it('[HL29] are one sound without an audible border', async () => {
    const { timeline } = open(null)
    const { listed } = timeline
    const made = await Promise.all(listed.map((segment, at) => encodeAsMp3(ffmpeg, segment, listed[at - 1])))
    const parts = made.map((bytes) => bytes.subarray(TAG_BYTES))
    for (const [at, part] of parts.entries()) {
      const { frames, end } = framesIn(part)
      expect([frames.length, end]).toEqual([mp3SpanOf(listed[at] ?? expect.fail()).count, part.length])
    }
    const samples = decode(Buffer.concat(parts))
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(12, 1)
    expect(mostNoise(samples)).toBeLessThan(MOST_NOISE)
    // Each by itself: that border would be audible.
    const apart = await Promise.all(listed.map((segment) => encodeAsMp3(ffmpeg, segment, undefined)))
    const cut = decode(Buffer.concat(apart.map((bytes) => bytes.subarray(TAG_BYTES))))
    expect(mostNoise(cut)).toBeGreaterThan(2 * MOST_NOISE)
  })

  it('[HL29] are named with the time of their frames, one behind the other', async () => {
    const { hls, timeline } = open(ffmpeg)
    const playlist = hls.livePlaylist('mp3') ?? ''
    expect(playlist).not.toContain('EXT-X-MAP')
    const { epoch, firstNumber } = timeline
    const names = playlist.match(/^\d.*$/gm)
    expect(names).toEqual([0, 1, 2].map((at) => `${epoch}/${firstNumber + at}.mp3`))
    const seconds = [...playlist.matchAll(/^#EXTINF:(.*),$/gm)].map(([, length]) => Number(length))
    let ticks = 0n
    for (const [at, length] of seconds.entries()) {
      const bytes = Buffer.from((await hls.keptAsMp3(epoch, firstNumber + at)) ?? expect.fail())
      expect(bytes.readBigUInt64BE(TAG_BYTES - 8)).toBe(ticks)
      ticks += BigInt(Math.round(length * 90_000))
      expect(framesIn(bytes.subarray(TAG_BYTES)).durationMs / 1_000).toBeCloseTo(length, 5)
    }
    expect(await hls.keptAsMp3(epoch, firstNumber + 3)).toBeNull()
    expect(await hls.keptAsMp3(epoch + 1, firstNumber)).toBeNull()
  })

  it('[HL30] are encoded once, one at a time', async () => {
    const program = noting(`${ffmpeg} "$@"`)
    const { hls, timeline } = open(program.path)
    const { epoch, firstNumber } = timeline
    const all = await Promise.all([0, 1, 2, 0, 1, 2].map((at) => hls.keptAsMp3(epoch, firstNumber + at)))
    expect(all.slice(0, 3)).toEqual(all.slice(3))
    expect(program.notes()).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end'])
    expect(await hls.keptAsMp3(epoch, firstNumber)).toBe(all[0])
    expect(program.notes()).toHaveLength(6)
  })

  it('[HL30] are away while ffmpeg fails, and encoded for the next who asks', async () => {
    const isMended = join(folder(), 'mended')
    const program = noting(`[ -e ${isMended} ] || exit 1\n${ffmpeg} "$@"`)
    const { hls, timeline, warnings } = open(program.path)
    const { epoch, firstNumber } = timeline
    const asked = [1, 1].map(() => hls.keptAsMp3(epoch, firstNumber))
    for (const each of asked) await expect(each).rejects.toMatchObject({ code: 'MEDIA_AWAY' })
    expect(warnings.length).toBeGreaterThan(0)
    writeFileSync(isMended, '')
    expect(await hls.keptAsMp3(epoch, firstNumber)).not.toBeNull()
  })

  it('[HL30] are away where ffmpeg makes too little, or is gone', async () => {
    for (const program of [noting('true').path, '/nowhere/ffmpeg']) {
      const { hls, timeline } = open(program)
      await expect(hls.keptAsMp3(timeline.epoch, timeline.firstNumber)).rejects.toMatchObject({
        code: 'MEDIA_AWAY',
      })
    }
  })

  it('[HL31] stand beside Opus in the playlist of formats, where they are made', () => {
    const variantsOf = (playlist: string | null) => playlist?.match(/BANDWIDTH=\d+,CODECS="[^"]*"\n.*/g)
    const { hls, timeline } = open(ffmpeg)
    const [opus = '', mp3 = ''] = variantsOf(hls.multivariantPlaylist()) ?? []
    expect(opus).toMatch(/CODECS="opus"\nlive\.m3u8$/)
    const peak = Number(/\d+/.exec(opus)?.[0])
    for (const { bytes } of timeline.listed) expect(bytes.length * 2).toBeLessThanOrEqual(peak)
    expect(mp3).toMatch(/^BANDWIDTH=129280,CODECS="mp4a\.40\.34"\nlive\.mp3\.m3u8$/)
    expect(variantsOf(open(null).hls.multivariantPlaylist())).toHaveLength(1)
    expect(open(null).hls.livePlaylist('mp3')).toBeNull()
  })
})
