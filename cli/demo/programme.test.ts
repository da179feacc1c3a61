import { toLocalDateTime } from '@carillon/contract/time'
import { describe, expect, it } from 'vitest'
import { DEMO_PEOPLE } from './people.ts'
import { demoProgramme } from './programme.ts'

const STATION_ZONE = 'Asia/Manila'
const NOW = new Date('2026-11-20T07:30:00Z')

describe('the programme of a demonstration station', () => {
  const programme = demoProgramme(NOW, STATION_ZONE)

  it('[BR29] reaches five weeks back and two ahead, and the past is over', () => {
    const past = programme.filter((show) => show.past)
    expect(past.length).toBeGreaterThan(60)
    expect(past.every((show) => show.past && show.past.actualEnd > show.past.actualStart)).toBe(true)
    expect(past.every((show) => show.past && show.past.actualEnd < NOW)).toBe(true)
    expect(programme.filter((show) => show.start > NOW).length).toBeGreaterThan(15)
    expect(toLocalDateTime(programme.at(-1)?.start ?? NOW, STATION_ZONE).slice(0, 10)).toBe('2026-12-04')
  })

  it('[BR29] never has two shows on air at once', () => {
    const onAir = programme.flatMap((show) => show.past ?? [])
    for (const [at, show] of onAir.entries()) {
      const next = onAir[at + 1]
      if (next) expect(next.actualStart >= show.actualEnd).toBe(true)
    }
  })

  it('[BR29] is the same however often it is asked for', () => {
    expect(demoProgramme(NOW, STATION_ZONE)).toEqual(programme)
  })

  it('[BR29] names DJs of the station, which has people of every role', () => {
    const djs = DEMO_PEOPLE.filter(({ role }) => role === 'DJ').map(({ email }) => email)
    expect(programme.every((show) => djs.includes(show.dj))).toBe(true)
    expect(new Set(DEMO_PEOPLE.map(({ role }) => role)).size).toBe(4)
  })
})
