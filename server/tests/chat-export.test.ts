import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import * as calls from '@carillon/contract/chat/endpoints'
import { CHAT_EXPORT_PATHS } from '@carillon/contract/chat/schemas'
import { ROLES } from '@carillon/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseCsv } from './support/csv.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

/** 20 November 2026, 11:30 PM in Manila. */
const clock = { nowMs: Date.parse('2026-11-20T15:30:00.250Z'), now: () => clock.nowMs }
const HEADS = ['Message', 'Time (Asia/Manila)', 'Time (UTC)', 'Sender', 'Role', 'Text']
const STAFF_HEADS = [...HEADS, 'Original text', 'Removed (UTC)', 'Removed by']
const SAID = [
  'Magandang gabi, "lahat"',
  'what the shit',
  '=1+1',
  ' ＝2',
  '@SUM(A1)',
  '-3',
  'two\r\nlines',
  'removed',
]

let station: TestStation
let dj: Member
let moderator: Member
let ana: Member
let show: number

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  moderator = await station.as('MODERATOR', 'Paolo')
  ana = await station.as('LISTENER', 'Ana')
  const body = { title: 'Harana Hour' }
  show = (await station.call(broadcastEndpoints.createBroadcast, { as: dj, body })).data.id
  await station.call(broadcastEndpoints.startBroadcast, { as: dj, params: { id: show } })
  for (const content of SAID) {
    const { data } = await station.call(calls.postMessage, {
      as: ana,
      params: { broadcastId: show },
      body: { content },
    })
    if (content !== 'removed') continue
    await station.call(calls.deleteMessage, { as: moderator, params: { id: data.id } })
  }
})
afterAll(() => station.close())

const addressOf = (path: string, id: number | string = show) => path.replace(':broadcastId', String(id))

type Options = { path?: string; id?: number; method?: string }

async function download(
  as: Member | null,
  { path = CHAT_EXPORT_PATHS[0], id = show, method = 'GET' }: Options = {},
) {
  const headers: Record<string, string> = as ? { authorization: `Bearer ${as.token}` } : {}
  const reply = await fetch(station.origin + addressOf(path, id), { method, headers })
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString('utf8') }
}

describe.each(CHAT_EXPORT_PATHS)('the file at %s', (path) => {
  it('[CH22] is CSV in UTF-8 with its mark, lines ended by CR LF, times of the station and UTC', async () => {
    const { status, headers, bytes, text } = await download(dj, { path })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [heads, first] = parseCsv(text)
    expect(heads).toEqual(HEADS)
    expect(first?.slice(1)).toEqual([
      '2026-11-20T23:30:00.250',
      '2026-11-20T15:30:00.250Z',
      'Ana Reyes',
      'LISTENER',
      'Magandang gabi, "lahat"',
    ])
  })

  it('[CH23] tells staff what was masked and what was removed, and a DJ neither', async () => {
    const forDj = parseCsv((await download(dj, { path })).text)
    expect(forDj.flat().join()).not.toContain('shit')
    expect(forDj.at(2)?.at(5)).toBe('what the ****')
    expect(forDj).toHaveLength(SAID.length)
    for (const member of [moderator, station.admin]) {
      const rows = parseCsv((await download(member, { path })).text)
      expect(rows[0]).toEqual(STAFF_HEADS)
      expect(rows[2]?.slice(5)).toEqual(['what the ****', 'what the shit', '', ''])
      expect(rows.at(-1)?.slice(5)).toEqual(['removed', 'removed', '2026-11-20T15:30:00.250Z', 'Paolo Reyes'])
    }
  })

  it('[CH22] is for the DJ of the show and staff', async () => {
    const otherDj = await station.as('DJ', 'Jana')
    const statusOf = async (as: Member | null, id = show) => (await download(as, { path, id })).status
    expect(await statusOf(null)).toBe(401)
    for (const role of ROLES) {
      const expected = { LISTENER: 403, DJ: 403, MODERATOR: 200, ADMIN: 200 }[role]
      expect(await statusOf(role === 'DJ' ? otherDj : await station.as(role))).toBe(expected)
    }
    expect(await statusOf(dj)).toBe(200)
    expect(await statusOf(moderator, 999_999)).toBe(404)
    expect(await statusOf(moderator, Number.NaN)).toBe(404)
  })
})

it('[CH24] no cell begins a formula', async () => {
  const cells = parseCsv((await download(moderator)).text).flat()
  expect(cells.filter((cell) => /^[\s\p{C}]*[=+\-@＝＋－＠\t\r\n]/u.test(cell))).toEqual([])
  for (const content of ['=1+1', '＝2', '@SUM(A1)', '-3']) expect(cells).toContain(`'${content}`)
})

it('[CH25] is named after the show and its day in the zone of the station', async () => {
  const { headers } = await download(dj)
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Harana Hour 2026-11-20 chat.csv"; filename*=UTF-8''Harana%20Hour%202026-11-20%20chat.csv`,
  )
})

it('[CH22] HEAD answers as GET would, without the file', async () => {
  const { status, headers, bytes } = await download(dj, { method: 'HEAD' })
  expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'text/csv; charset=utf-8', 0])
})
