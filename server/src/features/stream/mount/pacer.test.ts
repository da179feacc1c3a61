import { describe, expect, it } from 'vitest'
import { durationOf, MAX_HELD_MS, MAX_LEAD_MS, Pacer, SAMPLES_PER_MS, STALL_MS } from './pacer.ts'

const PACKET_MS = 60
const SILENCE_PACKET = 20 * SAMPLES_PER_MS

/** A mount in small: counts what goes out, as audio and as silence, and when. */
function station(prefillMs = 0) {
  const pacer = new Pacer<{ durationInSamples: number; takenAtMs: number }>(0, prefillMs)
  const sent = { audioMs: 0, silenceMs: 0, newestMs: [] as number[] }
  const count = (packets: { durationInSamples: number; takenAtMs: number }[]) => {
    sent.audioMs += durationOf(packets) / SAMPLES_PER_MS
    sent.newestMs.push(...packets.map((packet) => packet.takenAtMs))
  }
  return {
    pacer,
    sent,
    chunk(nowMs: number, packetCount = 4, takenAtMs = nowMs) {
      const packet = { durationInSamples: PACKET_MS * SAMPLES_PER_MS, takenAtMs }
      count(pacer.push(Array(packetCount).fill(packet), nowMs))
    },
    tick(nowMs: number) {
      const due = pacer.tick(nowMs)
      count(due.packets)
      const samples = Math.ceil(due.silenceInSamples / SILENCE_PACKET) * SILENCE_PACKET
      pacer.sentSilence(samples)
      sent.silenceMs += samples / SAMPLES_PER_MS
      return due
    },
  }
}

/** Chunks of 240 ms at their pace and ticks every 250 ms, in the order of time. */
function play(on: ReturnType<typeof station>, fromMs: number, toMs: number, skew = 1, jitterMs = () => 0) {
  const events: { atMs: number; run: () => void }[] = []
  for (let atMs = fromMs; atMs < toMs; atMs += 240 / skew) {
    const arrivalMs = atMs + jitterMs()
    events.push({ atMs: arrivalMs, run: () => on.chunk(arrivalMs, 4, atMs) })
  }
  for (let atMs = fromMs; atMs < toMs; atMs += 250) events.push({ atMs, run: () => on.tick(atMs) })
  for (const event of events.sort((a, b) => a.atMs - b.atMs)) event.run()
}

describe('a source that behaves', () => {
  it('[ST1] goes out the moment it arrives', () => {
    const on = station()
    on.chunk(0)
    on.tick(10)
    expect(on.pacer.push([{ durationInSamples: 2880, takenAtMs: 240 }], 250)).toHaveLength(1)
  })

  it.each([
    ['fast', 1.0001],
    ['slow', 0.9999],
  ])('[ST2] a sound card 100 ppm too %s costs no packet and adds no silence in three hours', (_, skew) => {
    const on = station()
    let random = 1
    const jitterMs = () => {
      random = (random * 48_271) % 2_147_483_647
      return (random / 2_147_483_647) * 150
    }
    play(on, 0, 5_000, skew, jitterMs)
    const silenceMs = on.sent.silenceMs
    play(on, 5_000, 3 * 3_600_000, skew, jitterMs)
    expect(on.pacer.droppedInSamples).toBe(0)
    expect(on.sent.silenceMs).toBe(silenceMs)
    expect(Math.abs(on.pacer.leadMs(3 * 3_600_000))).toBeLessThan(MAX_LEAD_MS)
  })

  it('[ST3] a stall shorter than the limit is caught up without silence and without loss', () => {
    const on = station()
    play(on, 0, 5_000)
    const { silenceMs } = on.sent
    on.tick(5_250)
    for (let i = 0; i < 3; i++) on.chunk(4_900 + STALL_MS)
    on.tick(5_750)
    expect(on.sent.silenceMs).toBe(silenceMs)
    expect(on.pacer.droppedInSamples).toBe(0)
  })
})

describe('a process that stood still', () => {
  it.each([1_000, 3_000])(
    '[ST502] for %d ms sends what came meanwhile, all of it and no silence',
    (stoodMs) => {
      const on = station()
      play(on, 0, 5_000)
      const { silenceMs, audioMs } = on.sent
      const leadMs = on.pacer.leadMs(5_000)
      const nowMs = 5_000 + stoodMs
      on.tick(nowMs)
      for (let takenAtMs = 5_000; takenAtMs < nowMs; takenAtMs += 240) on.chunk(nowMs + 1, 4, takenAtMs)
      play(on, nowMs + 250, nowMs + 5_000)
      expect(on.sent.silenceMs).toBe(silenceMs)
      expect(on.pacer.droppedInSamples).toBe(0)
      expect(on.sent.audioMs - audioMs).toBeGreaterThan(stoodMs + 4_500)
      expect(on.pacer.leadMs(nowMs + 5_000)).toBeLessThan(leadMs + 250)
    },
  )

  it('[ST502] for a minute leaves no more latency behind than a source may have', () => {
    const on = station()
    play(on, 0, 5_000)
    on.tick(65_000)
    for (let takenAtMs = 5_000; takenAtMs < 65_000; takenAtMs += 240) on.chunk(65_001, 4, takenAtMs)
    expect(on.pacer.leadMs(65_001)).toBeGreaterThan(0)
    expect(on.pacer.leadMs(65_001)).toBeLessThanOrEqual(MAX_LEAD_MS)
  })

  it('[ST502] and whose source is away all the same goes on in silence at the next tick', () => {
    const on = station()
    play(on, 0, 5_000)
    const { silenceMs } = on.sent
    on.tick(8_000)
    expect(on.sent.silenceMs).toBe(silenceMs)
    on.tick(8_250)
    expect(on.pacer.isSilent).toBe(true)
    expect(on.sent.silenceMs - silenceMs).toBeGreaterThan(2_900)
  })

  it('[ST502] again and again waits for its source once', () => {
    const on = station()
    play(on, 0, 5_000)
    on.tick(6_000)
    on.tick(7_000)
    expect(on.pacer.isSilent).toBe(true)
  })
})

describe('a source that is away', () => {
  it('[ST4] is replaced by silence at the pace of the clock', () => {
    const on = station()
    for (let nowMs = 0; nowMs <= 60_000; nowMs += 250) on.tick(nowMs)
    expect(on.sent.silenceMs).toBeGreaterThanOrEqual(60_000)
    expect(on.sent.silenceMs).toBeLessThan(60_020)
  })

  it('[ST4] the hole before the silence began is filled as well', () => {
    const on = station()
    play(on, 0, 5_000)
    for (let nowMs = 5_000; nowMs <= 10_000; nowMs += 250) on.tick(nowMs)
    expect(on.pacer.isSilent).toBe(true)
    expect(on.pacer.leadMs(10_000)).toBeGreaterThanOrEqual(0)
    expect(on.pacer.leadMs(10_000)).toBeLessThan(20)
  })

  it('[ST5] comes back with the newest of its late burst, the rest is dropped', () => {
    const on = station()
    play(on, 0, 5_000)
    for (let nowMs = 5_000; nowMs <= 15_000; nowMs += 250) on.tick(nowMs)
    on.sent.newestMs.length = 0
    for (let takenAtMs = 5_000; takenAtMs < 15_000; takenAtMs += 240) on.chunk(15_100, 4, takenAtMs)
    on.tick(15_250)
    on.chunk(15_300)
    on.tick(15_500)
    expect(on.sent.newestMs.every((takenAtMs) => takenAtMs >= 14_600)).toBe(true)
    expect(on.pacer.leadMs(15_500)).toBeLessThanOrEqual(MAX_HELD_MS)
  })

  it('[ST501] is heard at the next tick once its late burst is over, without another loss', () => {
    const on = station()
    play(on, 0, 5_000)
    for (let nowMs = 5_000; nowMs <= 15_000; nowMs += 250) on.tick(nowMs)
    for (let late = 0; late < 40; late++) on.chunk(15_100)
    on.tick(15_250)
    on.sent.newestMs.length = 0
    on.chunk(15_340)
    on.tick(15_500)
    expect(on.sent.newestMs).toContain(15_340)
    const dropped = on.pacer.droppedInSamples
    play(on, 15_580, 20_000)
    expect(on.pacer.droppedInSamples).toBe(dropped)
  })

  it('[ST5] ten stalls in a row leave no latency behind', () => {
    const on = station()
    let nowMs = 0
    for (let round = 0; round < 10; round++) {
      play(on, nowMs, nowMs + 5_000)
      for (let atMs = nowMs + 5_000; atMs < nowMs + 15_000; atMs += 250) on.tick(atMs)
      for (let i = 0; i < 40; i++) on.chunk(nowMs + 15_000)
      nowMs += 15_000
    }
    play(on, nowMs, nowMs + 5_000)
    expect(on.pacer.leadMs(nowMs + 5_000)).toBeLessThanOrEqual(MAX_LEAD_MS)
  })

  it.each([0.9999, 1, 1.0001])('[ST5] neither do long sets of a sound card at %d of true', (skew) => {
    const on = station()
    let nowMs = 0
    for (let round = 0; round < 6; round++) {
      play(on, nowMs, nowMs + 1_800_000, skew)
      for (let atMs = nowMs + 1_800_000; atMs < nowMs + 1_810_000; atMs += 250) on.tick(atMs)
      nowMs += 1_810_000
    }
    expect(on.sent.audioMs + on.sent.silenceMs - nowMs).toBeLessThan(20)
    expect(on.sent.audioMs + on.sent.silenceMs - nowMs).toBeGreaterThan(-500)
  })

  it('[ST5] a source faster than time is held to the clock', () => {
    const on = station()
    play(on, 0, 60_000, 2)
    expect(on.pacer.leadMs(60_000)).toBeLessThanOrEqual(MAX_LEAD_MS)
    expect(on.sent.audioMs).toBeLessThan(61_000)
    expect(on.sent.audioMs).toBeGreaterThan(55_000)
  })

  it('[ST6] a process that was suspended does not send an hour of silence', () => {
    const on = station()
    on.tick(0)
    on.tick(3_600_000)
    expect(on.sent.silenceMs).toBeLessThanOrEqual(3_020)
  })
})
