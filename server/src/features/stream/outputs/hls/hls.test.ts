import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSegment } from '@carillon/media/fixtures/boxes'
import { sameBytes } from '@carillon/media/fixtures/webm'
import { silencePacket } from '@carillon/media/opus/silence'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Hls, KEPT_AFTER_END_MS } from './hls.ts'
import { MAX_SHOW_BYTES, ShowSegments } from './show-segments.ts'
import { KEPT_SEGMENTS, MAX_KEPT_BYTES } from './timeline.ts'

const NOW_MS = Date.parse('2026-11-20T04:00:00Z')
const FIRST = NOW_MS / 2_000
const clock = { nowMs: NOW_MS, now: () => clock.nowMs }
beforeEach(() => {
  clock.nowMs = NOW_MS
})

/** HLS with its disk; warnings of it are noted. */
function open() {
  const directory = mkdtempSync(join(tmpdir(), 'hls-'))
  const warnings: string[] = []
  const warn = (_: object, message: string) => void warnings.push(message)
  const hls = new Hls({ clock, directory, ffmpeg: null, log: { info: warn, warn, error: warn } })
  onTestFinished(async () => {
    await hls.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return { hls, directory, warnings }
}

/** Packets that last so long, each another one. */
let made = 0
function packetsFor(seconds: number, packetMs: 20 | 60 = 20, bytes = 40): Uint8Array[] {
  return Array.from({ length: Math.round((seconds * 1_000) / packetMs) }, () => {
    const packet = silencePacket(packetMs === 20 ? 960 : 2_880, bytes).slice()
    made += 1
    new DataView(packet.buffer).setUint32(packet.length - 4, made)
    return packet
  })
}

/** Sends sound in pages of a quarter of a second, while the clock goes on. */
function play(
  timeline: { append(packets: readonly Uint8Array[]): void },
  packets: readonly Uint8Array[],
  packetMs = 20,
) {
  const perPage = Math.round(240 / packetMs)
  for (let at = 0; at < packets.length; at += perPage) {
    const page = packets.slice(at, at + perPage)
    clock.nowMs += page.length * packetMs
    timeline.append(page)
  }
}

const namesIn = (playlist: string | null) => (playlist ?? '').split('\n').filter((line) => /^[^#]/.test(line))

describe('segments', () => {
  it('[HL3] are cut at every fourth second of the packets, each packet into the segment in which it begins', () => {
    for (const packetMs of [20, 60] as const) {
      clock.nowMs += 100_000
      const { hls } = open()
      const timeline = hls.open()
      const packets = packetsFor(13, packetMs)
      play(timeline, packets, packetMs)
      timeline.close()
      const { epoch, firstNumber } = timeline
      const segments = [0, 1, 2, 3].map((at) =>
        readSegment(hls.kept(epoch, firstNumber + at) ?? expect.fail(`${at}`)),
      )
      expect(
        sameBytes(
          segments.flatMap((segment) => segment.packets),
          packets,
        ),
      ).toBe(true)
      for (const [at, { startInSamples }] of segments.entries()) {
        expect(startInSamples - at * 192_000).toBeGreaterThanOrEqual(0)
        expect(startInSamples - at * 192_000).toBeLessThan(packetMs * 48)
      }
      expect(hls.kept(epoch, firstNumber + 4)).toBeUndefined()
    }
  })

  it('[HL3] are there when they are whole, and never change', () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(3.98))
    expect(hls.kept(timeline.epoch, FIRST)).toBeUndefined()
    play(timeline, packetsFor(0.02))
    const bytes = hls.kept(timeline.epoch, FIRST)?.slice()
    play(timeline, packetsFor(20))
    expect(hls.kept(timeline.epoch, FIRST)).toEqual(bytes)
    expect(hls.kept(timeline.epoch + 1, FIRST)).toBeUndefined()
  })

  it('[HL4] of sound that begins later have higher numbers and another epoch, also when the clock was set back', () => {
    const { hls } = open()
    const first = hls.open()
    play(first, packetsFor(9))
    clock.nowMs -= 3_600_000
    const second = hls.open()
    expect(second.epoch).toBeGreaterThan(first.epoch)
    expect(second.firstNumber).toBe(FIRST + 3)
    expect(first.isEnded).toBe(true)
  })

  it('[HL4] begin above those of a process before, that played for any time and was gone for a second', () => {
    for (let seconds = 5; seconds < 60; seconds += 0.7) {
      clock.nowMs = NOW_MS
      const before = open().hls.open()
      // The first listener's burst is sent at once.
      before.append(packetsFor(3))
      play(before, packetsFor(seconds))
      clock.nowMs += 1_000
      expect(open().hls.open().firstNumber).toBeGreaterThan(
        before.listed.at(-1)?.number ?? expect.fail('none'),
      )
    }
  })

  it('[HL5] are kept for as long as somebody may ask for them, and within a limit of bytes', () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(4 * (KEPT_SEGMENTS + 5)))
    const kept = (from: number) =>
      Array.from({ length: 200 }, (_, at) => hls.kept(timeline.epoch, from + at)).filter((bytes) => bytes)
    expect(kept(FIRST)).toHaveLength(KEPT_SEGMENTS)
    play(timeline, packetsFor(4 * KEPT_SEGMENTS, 20, 4_000))
    const large = kept(FIRST + KEPT_SEGMENTS)
    expect(large.length).toBeLessThan(KEPT_SEGMENTS)
    expect(large.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0)).toBeLessThanOrEqual(MAX_KEPT_BYTES)
    expect(namesIn(hls.livePlaylist())).toHaveLength(15)
  })
})

describe('several instances', () => {
  /** Two instances: the second follows, and gets the same packets a little later. */
  function openTwo() {
    const [leading, following] = [open().hls, open().hls]
    const leader = leading.open()
    clock.nowMs += 1
    const follower = following.open()
    follower.follow()
    const takeAll = () => {
      for (let handed = handOut(); handed; handed = handOut()) following.take(follower, handed)
    }
    const handOut = () => leading.handOut(leader, follower.listed.at(-1)?.number ?? null)
    /** Fetches what is missing of shows; gives the number of segments. */
    const fillAll = async () => {
      let count = 0
      for (let number = following.shows.missing; number !== null; number = following.shows.missing) {
        const missing = number
        await expect.poll(() => leading.shows.segment(missing)).not.toBeNull()
        await following.shows.fill((await leading.shows.segment(missing)) ?? expect.fail(`${missing}`))
        count += 1
      }
      return count
    }
    return { leading, following, leader, follower, takeAll, fillAll }
  }

  it('[HL23] who follows has the segments of who leads as they are, in the same playlists', () => {
    const { leading, following, leader, follower, takeAll } = openTwo()
    leading.beginShow(7)
    following.beginShow(7)
    const packets = packetsFor(34)
    play(leader, packets.slice(0, 1_450))
    play(follower, packets)
    expect(following.livePlaylist()).toBeNull()
    takeAll()
    leading.endShow(7)
    play(leader, packets.slice(1_450))
    takeAll()
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
    expect(namesIn(following.showPlaylist(7))).toHaveLength(8)
    const { epoch, number } = leader.listed[3] ?? expect.fail('too few')
    expect(following.kept(epoch, number)).toEqual(leading.kept(epoch, number))
    expect(following.hasEpoch(epoch)).toBe(true)
    leader.close()
    takeAll()
    following.endTaken(follower)
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(following.livePlaylist()).toContain('#EXT-X-ENDLIST')
  })

  it('[HL23] who led for a moment takes the segments of who leads from then on, and no more of its own', () => {
    const { leading, following, leader, follower } = openTwo()
    follower.lead()
    following.beginShow(7)
    play(follower, packetsFor(9))
    follower.follow()
    clock.nowMs += 4_000
    const later = leading.open()
    leading.beginShow(7)
    play(later, packetsFor(9))
    expect(leading.timeline(follower.run)).toBe(later)
    for (let after: number | null = null; ; after = follower.listed.at(-1)?.number ?? null) {
      const handed = leading.handOut(later, after)
      if (!handed) break
      following.take(follower, handed)
    }
    expect(leader.isEnded).toBe(true)
    expect(namesIn(following.livePlaylist())).toHaveLength(2)
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
  })

  it('[HL24] who leads from now on cuts on from the packet after the last segment that it has, with the next number', () => {
    const { leading, following, leader, follower, takeAll } = openTwo()
    leading.beginShow(7)
    const packets = packetsFor(31, 60)
    play(leader, packets.slice(0, 300), 60)
    play(follower, packets.slice(0, 320), 60)
    takeAll()
    const last = follower.listed.at(-1) ?? expect.fail('none')
    follower.lead()
    play(follower, packets.slice(320), 60)
    follower.close()
    expect(follower.listed.map(({ number }) => number)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => FIRST + at),
    )
    expect(new Set(follower.listed.map(({ epoch }) => epoch))).toEqual(new Set([last.epoch, follower.epoch]))
    expect(follower.epoch).toBeGreaterThan(last.epoch)
    const read = follower.listed.map(({ bytes }) => readSegment(bytes))
    const cut = read.flatMap((segment) => segment.packets)
    expect(sameBytes(cut, packets)).toBe(true)
    for (const [at, { startInSamples }] of read.entries())
      expect(startInSamples).toBe(read.slice(0, at).flatMap(({ packets }) => packets).length * 2_880)
    expect(following.livePlaylist()).not.toContain('DISCONTINUITY')
    expect(namesIn(following.showPlaylist(7))).toHaveLength(8)
  })

  it('[HL24] a lead that is given away and taken back loses nothing', () => {
    const { hls } = open()
    const timeline = hls.open()
    const packets = packetsFor(22)
    play(timeline, packets.slice(0, 500))
    timeline.follow()
    play(timeline, packets.slice(500, 520))
    timeline.lead()
    play(timeline, packets.slice(520))
    timeline.close()
    const cut = timeline.listed.flatMap(({ bytes }) => readSegment(bytes).packets)
    expect(sameBytes(cut, packets)).toBe(true)
  })

  it('[HL25] an instance that comes later has the last minute at once, and the show when it has fetched the rest', async () => {
    const { leading, following, leader, follower, takeAll, fillAll } = openTwo()
    leading.beginShow(7)
    play(leader, packetsFor(300))
    expect([following.isLiveComing, following.isShowComing(7)]).toEqual([true, true])
    takeAll()
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect([namesIn(following.livePlaylist()).length, following.showPlaylist(7)]).toEqual([15, null])
    expect([following.isLiveComing, following.isShowComing(7), following.isShowComing(8)]).toEqual([
      false,
      true,
      false,
    ])
    expect(await fillAll()).toBe(60)
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
    expect(following.isShowComing(7)).toBe(false)
    for (const at of [0, 40, 74])
      expect(await following.shows.read(leader.epoch, FIRST + at)).toEqual(
        await leading.shows.read(leader.epoch, FIRST + at),
      )
    // It was away for so long that what comes next is not kept any more.
    play(leader, packetsFor(4 * (KEPT_SEGMENTS + 3)))
    takeAll()
    expect(following.livePlaylist()).toBe(leading.livePlaylist())
    expect(follower.listed).toHaveLength(15)
    expect(following.showPlaylist(7)).toBeNull()
    expect(await fillAll()).toBe(KEPT_SEGMENTS + 3 - 15)
    leading.endShow(7)
    play(leader, packetsFor(8))
    takeAll()
    expect(following.showPlaylist(7)).toBe(leading.showPlaylist(7))
    expect(following.showPlaylist(7)).toContain('#EXT-X-ENDLIST')
  })
})

describe('the live playlist', () => {
  it('[HL6] names the last minute, relative to itself, with the wall clock of its beginning', () => {
    const { hls } = open()
    expect(hls.livePlaylist()).toBeNull()
    const timeline = hls.open()
    play(timeline, packetsFor(3))
    expect(hls.livePlaylist()).toBeNull()
    play(timeline, packetsFor(6))
    const { epoch } = timeline
    expect(hls.livePlaylist()).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:7',
        '#EXT-X-TARGETDURATION:4',
        `#EXT-X-MEDIA-SEQUENCE:${FIRST}`,
        '#EXT-X-INDEPENDENT-SEGMENTS',
        '#EXT-X-START:TIME-OFFSET=-28',
        `#EXT-X-MAP:URI="${epoch}/init.mp4"`,
        '#EXT-X-PROGRAM-DATE-TIME:2026-11-20T04:00:00.200Z',
        '#EXTINF:4.00000,',
        `${epoch}/${FIRST}.m4s`,
        '#EXTINF:4.00000,',
        `${epoch}/${FIRST + 1}.m4s`,
        '',
      ].join('\n'),
    )
    play(timeline, packetsFor(91))
    expect(namesIn(hls.livePlaylist())).toEqual(
      Array.from({ length: 15 }, (_, at) => `${epoch}/${FIRST + 10 + at}.m4s`),
    )
    expect(hls.livePlaylist()).toContain('DATE-TIME:2026-11-20T04:00:40.200Z\n')
  })

  it('[HL6] says where the wall clock jumped', () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(8))
    clock.nowMs += 60_000
    play(timeline, packetsFor(8))
    expect(hls.livePlaylist()?.match(/DATE-TIME:.*/g)).toEqual([
      'DATE-TIME:2026-11-20T04:00:00.080Z',
      'DATE-TIME:2026-11-20T04:01:08.080Z',
    ])
  })

  it('[HL7] ends with what there was of the last segment, is there for two minutes, and then gone', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(5))
    timeline.close()
    timeline.append(packetsFor(8))
    expect(hls.livePlaylist()).toMatch(/#EXTINF:1\.00000,\n.*\n#EXT-X-ENDLIST\n$/)
    expect(namesIn(hls.livePlaylist())).toHaveLength(2)
    vi.advanceTimersByTime(KEPT_AFTER_END_MS)
    expect([hls.livePlaylist(), hls.hasEpoch(timeline.epoch)]).toEqual([null, false])
  })

  it('[HL7] of sound that begins after an end names only that', () => {
    const { hls } = open()
    const first = hls.open()
    play(first, packetsFor(9))
    first.close()
    const second = hls.open()
    expect(hls.livePlaylist()).toBeNull()
    play(second, packetsFor(4))
    expect(namesIn(hls.livePlaylist())).toEqual([`${second.epoch}/${second.firstNumber}.m4s`])
    expect(hls.kept(first.epoch, FIRST)).toBeDefined()
  })

  it('[HL7] is not ended by a station that stops', async () => {
    const { hls } = open()
    const timeline = hls.open()
    play(timeline, packetsFor(9))
    await hls.close()
    timeline.close()
    expect([hls.isClosed, hls.livePlaylist()]).toEqual([true, null])
  })
})

describe('the playlist of a show', () => {
  /** Two shows on one mount, the second from the middle of a segment on. */
  function handOver() {
    const opened = open()
    const timeline = opened.hls.open()
    play(timeline, packetsFor(6))
    opened.hls.beginShow(7)
    play(timeline, packetsFor(200))
    opened.hls.beginShow(8)
    opened.hls.endShow(7)
    return { ...opened, timeline }
  }

  it('[HL8] names the show from the segment in which it begins to the one in which it ends', async () => {
    const { hls, timeline } = handOver()
    const { epoch } = timeline
    expect(hls.showPlaylist(7)).not.toContain('#EXT-X-ENDLIST')
    play(timeline, packetsFor(10))
    const first = hls.showPlaylist(7)
    expect(first).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n')
    expect(first).toContain(`#EXT-X-MAP:URI="../${epoch}/init.mp4"\n`)
    expect(first?.endsWith('#EXT-X-ENDLIST\n')).toBe(true)
    const numbers = Array.from({ length: 51 }, (_, at) => FIRST + 1 + at)
    expect(namesIn(first)).toEqual(numbers.map((number) => `../${epoch}/${number}.m4s`))
    expect(namesIn(hls.showPlaylist(8))[0]).toBe(namesIn(first).at(-1))
    expect(hls.showPlaylist(8)).not.toContain('#EXT-X-ENDLIST')
    expect(hls.showPlaylist(9)).toBeNull()
  })

  it('[HL8] each segment that it names is there, the same as it was in memory, and leaves no file', async () => {
    const { hls, directory } = open()
    const timeline = hls.open()
    hls.beginShow(7)
    const sent = packetsFor(300)
    const seen = new Map<number, Uint8Array>()
    for (let at = 0; at < sent.length; at += 200) {
      play(timeline, sent.slice(at, at + 200))
      const number = FIRST + at / 200
      seen.set(number, hls.kept(timeline.epoch, number) ?? expect.fail(`${number}`))
    }
    expect(namesIn(hls.showPlaylist(7))).toHaveLength(75)
    expect(hls.kept(timeline.epoch, FIRST)).toBeUndefined()
    for (const [number, bytes] of seen)
      await expect
        .poll(async () =>
          Buffer.compare((await hls.shows.read(timeline.epoch, number)) ?? new Uint8Array(), bytes),
        )
        .toBe(0)
    expect(await hls.shows.read(timeline.epoch, FIRST + 75)).toBeNull()
    expect(await hls.shows.read(timeline.epoch + 1, FIRST)).toBeNull()
    expect(readdirSync(directory)).toEqual([])
  })

  it('[HL8] is gone two minutes after the show, or with the second show after it', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { hls, timeline } = handOver()
    play(timeline, packetsFor(10))
    vi.advanceTimersByTime(KEPT_AFTER_END_MS)
    expect(hls.showPlaylist(7)).toBeNull()
    expect(hls.showPlaylist(8)).not.toBeNull()
    hls.beginShow(9)
    hls.beginShow(10)
    expect(hls.showPlaylist(8)).toBeNull()
  })

  it('[HL9] is gone where the disk fails or the show is too long, and the live one goes on', async () => {
    const { hls, directory, warnings } = open()
    const timeline = hls.open()
    rmSync(directory, { recursive: true })
    hls.beginShow(7)
    play(timeline, packetsFor(5))
    await expect.poll(() => hls.showPlaylist(7)).toBeNull()
    play(timeline, packetsFor(5))
    expect(namesIn(hls.livePlaylist())).toHaveLength(2)
    expect(warnings).toEqual(['The show has no HLS playlist from its beginning any more'])
    const log = { info() {}, warn() {}, error() {} }
    const long = new ShowSegments({ broadcastId: 7, directory, firstNumber: 1, log })
    const bytes = new Uint8Array(MAX_SHOW_BYTES / 512)
    const segment = { epoch: 1, durationInSamples: 192_000, endInSamples: 0, startMs: 0, bytes }
    for (let number = 1; number <= 2; number++) long.add({ ...segment, number })
    expect(namesIn(long.playlist())).toHaveLength(2)
    long.add({ ...segment, number: 3 })
    expect(long.playlist()).toBeNull()
  })
})
