import { execFileSync } from 'node:child_process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { formatClock, formatDate, formatRelative, formatTime, fromStationTime } from './station-time.ts'

/** The module as a page has it that says it is in this zone. */
async function stationTimeIn(zone: string) {
  vi.stubGlobal('document', { querySelector: () => ({ content: zone }) })
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllGlobals())
  return await import('./station-time.ts')
}

const instant = new Date('2026-11-20T07:32:10.000Z')

describe('times of the station', () => {
  test('[SH7] dates read MMM dd, yyyy and times h:mm a, with plain spaces', () => {
    expect(formatDate(new Date('2026-11-04T16:00:00.000Z'))).toBe('Nov 05, 2026')
    expect(formatTime(instant)).toBe('3:32 PM')
    expect(formatTime(new Date('2026-11-20T16:30:00.000Z'))).toBe('12:30 AM')
    expect(formatTime(instant)).toMatch(/^\d{1,2}:\d{2} [AP]M$/)
    expect(formatClock(instant)).toBe('Fri, Nov 20, 2026 · 3:32 PM')
  })

  test.each(['America/New_York', 'Pacific/Kiritimati', 'Europe/Berlin'])(
    '[SH7] a machine whose clock is in %s shows and reads the same times',
    (zone) => {
      const source = new URL('./station-time.ts', import.meta.url).href
      const program = `const m = await import(${JSON.stringify(source)});
        const start = m.fromStationTime('2026-03-29T02:30:00.000');
        console.log(m.formatClock(new Date('2026-11-20T07:32:10.000Z')) + '|' + start.toISOString() + '|' + m.formatTime(start))`
      const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      })
      expect(said.trim()).toBe('Fri, Nov 20, 2026 · 3:32 PM|2026-03-28T18:30:00.000Z|2:30 AM')
    },
  )

  test.each([
    ['America/New_York', 'Fri, Nov 20, 2026 · 2:32 AM', '2026-11-20T20:00:00.000Z'],
    ['Asia/Kathmandu', 'Fri, Nov 20, 2026 · 1:17 PM', '2026-11-20T09:15:00.000Z'],
    ['', 'Fri, Nov 20, 2026 · 3:32 PM', '2026-11-20T07:00:00.000Z'],
  ])('[SH7] a page that names the zone "%s" shows and reads its times', async (zone, clock, start) => {
    const { formatClock, fromStationTime, toStationTime } = await stationTimeIn(zone)
    expect(formatClock(instant)).toBe(clock)
    expect(fromStationTime('2026-11-20T15:00:00.000').toISOString()).toBe(start)
    expect(toStationTime(new Date(start))).toBe('2026-11-20T15:00')
  })

  test('[SC39] a time that the clock skips is read as much later, one that happens twice as its first', async () => {
    const { formatTime, fromStationTime } = await stationTimeIn('America/New_York')
    const skipped = fromStationTime('2026-03-08T02:30')
    expect([skipped.toISOString(), formatTime(skipped)]).toEqual(['2026-03-08T07:30:00.000Z', '3:30 AM'])
    expect(fromStationTime('2026-11-01T01:30').toISOString()).toBe('2026-11-01T05:30:00.000Z')
  })

  test('[SH7] a local date-time of the wire is a time of Manila where no zone is named', () => {
    expect(fromStationTime('2026-11-20T15:00:00.000').toISOString()).toBe('2026-11-20T07:00:00.000Z')
    for (const text of ['', 'tomorrow', '2026-11-20', '2026-11-20T15:00:00.000Z']) {
      expect(fromStationTime(text).getTime()).toBeNaN()
    }
  })

  test('[SH7] relative times count whole minutes, hours and days', () => {
    const at = (ms: number) => formatRelative(new Date(instant.getTime() + ms), instant)
    expect([at(30_000), at(-90_000), at(2 * 3_600_000), at(-3 * 86_400_000)]).toEqual([
      'now',
      '1 minute ago',
      'in 2 hours',
      '3 days ago',
    ])
  })
})
