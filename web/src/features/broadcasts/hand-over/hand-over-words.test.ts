import type { HandOver } from '@carillon/contract/broadcasts/hand-over'
import { describe, expect, it } from 'vitest'
import { passedMark, presenceOf, timeLeft } from './hand-over-words.ts'

const AT = Date.parse('2026-11-20T08:00:00Z')

describe('the time until a hand-over', () => {
  it('[HO201] is in minutes, and to the second from five minutes on', () => {
    const words = [3_600_000, 300_001, 300_000, 249_000, 61_000, 9_200, 1].map((ms) => timeLeft(AT, AT - ms))
    expect(words).toEqual(['in 60 min', 'in 6 min', 'in 5:00', 'in 4:09', 'in 1:01', 'in 0:10', 'in 0:01'])
    expect([timeLeft(AT, AT), timeLeft(AT, AT + 5_000)]).toEqual([null, null])
  })

  it('[HO202] is said aloud at five minutes, one minute and ten seconds, once each, and the last one passed', () => {
    const said = (beforeMs: number, nowMs: number) => passedMark(AT, AT - beforeMs, AT - nowMs)
    expect(said(300_500, 299_500)).toBe('5 minutes')
    expect(said(299_500, 298_500)).toBeNull()
    expect(said(60_000, 59_000)).toBeNull()
    expect(said(60_500, 60_000)).toBe('1 minute')
    expect(said(400_000, 9_000)).toBe('10 seconds')
    expect(said(9_000, -1_000)).toBeNull()
  })
})

it('[HO203] a next DJ is ready, not to be heard yet, not here, or late', () => {
  const next = {
    id: 2,
    title: 'Night Owls',
    dj: { id: 3, name: 'Jana Ramos', role: 'DJ' as const },
    scheduledStart: '2026-11-20T16:00:00.000',
  }
  const of = (standingBySince: string | null, isReady: boolean): HandOver => ({
    next: { ...next, standingBySince, isReady },
    at: new Date(AT).toISOString(),
  })
  const since = new Date(AT - 60_000).toISOString()
  expect(presenceOf(of(since, true), AT)).toBe('ready')
  expect(presenceOf(of(since, false), AT)).toBe('no-sound')
  expect(presenceOf(of(null, false), AT - 1)).toBe('not-here')
  expect(presenceOf(of(null, false), AT)).toBe('late')
  expect(presenceOf({ ...of(null, false), at: null }, AT)).toBe('not-here')
})
