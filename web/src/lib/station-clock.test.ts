import { HOUR_MS } from '@carillon/contract/durations'
import { expect, test } from 'vitest'
import { StationClock } from './station-clock.ts'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')

test('[LS39] a browser whose clock is wrong counts by the station', () => {
  let browserMs = NOON - HOUR_MS
  const clock = new StationClock(() => browserMs)
  expect(clock.now()).toBe(NOON - HOUR_MS)
  clock.receive(NOON)
  browserMs += 5_000
  expect(clock.now()).toBe(NOON + 5_000)
  expect(clock.at(browserMs - 5_000)).toBe(NOON)
})

test('[LS39] what a message is late by moves nothing, a clock that was set right does', () => {
  let browserMs = NOON
  const clock = new StationClock(() => browserMs)
  clock.receive(NOON - 900)
  expect(clock.now()).toBe(NOON)
  clock.receive(NOON + HOUR_MS)
  browserMs += HOUR_MS
  clock.receive(NOON + HOUR_MS)
  expect(clock.now()).toBe(NOON + HOUR_MS)
})
