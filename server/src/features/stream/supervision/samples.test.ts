import { MINUTE_MS } from '@carillon/contract/durations'
import { expect, it } from 'vitest'
import { Audience } from '../listeners/audience.ts'
import type { ListenerSample } from '../ports.ts'
import { Samples } from './samples.ts'

const NINE = Date.parse('2026-11-20T01:00:00Z')

/** A show that begins 20 seconds after nine, and the clock that its audience and its samples go by. */
function createShow(save: (sample: ListenerSample) => Promise<unknown> = async () => undefined) {
  const clock = { nowMs: NINE + 20_000, now: () => clock.nowMs }
  const saved: ListenerSample[] = []
  const warnings: string[] = []
  const log = {
    info: () => undefined,
    warn: (_: object, words: string) => warnings.push(words),
    error: () => undefined,
  }
  const saveSample = async (sample: ListenerSample) => {
    await save(sample)
    saved.push(sample)
  }
  const samples = new Samples({ clock, log, saveSample })
  const audience = new Audience({ now: clock.now })
  const show = { broadcastId: 7, audience }
  samples.check(show)
  const passSeconds = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.nowMs += 1_000
      samples.check(show)
    }
  }
  return { clock, audience, show, samples, saved, warnings, passSeconds }
}

const sample = (minutes: number, values: object) => ({
  broadcastId: 7,
  minute: new Date(NINE + minutes * MINUTE_MS),
  ...values,
})
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('[AN17] each minute on air is kept once, with who listened, at most and for how long', async () => {
  const { audience, show, samples, saved, passSeconds } = createShow()
  audience.join('ana')
  passSeconds(30)
  const leave = audience.join('ben')
  passSeconds(5)
  leave()
  passSeconds(5 + 60 + 30)
  await samples.finish(show)
  expect(saved).toEqual([
    sample(0, { listeners: 1, peak: 2, listeningSeconds: 45, arrivals: 2 }),
    sample(1, { listeners: 1, peak: 1, listeningSeconds: 60, arrivals: 0 }),
    sample(2, { listeners: 0, peak: 1, listeningSeconds: 30, arrivals: 0 }),
  ])
})

it('[AN17] a player that comes back is no new listener; connections without a name are', async () => {
  const { audience, show, samples, saved } = createShow()
  for (const name of ['ana', 'ana', null, null, 'ben']) audience.join(name)()
  await samples.finish(show)
  expect(saved).toEqual([sample(0, { listeners: 0, peak: 1, listeningSeconds: 0, arrivals: 4 })])
})

it('[AN17] a minute that could not be kept is tried again, in its place', async () => {
  let isAway = true
  const { show, samples, saved, warnings, passSeconds } = createShow(async () => {
    if (isAway) throw new Error('The database is away')
  })
  passSeconds(120)
  await settle()
  expect(saved).toEqual([])
  expect(warnings).toHaveLength(2)
  isAway = false
  passSeconds(60)
  await samples.finish(show)
  expect(saved.map(({ minute }) => minute.getTime())).toEqual([0, 1, 2, 3].map((at) => NINE + at * MINUTE_MS))
})

it('[AN17] a clock that is set back names no minute twice', async () => {
  const { clock, show, samples, saved, passSeconds } = createShow()
  passSeconds(60)
  clock.nowMs -= 30 * MINUTE_MS
  passSeconds(120)
  await samples.finish(show)
  expect(saved.map(({ minute }) => minute.getTime())).toEqual([NINE, NINE + MINUTE_MS])
})

it('[AN17] seconds are exact however often people come and go', async () => {
  const { clock, audience, show, samples, saved, passSeconds } = createShow()
  for (let round = 0; round < 100; round++) {
    const leave = audience.join(`${round}`)
    clock.nowMs += 150
    leave()
    clock.nowMs += 50
    samples.check(show)
  }
  passSeconds(60)
  await samples.finish(show)
  expect(saved.reduce((sum, { listeningSeconds }) => sum + listeningSeconds, 0)).toBe(15)
})
