import { getSummary } from '@carillon/contract/analytics/endpoints'
import * as calls from '@carillon/contract/broadcasts/endpoints'
import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'
import { fromLocalDateTime, localDay } from '@carillon/contract/time'
import { expect, it } from 'vitest'
import { at, clock, dj, end, plan, STATION_ZONE, start, station, useProgramme } from './support/programme.ts'
import { signIn } from './support/station.ts'

useProgramme()

it('[WH10] history and summary count the same broadcasts, from the first midnight on', async () => {
  const today = localDay(new Date(clock.nowMs), STATION_ZONE)
  const midnightMs = fromLocalDateTime(`${today}T00:00`, STATION_ZONE).getTime() + DAY_MS
  for (const beganAtMs of [midnightMs - 60_000, midnightMs, midnightMs + 20 * HOUR_MS]) {
    clock.nowMs = beganAtMs
    const as = await signIn(station, dj.email, dj.password)
    const { id } = await plan(as)
    await start(id, as)
    clock.nowMs += 30_000
    await end(id, as)
  }
  // Due a minute later, and never on air.
  const as = await signIn(station, dj.email, dj.password)
  const due = await plan(as, at(60_000))
  clock.nowMs = midnightMs + 29 * HOUR_MS
  const admin = await signIn(station, station.admin.email, station.admin.password)
  const { data: page } = await station.call(calls.broadcastHistory, { as: admin, query: { days: 2 } })
  const { data: summary } = await station.call(getSummary, { as: admin, query: { days: 2 } })
  const begun = page.content.filter(({ actualStart }) => actualStart !== null)
  expect([begun.length, summary.current.broadcasts]).toEqual([2, 2])
  expect(page.content.map(({ id }) => id)).toContain(due.id)
})
