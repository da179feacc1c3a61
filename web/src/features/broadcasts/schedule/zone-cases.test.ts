import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFaketime, moveClock, withMovedClock } from '@carillon/testkit/moved-clock'
import { afterAll, describe, expect, test } from 'vitest'
import { answerCases } from './zone-cases.ts'

const CASES = 1_000
const SEED = 5
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin']
/** Manila's midnight and its month end, and the clock changes of New York and Berlin. */
const EDGES = [
  '2026-03-08T07:00:00.000Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T01:00:00.000Z',
  '2026-11-01T06:00:00.000Z',
  '2026-11-20T16:00:00.000Z',
  '2026-11-30T16:00:00.000Z',
].map((text) => Date.parse(text))
/** A second before each of them, and one after. */
const CLOCKS = EDGES.flatMap((edge) => [edge - 1_000, edge + 1_000])
const CASES_AT_ONCE = Math.ceil(CASES / CLOCKS.length)

const folder = mkdtempSync(join(tmpdir(), 'carillon-clock-'))
const clockFile = join(folder, 'clock')
afterAll(() => rmSync(folder, { recursive: true }))

/** Output as JSON of a process on a machine in `zone`. */
function askIn(zone: string, program: string, env: Record<string, string> = {}): unknown {
  const source = new URL('./zone-cases.ts', import.meta.url).href
  const clock = new URL('../../../../../testkit/src/moved-clock.ts', import.meta.url).href
  const imports = `const { answerCases } = await import(${JSON.stringify(source)})
    const { moveClock } = await import(${JSON.stringify(clock)})`
  const said = execFileSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', `${imports}\nconsole.log(JSON.stringify(${program}))`],
    { env: { ...process.env, TZ: zone, ...env }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(said)
}

const inStationZone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Manila',
  dateStyle: 'short',
  timeStyle: 'short',
})

describe('a schedule on machines of other zones', () => {
  test('[SC15] local times, days and weeks of 1,000 cases are those of Manila', () => {
    for (const { start, local, day, weekStart } of answerCases(CASES, SEED, null)) {
      const wall = inStationZone.format(new Date(start))
      expect([local, day]).toEqual([wall.replace(' ', 'T'), wall.slice(0, 10)])
      const monday = inStationZone.format(new Date(weekStart))
      expect(monday.slice(11)).toBe('00:00')
      expect(new Date(`${monday.slice(0, 10)}T00:00Z`).getUTCDay()).toBe(1)
      const sinceMondayMs = Date.parse(start) - Date.parse(weekStart)
      expect(sinceMondayMs >= 0 && sinceMondayMs < 7 * 86_400_000).toBe(true)
    }
  })

  test.each(ZONES)('[SC15] a machine in %s gives the same 1,000 answers', (zone) => {
    const [offset, answers] = askIn(
      zone,
      `[new Date().getTimezoneOffset(), answerCases(${CASES}, ${SEED}, null)]`,
    ) as [number, unknown]
    expect(offset === 0).toBe(zone === 'UTC')
    expect(answers).toEqual(answerCases(CASES, SEED, null))
  })

  test.skipIf(!findFaketime()).each(ZONES)(
    '[SC15] so does one in %s whose clock goes over midnight, month end and clock changes',
    (zone) => {
      const [first = 0] = CLOCKS
      moveClock(clockFile, first)
      const program = `${JSON.stringify(CLOCKS)}.map((clock) => {
        moveClock(${JSON.stringify(clockFile)}, clock)
        return [Date.now(), answerCases(${CASES_AT_ONCE}, clock, Date.now())]
      })`
      const answers = askIn(zone, program, withMovedClock(clockFile, zone))
      expect(answers).toEqual(CLOCKS.map((clock) => [clock, answerCases(CASES_AT_ONCE, clock, clock)]))
    },
  )
})
