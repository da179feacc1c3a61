import { expect, it } from 'vitest'
import { type Costs, cachedLoadOf, carriedByOneCore, loadOf } from './capacity.ts'

const COSTS: Costs = {
  onAir: 0.1,
  batchListener: 5e-6,
  nearListener: 20e-6,
  plainListener: 15e-6,
  mp3Listener: 30e-6,
  mp3Encoder: 0.02,
  connection: 1e-6,
  delivery: 9e-6,
  icecastListener: 35e-6,
  rewinder: 40e-6,
  cache: 100e-6,
  listenerBytes: 12_000,
  connectionBytes: 8_000,
  icecastListenerBytes: 10_000,
  listenerBitsPerSecond: 100_000,
}

it('[QA4] one core carries browsers that listen until seven tenths of it are used, its show included', () => {
  expect(carriedByOneCore(COSTS)).toEqual({ whole: 20_000, roomAlone: 60_000, icecast: 20_000 })
})

it('[QA4] a load is the sum of its parts, and Icecasts are as many as their cores need', () => {
  const load = loadOf(100_000, COSTS)
  expect(load.streamCores).toBeCloseTo(2.1)
  expect(load.roomCores).toBeCloseTo(1)
  expect(load).toMatchObject({ bytes: 2e9, bitsPerSecond: 1e10, icecasts: 5 })
})

it('[QA4] behind caches the station pays for each cache, and the caches for each listener', () => {
  const load = cachedLoadOf(1_000_000, 1_000, COSTS)
  expect(load.cores).toBeCloseTo(0.2)
  expect(load.bitsPerSecond).toBe(1e11)
})
