import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ErrorReply } from '@carillon/contract/errors'
import * as calls from '@carillon/contract/library/endpoints'
import { LIBRARY_UPLOAD_PATH, type LibraryItem } from '@carillon/contract/library/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { otherFile, TONE } from '../src/features/library/testing.ts'
import { findProgram } from '../src/kernel/find-program.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const searchPath = process.env.PATH ?? ''
const ffmpeg = findProgram('ffmpeg', searchPath) ?? 'ffmpeg'
/** Music as far as a meter notices: quiet bars and louder ones, at about -32 LUFS. */
const BARS = (seconds: number) =>
  `anoisesrc=c=pink:r=44100:d=${seconds}:a=0.12:seed=1,volume=eval=frame:volume=0.25+0.5*mod(floor(t)\\,2)`
const METER_WORDS = 'Summary:\n    I:   -5.0 LUFS\n    Peak:   -1.0 dBFS\n'
const QUIET_MONO = ['-ar', '44100', '-ac', '1'] as const

let station: TestStation
let dj: Member

beforeAll(async () => {
  station = await startStation({ searchPath })
  dj = await station.as('DJ', 'Mikael')
})
beforeEach(async () => {
  const { data } = await station.call(calls.listLibrary, { as: station.admin })
  for (const { id } of data.content)
    await station.call(calls.deleteLibraryItem, { as: station.admin, params: { id } })
})
afterAll(() => station.close())

const addressOf = ({ origin }: TestStation, kind = 'TRACK') =>
  `${origin}${LIBRARY_UPLOAD_PATH}?title=Harana&form=ORIGINAL&kind=${kind}`
const filesOf = ({ config }: TestStation) => readdirSync(join(config.dataDir, 'library'))

async function upload(
  file: Buffer,
  {
    to = station,
    as = dj,
    kind = 'TRACK',
  }: { to?: TestStation; as?: Member; kind?: LibraryItem['kind'] } = {},
) {
  const reply = await fetch(addressOf(to, kind), {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  })
  const { data, ...error } = (await reply.json()) as ErrorReply & { data: LibraryItem }
  return {
    status: reply.status,
    item: data,
    code: error.code,
    message: error.message,
    file: error.fields?.file,
  }
}

async function soundOf({ id }: LibraryItem): Promise<Buffer> {
  const reply = await fetch(`${station.origin}/api/library/${id}/sound`, {
    headers: { authorization: `Bearer ${dj.token}` },
  })
  return Buffer.from(await reply.arrayBuffer())
}

/** What a filter of ffmpeg says of a sound. */
function spokenBy(filter: string, bytes: Buffer): string {
  const args = ['-i', '-', '-af', filter, '-f', 'null', '-']
  return spawnSync(ffmpeg, args, { input: bytes, encoding: 'utf8' }).stderr
}

/** LUFS and dBTP. */
function measured(bytes: Buffer) {
  const spoken = spokenBy('ebur128=peak=true', bytes)
  const summary = spoken.slice(spoken.lastIndexOf('Summary:'))
  const number = (name: RegExp) => Number(name.exec(summary)?.[1])
  return { lufs: number(/I:\s+(-?[\d.]+) LUFS/), peak: number(/Peak:\s+(-?[\d.]+) dBFS/) }
}

/** A folder with a program named ffmpeg, to stand in PATH; and a file beside it to write to. */
function withProgram(script: (log: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'conversion-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'log')
  writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\n${script(log)}\n`, { mode: 0o755 })
  return { searchPath: folder, log: () => (existsSync(log) ? readFileSync(log, 'utf8').trim() : '') }
}

async function startWith(program: ReturnType<typeof withProgram>) {
  const started = await startStation({ searchPath: program.searchPath })
  onTestFinished(() => started.close())
  return { started, as: await started.as('DJ', 'Jana') }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a sound file as it was chosen', () => {
  it.each([
    ['WAV, mono at 44.1 kHz', 'wav', QUIET_MONO],
    ['WAV of 24 bits', 'wav', ['-c:a', 'pcm_s24le']],
    ['MP3', 'mp3', ['-b:a', '160k']],
    ['M4A', 'm4a', ['-b:a', '160k']],
    ['FLAC', 'flac', []],
    ['Vorbis', 'ogg', ['-c:a', 'libvorbis']],
    ['AIFF', 'aiff', []],
    ['WebM', 'webm', ['-c:a', 'libopus']],
    ['FLAC whose tags speak like the meter', 'flac', ['-metadata', `title=${METER_WORDS}`]],
  ] as const)('[LB52] %s is Ogg Opus as loud as the station', async (_, ending, options) => {
    const { status, item } = await upload(otherFile(BARS(6), ending, options))
    expect(status).toBe(201)
    expect(Math.abs(item.durationMs - 6_000)).toBeLessThan(100)
    expect(Math.abs(item.loudness + 16)).toBeLessThan(0.5)
    const { lufs, peak } = measured(await soundOf(item))
    expect(Math.abs(lufs + 16)).toBeLessThan(0.5)
    expect(peak).toBeLessThan(0)
    expect(filesOf(station)).toEqual([expect.stringMatching(/^[0-9a-f]{40}\.ogg$/)])
  })

  it('[LB52] whose peaks leave no room is as loud as they allow', async () => {
    const clicks = "aevalsrc='0.02*sin(2*PI*440*t)+0.9*lt(mod(t,1),0.0005)':s=48000:d=4"
    const { item } = await upload(otherFile(clicks, 'wav'))
    expect(item.loudness).toBeLessThan(-17)
    expect(item.peak).toBeLessThan(1)
  })

  it('[LB52] that is a bed fades in and out', async () => {
    const { item } = await upload(otherFile(TONE(4), 'wav'), { kind: 'BED' })
    const bytes = await soundOf(item)
    const loudest = (from: number) => {
      const spoken = spokenBy(`atrim=start=${from}:duration=0.05,volumedetect`, bytes)
      return Number(/max_volume: (-?[\d.]+) dB/.exec(spoken)?.[1])
    }
    const [start, middle, end] = [loudest(0), loudest(2), loudest(3.94)]
    expect(start).toBeLessThan(middle - 15)
    expect(end).toBeLessThan(middle - 15)
  })

  it('[LB52] with a picture in it is a sound', async () => {
    const withPicture = otherFile(TONE(2, 550), 'mp3', [
      ...['-f', 'lavfi', '-i', 'testsrc=s=320x240:d=0.04', '-map', '0:a', '-map', '1:v', '-c:v', 'mjpeg'],
      ...['-disposition:v', 'attached_pic'],
    ])
    expect((await upload(withPicture)).status).toBe(201)
  })

  it('[LB52] that is cut off is what is left of it', async () => {
    const whole = otherFile(BARS(6), 'mp3')
    const { status, item } = await upload(whole.subarray(0, whole.length / 2))
    expect(status).toBe(201)
    expect(item.durationMs).toBeLessThan(3_200)
  })
})

describe('the station', () => {
  it('[LB53] says before an upload whether it converts', async () => {
    const canConvert = async (of: TestStation) =>
      (await of.call(calls.getLibraryQuota, { as: of.admin })).data.canConvert
    expect(await canConvert(station)).toBe(true)
    const without = await startStation({ searchPath: '' })
    onTestFinished(() => without.close())
    expect(await canConvert(without)).toBe(false)
    const refused = await upload(otherFile(TONE(1), 'wav'), { to: without, as: await without.as('DJ') })
    expect([refused.status, refused.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(refused.message).toContain('no ffmpeg')
  })

  it.each(['encodes no Opus', 'is gone'])(
    '[LB53] whose ffmpeg %s says so, and keeps nothing',
    async (fault) => {
      const program = withProgram(() => `case "$*" in *libopus\\ -b*) exit 1;; esac; exec ${ffmpeg} "$@"`)
      const { started, as } = await startWith(program)
      if (fault === 'is gone') rmSync(join(program.searchPath, 'ffmpeg'))
      const { status, code } = await upload(otherFile(TONE(1), 'wav'), { to: started, as })
      expect([status, code]).toEqual([503, 'MEDIA_AWAY'])
      expect(filesOf(started)).toEqual([])
    },
  )

  it('[LB55] converts one file at a time', async () => {
    const program = withProgram(
      (log) => `echo + >> ${log}; ${ffmpeg} "$@"; code=$?; echo - >> ${log}; exit $code`,
    )
    const { started, as } = await startWith(program)
    const other = await started.as('DJ', 'Paolo')
    const both = await Promise.all([
      upload(otherFile(TONE(1, 440), 'wav'), { to: started, as }),
      upload(otherFile(TONE(1, 550), 'wav'), { to: started, as: other }),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(program.log().split('\n').join('')).toBe('+-'.repeat(6))
  })

  it.each(['in the middle', 'in the line'])('[LB55] gives up what its uploader leaves %s', async (where) => {
    // At the speed of the sound: it does not end by itself.
    const program = withProgram((log) => `echo $$ >> ${log}; exec ${ffmpeg} -re "$@"`)
    const { started, as } = await startWith(program)
    const send = () => {
      const request = openRequest(addressOf(started), {
        method: 'POST',
        headers: { authorization: `Bearer ${as.token}` },
      })
      request.on('error', () => undefined) // it is left
      request.end(otherFile(TONE(120), 'mp3'))
      return request
    }
    const first = send()
    await until(() => program.log() !== '')
    if (where === 'in the line') {
      const waiting = send()
      await until(() => filesOf(started).length > 1)
      waiting.destroy()
      await until(() => filesOf(started).length === 1)
    }
    const pid = Number(program.log())
    expect(isRunning(pid)).toBe(true)
    first.destroy()
    await until(() => filesOf(started).length === 0 && !isRunning(pid))
  })

  it('[LB55] that stops ends what it converts', async () => {
    const program = withProgram((log) => `echo $$ >> ${log}; exec ${ffmpeg} -re "$@"`)
    const { started, as } = await startWith(program)
    const sent = upload(otherFile(TONE(120), 'mp3'), { to: started, as })
    await until(() => program.log() !== '')
    await started.stop()
    expect(isRunning(Number(program.log()))).toBe(false)
    expect(await sent.catch(() => ({ status: 503 }))).toMatchObject({ status: 503 })
    expect(filesOf(started)).toEqual([])
  })
})

describe('what is not taken', () => {
  const video = () =>
    otherFile(TONE(2), 'mp4', ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=5:d=2', '-c:v', 'libx264'])
  const SLOW = ['-ar', '8000', '-ac', '1', '-c:a', 'libmp3lame', '-b:a', '8k']

  it.each([
    [
      'a text that is named like a song',
      () => Buffer.from('This is not a song.\n'.repeat(500)),
      'not a sound file',
    ],
    ['nothing', () => Buffer.alloc(0), 'not a sound file'],
    ['an M4A without its end', () => otherFile(BARS(4), 'm4a').subarray(0, 20_000), 'not a sound file'],
    ['a video with sound', video, 'or a video'],
    ['silence', () => otherFile('anullsrc=r=44100:d=3', 'wav'), 'nothing to hear'],
    ['a click', () => otherFile(TONE(0.3), 'wav'), 'shorter than half a second'],
    ['more than an hour', () => otherFile('anullsrc=r=8000:d=3605', 'mp3', SLOW), 'longer than an hour'],
    [
      'sound that is scrambled',
      () => scrambled(otherFile(BARS(4), 'm4a')),
      /read this sound|nothing to hear/,
    ],
  ])('[LB54] %s is refused in words, and nothing of it stays', async (_, make, words) => {
    const { status, code, file } = await upload(make())
    expect([status, code]).toEqual([400, 'INVALID_INPUT'])
    expect(file).toMatch(words)
    expect(filesOf(station)).toEqual([])
  })

  it('[LB54] is a list of other files or addresses: none of them is opened', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer(({ url }, reply) => {
      asked.push(url)
      reply.end(otherFile(TONE(1), 'mp3'))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const folder = mkdtempSync(join(tmpdir(), 'conversion-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const local = join(folder, 'tone.mp3')
    writeFileSync(local, otherFile(TONE(1), 'mp3'))
    const http = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tone.mp3`
    for (const place of [http, local, `${pathToFileURL(local)}`, 'file:///etc/passwd']) {
      const lists = [
        `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${place}\n#EXT-X-ENDLIST\n`,
        `ffconcat version 1.0\nfile '${place}'\n`,
        `[playlist]\nFile1=${place}\n`,
        `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=audio 9 RTP/AVP 0\n`,
      ]
      for (const list of lists) expect((await upload(Buffer.from(list))).file).toContain('not a sound file')
    }
    expect(asked).toEqual([])
    expect(filesOf(station)).toEqual([])
  })
})

/** The same file with other bytes where its sound is. */
function scrambled(file: Buffer): Buffer {
  const at = file.indexOf('mdat') + 4
  const end = file.indexOf('moov') - 4
  for (let n = at; n < end; n++) file[n] = (n * 7_919) % 251
  return file
}
