import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answerCases } from './zone-cases.ts'

const CASES = 1_000
const SEED = 5
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin']
/** Moves the clock of a whole process; not every machine has it. */
const [libfaketime] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
/** A second before Manila's midnight, its month end, and the clock changes of New York and Berlin. */
const CLOCKS = [
  '2026-11-20T15:59:59.000Z',
  '2026-11-30T15:59:59.000Z',
  '2026-03-08T06:59:59.000Z',
  '2026-11-01T05:59:59.000Z',
  '2026-03-29T00:59:59.000Z',
  '2026-10-25T00:59:59.000Z',
]

/** What a process whose machine stands in `zone` answers; `clock` is its time, else each case has its own. */
function askIn(zone: string, clock: string | null): unknown {
  const source = new URL('./zone-cases.ts', import.meta.url).href
  const program = `const { answerCases } = await import(${JSON.stringify(source)})
    console.log(JSON.stringify([new Date().getTimezoneOffset(), ${clock ? 'Date.now()' : '0'},
      answerCases(${CASES}, ${SEED}, ${clock ? 'Date.now()' : 'null'})]))`
  const moved = clock && {
    LD_PRELOAD: libfaketime,
    FAKETIME_FMT: '%s',
    FAKETIME: String(Date.parse(clock) / 1000),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    env: { ...process.env, TZ: zone, ...moved },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(said)
}

const inManila = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Manila',
  dateStyle: 'short',
  timeStyle: 'short',
})

describe('a schedule on machines of other zones', () => {
  test('[SC15] local times, days and weeks of 1,000 cases are those of Manila', () => {
    for (const { start, local, day, weekStart } of answerCases(CASES, SEED, null)) {
      const wall = inManila.format(new Date(start))
      expect([local, day]).toEqual([wall.replace(' ', 'T'), wall.slice(0, 10)])
      const monday = inManila.format(new Date(weekStart))
      expect(monday.slice(11)).toBe('00:00')
      expect(new Date(`${monday.slice(0, 10)}T00:00Z`).getUTCDay()).toBe(1)
      const sinceMondayMs = Date.parse(start) - Date.parse(weekStart)
      expect(sinceMondayMs >= 0 && sinceMondayMs < 7 * 86_400_000).toBe(true)
    }
  })

  test.each(ZONES)('[SC15] a machine in %s gives the same 1,000 answers', (zone) => {
    const [offset, , answers] = askIn(zone, null) as [number, number, unknown]
    expect(offset === 0).toBe(zone === 'UTC')
    expect(answers).toEqual(answerCases(CASES, SEED, null))
  })

  test.skipIf(!libfaketime).each(CLOCKS)(
    '[SC15] so do machines of three zones whose clock says %s',
    (clock) => {
      for (const zone of ZONES) {
        const [, nowMs, answers] = askIn(zone, clock) as [number, number, unknown]
        expect(nowMs).toBe(Date.parse(clock))
        expect(answers).toEqual(answerCases(CASES, SEED, nowMs))
      }
    },
  )
})
