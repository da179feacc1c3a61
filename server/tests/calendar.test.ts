import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import { CALENDAR_PATHS } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

/** 20 November 2026, 3 PM in Manila. */
const NOW_MS = Date.parse('2026-11-20T07:00:00.000Z')
const clock = { nowMs: NOW_MS, now: () => clock.nowMs }

let station: TestStation
let dj: Member

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
})
afterAll(() => station.close())

async function plan(title: string): Promise<number> {
  const times = { scheduledStart: '2026-11-20T23:00:00.000', scheduledEnd: '2026-11-21T01:00:00.000' }
  const body = { title, description: 'Kundiman, and requests', ...times }
  return (await station.call(calls.scheduleBroadcast, { as: dj, body })).data.id
}

const showPath = (id: number | string) => CALENDAR_PATHS.show.replace(':id', String(id))

async function read(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(station.origin + path, { headers })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, text: text.replaceAll('\r\n ', '') }
}

/** The lines of one show in a calendar, by name. */
function entryOf(text: string, id: number): Record<string, string> {
  const entries = text.split('BEGIN:VEVENT\r\n').slice(1)
  const entry = entries.find((each) => each.startsWith(`UID:broadcast-${id}-`)) ?? ''
  return Object.fromEntries(entry.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2)))
}

describe('calendars', () => {
  it('[SC1] visitors get one show as a file', async () => {
    const id = await plan('Harana Hour')
    const { status, headers, text } = await read(showPath(id))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="broadcast-${id}.ics"`)
    expect(text).toContain('X-WR-CALNAME:Campus Radio\r\n')
    expect(entryOf(text, id)).toMatchObject({
      DTSTART: '20261120T150000Z',
      DTEND: '20261120T170000Z',
      SUMMARY: 'Harana Hour',
      DESCRIPTION: 'with Mikael Reyes\\n\\nKundiman\\, and requests',
      URL: `${station.origin}/broadcast/${id}`,
      SEQUENCE: '0',
      STATUS: 'CONFIRMED',
    })
  })

  it('[SC1] the feed holds every show that is planned', async () => {
    const ids = [await plan('First'), await plan('Second')]
    const { headers, text } = await read(CALENDAR_PATHS.feed)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(ids.map((id) => entryOf(text, id).SUMMARY)).toEqual(['First', 'Second'])
  })

  it('[SC4] a change of words or times is a new revision of the same entry, slow mode is none', async () => {
    const id = await plan('Old name')
    const first = entryOf((await read(showPath(id))).text, id)
    const params = { id }
    clock.nowMs = NOW_MS + 1000
    await station.call(calls.updateBroadcast, { as: dj, params, body: { title: 'New name' } })
    await station.call(calls.updateBroadcast, { as: dj, params, body: { title: 'New name' } })
    await station.call(calls.setSlowMode, { as: dj, params, body: { enabled: true, seconds: 5 } })
    const second = entryOf((await read(showPath(id))).text, id)
    expect(second).toMatchObject({ UID: first.UID, SUMMARY: 'New name', SEQUENCE: '1' })
    expect([first['LAST-MODIFIED'], second['LAST-MODIFIED']]).toEqual([
      '20261120T070000Z',
      '20261120T070001Z',
    ])
    const body = { scheduledEnd: '2026-11-21T02:00:00.000' }
    await station.call(calls.updateBroadcast, { as: dj, params, body })
    const third = entryOf((await read(CALENDAR_PATHS.feed)).text, id)
    expect(third).toMatchObject({ UID: first.UID, SEQUENCE: '2', DTEND: '20261120T180000Z' })
    clock.nowMs = NOW_MS
  })

  it('[SC5] a cancelled show says so at its address and in the feed', async () => {
    const id = await plan('Never')
    await station.call(calls.deleteBroadcast, { as: dj, params: { id } })
    for (const path of [showPath(id), CALENDAR_PATHS.feed]) {
      const entry = entryOf((await read(path)).text, id)
      expect(entry).toMatchObject({ SUMMARY: 'Never', STATUS: 'CANCELLED', SEQUENCE: '1' })
    }
  })

  it.each(['999999', '0', 'x', '12345678901234567890'])('[SC5] there is no show %s', async (id) => {
    const { status, text } = await read(showPath(id))
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ success: false })
  })

  it('[SC6] what is over leaves the feed after a week, its own file stays', async () => {
    const id = await plan('Last week')
    clock.nowMs = NOW_MS + 7 * DAY_MS
    expect(entryOf((await read(CALENDAR_PATHS.feed)).text, id).SUMMARY).toBe('Last week')
    clock.nowMs = NOW_MS + 8 * DAY_MS
    expect(entryOf((await read(CALENDAR_PATHS.feed)).text, id)).toEqual({})
    expect((await read(showPath(id))).status).toBe(200)
    clock.nowMs = NOW_MS
  })

  it('[SC6] an unchanged feed is not sent again', async () => {
    const id = await plan('Once')
    const etag = (await read(CALENDAR_PATHS.feed)).headers.get('etag') ?? ''
    const again = await read(CALENDAR_PATHS.feed, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    await station.call(calls.deleteBroadcast, { as: dj, params: { id } })
    expect((await read(CALENDAR_PATHS.feed, { 'if-none-match': etag })).status).toBe(200)
  })
})
