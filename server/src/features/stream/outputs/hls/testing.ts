import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silencePacket } from '@carillon/media/opus/silence'
import { onTestFinished } from 'vitest'
import { Hls } from './hls.ts'
import type { Timeline } from './timeline.ts'

export const NOW_MS = Date.parse('2026-11-20T04:00:00Z')
/** Number of the first segment of sound that begins then. */
export const FIRST = NOW_MS / 2_000
export const clock = { nowMs: NOW_MS, now: () => clock.nowMs }
export function resetClock(): void {
  clock.nowMs = NOW_MS
}

/** HLS with its disk; warnings of it are noted. */
export function open() {
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
export function packetsFor(seconds: number, packetMs: 20 | 60 = 20, bytes = 40): Uint8Array[] {
  return Array.from({ length: Math.round((seconds * 1_000) / packetMs) }, () => {
    const packet = silencePacket(packetMs === 20 ? 960 : 2_880, bytes).slice()
    made += 1
    new DataView(packet.buffer).setUint32(packet.length - 4, made)
    return packet
  })
}

/** Sends sound in pages of a quarter of a second, while the clock goes on. */
export function play(
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

/** Addresses that a playlist names. */
export const namesIn = (playlist: string | null) =>
  (playlist ?? '').split('\n').filter((line) => /^[^#]/.test(line))

type Cutting = { hls: Hls; timeline: Timeline }

/** Takes all that another instance has, as `SegmentPull` does: the newest segment first. */
export function takeAllFrom(leader: Cutting, { hls, timeline }: Cutting): void {
  const { run, firstNumber } = leader.timeline
  for (;;) {
    const after = run === timeline.run ? (timeline.last?.number ?? null) : null
    leader.timeline.noteFollower('follower', after)
    const handed = leader.hls.handOut(leader.timeline, after)
    if (!handed) break
    hls.take(timeline, handed)
  }
  for (let number = timeline.missing; number !== null; number = timeline.missing) {
    const segment = leader.timeline.find(number)
    if (!segment) break
    hls.take(timeline, { run, firstNumber, segment, shows: [] })
  }
  timeline.filled()
}
