import { describe, expect, test } from 'vitest'
import { PcmRing } from './pcm-ring.ts'

const BLOCK = 128

function push(ring: PcmRing, frames: number, value = 0.5): void {
  const channel = new Float32Array(frames).fill(value)
  ring.push(channel, channel)
}

function readBlocks(ring: PcmRing, count: number): Float32Array {
  const played = new Float32Array(count * BLOCK)
  for (let block = 0; block < count; block += 1) {
    const left = played.subarray(block * BLOCK, (block + 1) * BLOCK)
    ring.read(left, new Float32Array(BLOCK))
  }
  return played
}

/** Reads the silence until what was pushed counts as complete. */
function settle(ring: PcmRing): void {
  readBlocks(ring, 3)
}

describe('PcmRing', () => {
  test('[LS6] is silent until it holds enough, then fades in', () => {
    const ring = new PcmRing(10_000, 1_000)
    push(ring, 999)
    expect(readBlocks(ring, 9).every((value) => value === 0)).toBe(true)
    push(ring, 1_000)
    settle(ring)
    const played = readBlocks(ring, 3)
    expect(played[0]).toBeLessThan(0.01)
    expect(played.at(-1)).toBeCloseTo(0.5)
  })

  test('[LS6] running dry is counted once and ends in silence until refilled', () => {
    const ring = new PcmRing(10_000, 1_000)
    push(ring, 1_000)
    readBlocks(ring, 30)
    expect(ring.underruns).toBe(1)
    expect(ring.isSounding).toBe(false)
    push(ring, 500)
    readBlocks(ring, 4)
    expect(ring.isSounding).toBe(false)
    push(ring, 600)
    readBlocks(ring, 4)
    expect(ring.isSounding).toBe(true)
  })

  test('[LS6] it fades out before it is dry: no click', () => {
    const ring = new PcmRing(10_000, 1_000)
    push(ring, 1_000)
    settle(ring)
    const played = readBlocks(ring, 9)
    const steps = played.slice(1).map((value, index) => Math.abs(value - (played[index] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(0.01)
  })

  test('[LS5] of what came too late for a gap only the newest is heard', () => {
    const ring = new PcmRing(10_000, 1_000)
    push(ring, 4_000, 0.1)
    push(ring, 1_000, 0.9)
    settle(ring)
    expect(readBlocks(ring, 3).at(-1)).toBeCloseTo(0.9)
    expect(ring.bufferedFrames).toBe(1_000 - 3 * BLOCK)
  })

  test('[LS3] a full ring lets the oldest go', () => {
    const ring = new PcmRing(1_000, 100)
    push(ring, 5_000)
    expect(ring.bufferedFrames).toBe(1_000)
    expect(ring.droppedFrames).toBe(4_000)
  })

  test('[LS8] plays a little faster than it is filled', () => {
    const ring = new PcmRing(10_000, 9_000)
    push(ring, 9_000)
    settle(ring)
    ring.rate = 1 + 1 / BLOCK
    readBlocks(ring, 50)
    expect(ring.bufferedFrames).toBe(9_000 - 50 * (BLOCK + 1))
  })

  test('[LS8] between frames it follows the wave', () => {
    const ring = new PcmRing(10_000, 9_000)
    const wave = Float32Array.from({ length: 9_000 }, (_, index) => Math.sin(index / 20))
    ring.push(wave, wave)
    settle(ring)
    ring.rate = 1.005
    const played = readBlocks(ring, 20)
    for (let index = 500; index < played.length; index += 1) {
      expect(played[index]).toBeCloseTo(Math.sin((index * 1.005) / 20), 3)
    }
  })

  test('[LS8] leaps over what it is told to', () => {
    const ring = new PcmRing(10_000, 9_000)
    push(ring, 9_000)
    settle(ring)
    readBlocks(ring, 4)
    ring.skip(5_000)
    readBlocks(ring, 4)
    expect(ring.bufferedFrames).toBe(9_000 - 8 * BLOCK - 5_000)
  })
})
