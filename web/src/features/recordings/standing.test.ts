import { expect, test } from 'vitest'
import { PREPARING_MS, standingOf } from './standing.ts'

const actualEnd = '2026-11-20T07:00:00.000Z'
const end = Date.parse(actualEnd)

test('[WR6] a recording is there when the station names it, else on its way for a quarter of an hour', () => {
  expect(standingOf({ recordingUrl: 'https://s/recordings/1.ogg', actualEnd }, end)).toBe('there')
  expect(standingOf({ recordingUrl: null, actualEnd }, end + PREPARING_MS - 1)).toBe('preparing')
  expect(standingOf({ recordingUrl: null, actualEnd }, end + PREPARING_MS)).toBe('none')
  expect(standingOf({ recordingUrl: null, actualEnd: null }, end)).toBe('none')
})
