import { expect, onTestFinished, test, vi } from 'vitest'
import { anItem } from './testing.ts'

/** The schedule of a station in this zone. */
async function scheduleIn(zone: string) {
  vi.stubGlobal('document', { querySelector: () => ({ content: zone }) })
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllGlobals())
  const week = await import('./week.ts')
  const weekLayout = await import('./week-layout.ts')
  const form = await import('./show-form.ts')
  return { ...week, ...weekLayout, ...form }
}

const NOW = new Date('2026-01-05T12:00:00.000Z')
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString())

test('[SC39] a week over a change of the clock has its seven midnights, and ends at the next', async () => {
  const { daysOf, shiftWeek, weekLabel, weekNamed } = await scheduleIn('America/New_York')
  const spring = weekNamed('2026-03-08', NOW)
  expect(iso(daysOf(spring).slice(-2))).toEqual(['2026-03-07T05:00:00.000Z', '2026-03-08T05:00:00.000Z'])
  expect(spring.end.toISOString()).toBe('2026-03-09T04:00:00.000Z')
  expect(weekLabel(spring)).toBe('Mar 02 – 08, 2026')
  expect(shiftWeek(spring, 1).start).toEqual(spring.end)
  expect(shiftWeek(shiftWeek(spring, 1), -1)).toEqual(spring)
})

test('[SC39] a week whose midnight the clock skips begins that day after the gap', async () => {
  const { daysOf, dayText, weekNamed } = await scheduleIn('Africa/Cairo')
  const week = weekNamed('2026-04-24', NOW)
  expect(daysOf(week).map(dayText)).toEqual([20, 21, 22, 23, 24, 25, 26].map((day) => `2026-04-${day}`))
  expect(daysOf(week)[4]?.toISOString()).toBe('2026-04-23T22:00:00.000Z')
})

test.each([
  ['spring', '2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-08T08:00:00.000Z', [1 * 60, 4 * 60]],
  ['autumn', '2026-11-01', '2026-11-01T04:30:00.000Z', '2026-11-01T08:00:00.000Z', [30, 3 * 60]],
  ['the evening', '2026-03-08', '2026-03-09T03:00:00.000Z', '2026-03-09T03:45:00.000Z', [1380, 1425]],
])('[SC39] in a week grid a show of %s stands by the clock', async (_, day, start, end, minutes) => {
  const { placeInWeek, weekNamed } = await scheduleIn('America/New_York')
  const [placed] = placeInWeek([anItem(1, start, end)], weekNamed(day, NOW))
  expect([placed?.day, placed?.fromMinute, placed?.untilMinute]).toEqual([6, ...minutes])
})

test('[SC39] a show that ends within the hour that comes twice keeps its place in the grid', async () => {
  const { placeInWeek, weekNamed } = await scheduleIn('America/New_York')
  const show = anItem(1, '2026-11-01T05:45:00.000Z', '2026-11-01T06:15:00.000Z')
  const [placed] = placeInWeek([show], weekNamed('2026-11-01', NOW))
  expect([placed?.fromMinute, placed?.untilMinute]).toEqual([105, 135])
})

test('[SC10] a show that is moved over a change of the clock keeps its length', async () => {
  const { endAfterMove } = await scheduleIn('America/New_York')
  const was = {
    title: '',
    description: '',
    scheduledStart: '2026-03-07T01:00',
    scheduledEnd: '2026-03-07T03:00',
    isRecordingPublic: true,
  }
  expect(endAfterMove(was, '2026-03-08T01:00')).toBe('2026-03-08T04:00')
})
