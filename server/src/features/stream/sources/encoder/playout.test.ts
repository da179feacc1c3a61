import { describe, expect, it } from 'vitest'
import { Pacer, SAMPLES_PER_MS, STALL_MS } from '../../mount/pacer.ts'
import { MAX_DELAY_MS, MAX_WAITING_MS, Playout } from './playout.ts'

const PACKET_MS = 20
const sound = (ms: number) =>
  Array.from({ length: ms / PACKET_MS }, () => ({ durationInSamples: PACKET_MS * SAMPLES_PER_MS }))
const msOf = (packets: readonly unknown[]) => packets.length * PACKET_MS

/** Follows the playout for a while; gives the milliseconds that went out, by when. */
function follow(arrivals: readonly [atMs: number, ms: number][], untilMs: number) {
  const playout = new Playout()
  const sent: [atMs: number, ms: number][] = []
  for (let now = 0; now < untilMs; now += 10) {
    for (const [, ms] of arrivals.filter(([atMs]) => atMs === now)) playout.push(sound(ms), now)
    const due = playout.take(now)
    if (due.length > 0) sent.push([now, msOf(due)])
  }
  return { sent, playout }
}

describe('playout', () => {
  it('[EN10] a page of a second goes out in slices over that second', () => {
    expect(follow([[0, 1_000]], 2_000).sent).toEqual([
      [0, 260],
      [250, 240],
      [500, 260],
      [750, 240],
    ])
  })

  it('[EN10] what is as short as a page of the mount goes out at once', () => {
    expect(
      follow(
        [
          [0, 20],
          [100, 320],
        ],
        1_000,
      ).sent,
    ).toEqual([
      [0, 20],
      [100, 320],
    ])
  })

  it('[EN10] what comes early goes out behind what waits', () => {
    const { sent } = follow(
      [
        [0, 1_000],
        [900, 1_000],
      ],
      1_300,
    )
    const before = [
      [0, 260],
      [250, 240],
      [500, 260],
      [750, 240],
    ]
    expect(sent).toEqual([...before, [1_000, 260], [1_250, 240]])
  })

  it('[EN10] nothing piles up: what is before an arrival goes sooner when it would wait for more than 600 ms', () => {
    const { playout } = follow(
      Array.from({ length: 10 }, (_, index): [number, number] => [index * 10, 1_000]),
      100,
    )
    expect(playout.waitingMs).toBeLessThanOrEqual(MAX_DELAY_MS + 1_000)
  })

  it('[EN10] keeps the newest seconds of what comes at once', () => {
    const { sent, playout } = follow([[0, 60_000]], MAX_WAITING_MS)
    expect(sent.reduce((sum, [, ms]) => sum + ms, 0)).toBe(MAX_WAITING_MS)
    expect(playout.droppedInSamples).toBe((60_000 - MAX_WAITING_MS) * SAMPLES_PER_MS)
  })

  it('[EN10] says when more is due', () => {
    const playout = new Playout()
    expect(playout.waitMs(0)).toBeNull()
    playout.push(sound(1_000), 0)
    playout.take(0)
    expect(playout.waitMs(100)).toBe(150)
    expect(playout.waitMs(300)).toBe(0)
  })

  it.each([
    ['in time', [0, 0, 0, 0, 0, 0, 0, 0]],
    ['up to half a second early or late', [0, 400, -300, 500, -400, 0, 450, 0]],
  ])('[EN10] pages of a second that come %s are heard without a hole or a loss', (_, jitterMs) => {
    const arrivals = jitterMs.map((jitter, index): [number, number] => [index * 1_000 + 500 + jitter, 1_000])
    const playout = new Playout()
    const pacer = new Pacer(0, 0)
    let silenceInSamples = 0
    let sourceInSamples = 0
    const count = (packets: readonly { durationInSamples: number }[]) => {
      for (const packet of packets) sourceInSamples += packet.durationInSamples
    }
    for (let now = 0; now < 8_000; now += 10) {
      for (const [, ms] of arrivals.filter(([atMs]) => atMs === now)) playout.push(sound(ms), now)
      count(pacer.push(playout.take(now), now))
      if (now % 250 !== 0) continue
      const due = pacer.tick(now)
      count(due.packets)
      pacer.sentSilence(due.silenceInSamples)
      if (sourceInSamples > 0) silenceInSamples += due.silenceInSamples
    }
    expect(STALL_MS).toBeGreaterThan(500)
    expect(silenceInSamples).toBe(0)
    expect(pacer.droppedInSamples).toBe(0)
  })
})
