import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { sameBytes } from '@carillon/media/fixtures/webm'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { type OggPage, OggReader } from '@carillon/media/ogg/reader'
import { durationInSamples } from '@carillon/media/opus/packet'
import { silencePacket } from '@carillon/media/opus/silence'
import { mapLine } from '@carillon/media/takes/packet-map'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readTakeBook, writtenUpTo } from '../takes/take-book.ts'
import { joinParts } from './join-parts.ts'
import { startJoin } from './start-join.ts'

/** Linux: whatever is written to it finds no room. */
const FULL_DISK = '/dev/full'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'join-'))
})
afterEach(() => rm(folder, { recursive: true }))

const captured = (name: string) => packetsOf(demux(captureNamed(name).chunks))
const silence = (seconds: number) => Array.from({ length: seconds * 50 }, () => silencePacket(960, 240))
const samplesOf = (packets: readonly Uint8Array[]) =>
  packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)

let parts = 0
/** A file as a mount writes it: headers, pages of five packets, and a last page unless the process died. */
async function part(packets: readonly Uint8Array[], end: 'ended' | 'died' = 'ended'): Promise<string> {
  const muxer = new OggMuxer({ serialNumber: ++parts })
  const pages = [muxer.headerPages()]
  for (let at = 0; at < packets.length; at += 5) pages.push(muxer.page(packets.slice(at, at + 5)))
  if (end === 'ended') pages.push(muxer.lastPage([]))
  const path = join(folder, `part-${parts}`)
  await writeFile(path, Buffer.concat(pages))
  return path
}

async function pagesOf(path: string): Promise<OggPage[]> {
  const result = new OggReader().push(await readFile(path))
  return result.ok ? result.pages : expect.fail(result.error)
}

const packetsIn = (pages: readonly OggPage[]) => pages.slice(2).flatMap((page) => page.packets)
const target = () => join(folder, 'joined')

describe('joining', () => {
  it('[RE1] gives one stream that goes on through all parts and ends', async () => {
    const sounds = [captured('chromium-desktop'), captured('firefox-raw'), captured('chromium-160k')]
    const [first, second, third] = await Promise.all(sounds.map((packets) => part(packets)))
    const joined = await joinParts({ parts: [first ?? '', second ?? '', third ?? ''], target: target() })
    const pages = await pagesOf(target())
    expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
    expect(new Set(pages.map(({ serialNumber }) => serialNumber)).size).toBe(1)
    expect(pages.map(({ isLast }) => isLast)).toEqual(pages.map((_, index) => index === pages.length - 1))
    expect(pages.filter(({ isFirst }) => isFirst)).toHaveLength(1)
    expect(sameBytes(packetsIn(pages), sounds.flat())).toBe(true)
    let samples = 0
    for (const { packets, granulePosition } of pages.slice(2)) {
      samples += samplesOf(packets)
      expect(granulePosition).toBe(samples)
    }
    expect(joined).toMatchObject({
      bytes: (await readFile(target())).length,
      durationMs: Math.round((samplesOf(sounds.flat()) - 312) / 48),
    })
  })

  it('[RE1] in a process of its own it gives the same', async () => {
    const path = await part(captured('chromium-desktop'))
    const joined = await startJoin({ parts: [path], target: target() }, new AbortController().signal)
    expect(joined).toEqual(await joinParts({ parts: [path], target: join(folder, 'here') }))
  })

  it.runIf(existsSync(FULL_DISK))('[RE9] on a full disk it fails and says so', async () => {
    const path = await part(captured('chromium-desktop'))
    await expect(joinParts({ parts: [path], target: FULL_DISK })).rejects.toThrow('ENOSPC')
    const { signal } = new AbortController()
    await expect(startJoin({ parts: [path], target: FULL_DISK }, signal)).rejects.toThrow('ended with 1')
  })

  it('[RE2] a part counts up to where its process died, wherever that was', async () => {
    const packets = captured('chromium-desktop')
    const whole = await pagesOf(await part(packets, 'died'))
    const path = await part(packets, 'died')
    const { length } = await readFile(path)
    for (const cut of [1, 26, 27, 400, 3_000, length - 40]) {
      const broken = await part(packets, 'died')
      await truncate(broken, length - cut)
      const joined = await joinParts({ parts: [broken, path], target: target() })
      const kept = packetsIn(await pagesOf(target())).length - packets.length
      expect(kept % 5).toBe(0)
      expect(kept).toBeLessThan(packets.length)
      expect(joined?.durationMs).toBeGreaterThan(0)
    }
    expect(packetsIn(whole)).toHaveLength(packets.length)
  })

  it('[RE2] a damaged page is left out, and what comes after it follows', async () => {
    const [first, second] = [captured('firefox-destination'), captured('chromium-160k')]
    const broken = await part([...first, ...second])
    const bytes = await readFile(broken)
    const middle = Math.floor(bytes.length / 2)
    bytes.fill(0, middle, middle + 10)
    await writeFile(broken, bytes)
    await joinParts({ parts: [broken], target: target() })
    const packets = packetsIn(await pagesOf(target()))
    const lost = first.length + second.length - packets.length
    expect([5, 10]).toContain(lost)
    expect(sameBytes(packets.slice(0, 50), first.slice(0, 50))).toBe(true)
    expect(sameBytes(packets.slice(-20), second.slice(-20))).toBe(true)
  })

  it('[RE2] where there is no sound there is no recording', async () => {
    const empty = join(folder, 'empty')
    await writeFile(empty, '')
    expect(await joinParts({ parts: [empty, await part([])], target: target() })).toBeNull()
    await writeFile(empty, 'OggSomething that is none')
    expect(await joinParts({ parts: [empty], target: target() })).toBeNull()
  })
})

describe('the waveform', () => {
  const waveformOf = async (packets: readonly Uint8Array[]) =>
    (await joinParts({ parts: [await part(packets)], target: target() }))?.peaks ?? new Uint8Array(0)

  it('[RE5] is low where it is silent and high where it sounds', async () => {
    const sound = captured('chromium-desktop')
    const seconds = samplesOf(sound) / 48_000
    const peaks = await waveformOf([...silence(3), ...sound, ...silence(3)])
    const at = (second: number) => peaks[Math.floor((second / (6 + seconds)) * peaks.length)] ?? 0
    for (const second of [0, 1, 2, 2.5, seconds + 3.5, seconds + 5.5]) expect(at(second)).toBe(0)
    for (const second of [4, 5]) expect(at(second)).toBeGreaterThan(10)
  })

  it('[RE5] has 800 heights however long the show is, each of them drawn', async () => {
    const sound = captured('firefox-destination')
    const long = Array.from({ length: 100 }, () => sound).flat()
    const peaks = await waveformOf(long)
    expect(peaks).toHaveLength(800)
    // A tone of -20 dBFS, and of nothing else.
    for (const peak of peaks) expect(peak / 255).toBeCloseTo(0.1, 1)
    expect(Math.min(...peaks)).toBeGreaterThan(0)
  }, 60_000)
})

describe('a recording whose process was killed', () => {
  it('[RE46] counts as missing what its map claims and its file does not have, and takes it from the upload', async () => {
    const said = captured('chromium-desktop').slice(0, 30)
    const takeId = '0b9d6bb6-2b1e-4a53-9f2c-6c5a3d1f7e10'
    const muxer = new OggMuxer({ serialNumber: 5 })
    const pages = [0, 5, 10, 15].map((at) => muxer.page(said.slice(at, at + 5)))
    const lines = [
      { type: 'take', takeId, userId: 1, from: 0, after: null },
      { type: 'pages', sequence: 2, runs: [{ kind: 'take', takeId, number: 0, count: 10 }] },
      { type: 'pages', sequence: 4, runs: [{ kind: 'take', takeId, number: 10, count: 10 }] },
    ] as const
    const upload = new OggMuxer({ serialNumber: 6 })
    const kept = join(folder, 'kept.ogg')
    const rest = [upload.headerPages(), upload.lastPage(said.slice(12, 26))]
    await writeFile(kept, Buffer.concat(rest))
    const later = await part([...silence(1), ...said.slice(26)])
    const laterMap = join(folder, 'later.map')
    const after = [
      lines[0],
      {
        type: 'pages',
        sequence: 2,
        runs: [
          { kind: 'silence', count: 50 },
          { kind: 'take', takeId, number: 26, count: 4 },
        ],
      },
    ] as const
    await writeFile(laterMap, after.map(mapLine).join(''))
    const whole = Buffer.concat([muxer.headerPages(), ...pages])
    const lastBytes = pages[3]?.length ?? 0
    const map = join(folder, 'cut.map')
    await writeFile(map, lines.map(mapLine).join(''))
    for (const cut of [0, 1, lastBytes, lastBytes + 1, lastBytes + (pages[2]?.length ?? 0)]) {
      const path = join(folder, 'cut.ogg')
      await writeFile(path, whole.subarray(0, whole.length - cut))
      const written = await readTakeBook([{ path, map }], [], [])
      const there = cut === 0 ? 20 : cut <= lastBytes ? 15 : 10
      expect(writtenUpTo(written, takeId)).toBe(there)
      if (there < 12) continue
      const job = { parts: [path, later], maps: [map, laterMap], said: [{ takeId, from: 12, path: kept }] }
      await joinParts({ ...job, target: target() })
      expect(sameBytes(packetsIn(await pagesOf(target())), said)).toBe(true)
    }
  })
})
