import {
  createBroadcast,
  endBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import { standBy as calledStandBy } from '@carillon/contract/broadcasts/hand-over'
import { DAY_MS } from '@carillon/contract/durations'
import * as calls from '@carillon/contract/staff-line/endpoints'
import {
  MAX_STAFF_MESSAGE_LENGTH,
  MAX_STAFF_MESSAGES,
  STAFF_MESSAGE_KEPT_DAYS,
} from '@carillon/contract/staff-line/schemas'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createStaffLineService } from '../src/features/staff-line/service.ts'
import type { StaffLineTables } from '../src/features/staff-line/table.ts'
import { RealtimeClients, subscribe, verdict } from './support/realtime-clients.ts'
import { ENGINES, openShowPlace } from './support/show.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member
let otherDj: Member
let moderator: Member
let listener: Member
/** On air while each test runs. */
let showId: number
const clients = new RealtimeClients(() => station)

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ', 'Mikael')
  otherDj = await station.as('DJ', 'Jana')
  moderator = await station.as('MODERATOR', 'Ana')
  listener = await station.as('LISTENER', 'Ben')
})
beforeEach(async () => {
  showId = await newShow()
  await station.call(startBroadcast, { as: dj, params: { id: showId } })
})
afterEach(async () => {
  clients.close()
  await end(showId)
})
afterAll(() => station.close())

async function newShow(unlisted = false): Promise<number> {
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour', unlisted } })
  return data.id
}
const end = (id: number) => station.call(endBroadcast, { as: station.admin, params: { id } })
const write = (as: Member | null, content: string, id = showId) =>
  station.call(calls.postStaffMessage, { as, params: { id }, body: { content } })
const list = (as: Member | null, id = showId, query = {}) =>
  station.call(calls.listStaffMessages, { as, params: { id }, query })
const topicOf = (id: number) => `/topic/broadcast/${id}/staff`

describe('the line between staff and DJ', () => {
  it('[BR201] is written and read by the DJ of the show, MODERATOR and ADMIN', async () => {
    for (const member of [dj, moderator, station.admin]) {
      const { status, data } = await write(member, `From ${member.role}`)
      expect(status).toBe(201)
      expect(data).toMatchObject({ broadcastId: showId, content: `From ${member.role}` })
      expect(data.sender).toEqual({ id: member.id, name: member.name, role: member.role })
    }
    for (const member of [dj, moderator, station.admin]) {
      const { status, data } = await list(member)
      expect([status, data.map(({ content }) => content)]).toEqual([
        200,
        ['From DJ', 'From MODERATOR', 'From ADMIN'],
      ])
    }
  })

  it('[BR201] is closed to visitors, listeners and other DJs, who are not told of a draft either', async () => {
    const draft = await newShow(true)
    const statuses = async (id: number) => {
      const found: number[] = []
      for (const member of [null, listener, otherDj])
        found.push((await write(member, 'Hello', id)).status, (await list(member, id)).status)
      return found
    }
    expect(await statuses(showId)).toEqual([401, 401, 403, 403, 403, 403])
    expect(await statuses(draft)).toEqual([401, 401, 403, 403, 404, 404])
    expect((await list(station.admin)).data).toEqual([])
  })

  it.each([
    ['nothing', ' '],
    ['too much', 'a'.repeat(MAX_STAFF_MESSAGE_LENGTH + 1)],
    ['no width', '\u200B'],
  ])('[BR201] a message of %s is 400', async (_words, content) => {
    const { status, error } = await write(dj, content)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['content']])
  })

  it('[BR202] is open while the show is on air or being tested, and can be read afterwards', async () => {
    const draft = await newShow(true)
    expect((await write(dj, 'Too early', draft)).error.code).toBe('NOT_LIVE')
    await station.call(startTest, { as: dj, params: { id: draft } })
    expect((await write(moderator, 'We hear you', draft)).status).toBe(201)
    await end(draft)
    expect((await write(dj, 'Too late', draft)).error.code).toBe('NOT_LIVE')
    expect((await list(dj, draft)).data.map(({ content }) => content)).toEqual(['We hear you'])
    await write(moderator, 'Two more minutes')
    await end(showId)
    expect((await write(dj, 'Thanks')).error.code).toBe('NOT_LIVE')
    expect((await list(dj)).data).toHaveLength(1)
  })

  it('[BR201] gives the newest messages, or those next to an id', async () => {
    for (const content of ['one', 'two', 'three']) await write(dj, content)
    const [one, , three] = (await list(dj)).data
    const words = async (query: object) => (await list(dj, showId, query)).data.map(({ content }) => content)
    expect(await words({ limit: 2 })).toEqual(['two', 'three'])
    expect(await words({ after: one?.id })).toEqual(['two', 'three'])
    expect(await words({ before: three?.id })).toEqual(['one', 'two'])
  })
})

describe('the line of both DJs of a hand-over', () => {
  /** A show of the other DJ that stands by to follow the live one; the test ends it. */
  async function standBy(): Promise<number> {
    const { data } = await station.call(createBroadcast, { as: otherDj, body: { title: 'Night Owls' } })
    expect((await station.call(calledStandBy, { as: otherDj, params: { id: data.id } })).status).toBe(200)
    onTestFinished(async () => void (await end(data.id)))
    return data.id
  }
  const share = (as: Member, id: number, alsoTo: number, content = 'Two minutes?') =>
    station.call(calls.postStaffMessage, { as, params: { id }, body: { content, alsoTo } })

  it('[BR207] a message with alsoTo stands in the lines of both shows, and reaches both DJs and staff', async () => {
    const nextId = await standBy()
    const readers = [
      { member: dj, id: showId },
      { member: otherDj, id: nextId },
      { member: moderator, id: showId },
    ]
    for (const [from, to, sender] of [
      [nextId, showId, otherDj],
      [showId, nextId, dj],
    ] as const) {
      const sessions = []
      for (const { member, id } of readers) {
        const client = await clients.connect(member)
        expect(await verdict(client, subscribe(topicOf(id)))).toBe('in')
        sessions.push({ client, id })
      }
      const { status, data } = await share(sender, from, to)
      expect([status, data.broadcastId, data.isShared]).toEqual([201, from, true])
      for (const { client, id } of sessions) {
        const { message } = JSON.parse((await client.next())?.body ?? '')
        expect(message).toMatchObject({ broadcastId: id, content: 'Two minutes?', isShared: true })
        expect(message.sender.id).toBe(sender.id)
      }
      clients.close()
    }
    for (const { member, id } of readers)
      expect((await list(member, id)).data.map(({ content }) => content)).toHaveLength(2)
  })

  it('[BR207] nothing else of a line is read at the other end', async () => {
    await write(dj, 'For staff alone')
    const nextId = await standBy()
    await write(moderator, 'For the DJ alone')
    expect((await list(otherDj, nextId)).data).toEqual([])
    expect((await list(otherDj)).status).toBe(403)
    expect((await write(dj, 'Not shared')).data.isShared).toBe(false)
    expect((await list(otherDj, nextId)).data).toEqual([])
  })

  it('[BR207] without two such shows it is 409, whatever the other one is, and nothing is stored', async () => {
    const draft = await newShow(true)
    const others = [showId, draft, 2_000_000_000]
    for (const other of others) {
      const { status, error } = await share(dj, showId, other)
      expect([status, error.code]).toEqual([409, 'WRONG_STATE'])
    }
    const nextId = await standBy()
    expect((await share(otherDj, showId, nextId)).status).toBe(403)
    expect((await share(dj, nextId, showId)).status).toBe(403)
    await end(nextId)
    expect((await share(dj, showId, nextId)).status).toBe(409)
    expect((await share(otherDj, nextId, showId)).error.code).toBe('NOT_LIVE')
    expect((await list(dj)).data).toEqual([])
  })
})

describe('its topic', () => {
  it.each(['raw websocket', 'xhr-streaming'] as const)(
    '[BR203] over %s reaches the DJ of the show and staff',
    async (transport) => {
      const opened = []
      for (const member of [dj, moderator, station.admin]) {
        const client = await clients.connect(member, transport)
        expect(await verdict(client, subscribe(topicOf(showId)))).toBe('in')
        opened.push(client)
      }
      const { data } = await write(moderator, 'Your mic is dead')
      for (const client of opened)
        expect(JSON.parse((await client.next())?.body ?? '')).toEqual({
          type: 'STAFF_MESSAGE',
          message: data,
        })
    },
  )

  it('[BR203] is refused to everybody else, by the codes of the call', async () => {
    const draft = await newShow(true)
    const codeOf = async (member: Member | null, id: number) =>
      verdict(await clients.connect(member), subscribe(topicOf(id)))
    expect(await codeOf(null, showId)).toBe('NOT_SIGNED_IN')
    expect(await codeOf(listener, showId)).toBe('FORBIDDEN')
    expect(await codeOf(otherDj, showId)).toBe('FORBIDDEN')
    expect(await codeOf(otherDj, draft)).toBe('NOT_FOUND')
    expect(await codeOf(moderator, 2_000_000_000)).toBe('NOT_FOUND')
  })
})

it('[BR204] one person writes 20 messages a minute', async () => {
  const paced = await startStation({ writeFactor: 1 })
  try {
    const host = await paced.as('DJ')
    const { data } = await paced.call(createBroadcast, { as: host, body: { title: 'Harana Hour' } })
    const params = { id: data.id }
    await paced.call(startBroadcast, { as: host, params })
    const statuses: number[] = []
    for (let count = 0; count < 21; count++)
      statuses.push(
        (await paced.call(calls.postStaffMessage, { as: host, params, body: { content: 'Hi' } })).status,
      )
    expect([statuses.slice(0, 20).every((status) => status === 201), statuses.at(-1)]).toEqual([true, 429])
  } finally {
    await paced.close()
  }
})

describe.each(ENGINES)('what is kept, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<StaffLineTables>>>
  beforeAll(async () => {
    place = await openShowPlace(engine)
  })
  afterAll(() => place.close())

  const kept = async () => {
    const { rows } = await sql<{ content: string }>`SELECT content FROM staff_messages ORDER BY id`.execute(
      place.db,
    )
    return rows.map(({ content }) => content)
  }

  it('[BR204] a show has room for so many messages', async () => {
    const person = await place.person('DJ')
    const id = await place.goLive(person)
    const service = createStaffLineService(place)
    await sql`INSERT INTO staff_messages (broadcast_id, sender_id, content, created_at)
      SELECT ${id}, ${person.id}, 'Hello', ${new Date(place.clock.nowMs)}
      FROM generate_series(1, ${MAX_STAFF_MESSAGES - 1}::integer)`.execute(place.db)
    await service.post(person, id, { content: 'The last one' })
    await expect(service.post(person, id, { content: 'One more' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
    await sql`DELETE FROM staff_messages`.execute(place.db)
  })

  it('[BR205] a message goes 30 days after it was written, but of no show that is on air', async () => {
    const person = await place.person('DJ')
    const service = createStaffLineService(place)
    const ended = await place.goLive(person)
    await service.post(person, ended, { content: 'Of a show that ended' })
    const live = await place.goLive(person)
    await service.post(person, live, { content: 'Of a show on air' })
    place.clock.nowMs += STAFF_MESSAGE_KEPT_DAYS * DAY_MS
    await service.forgetOld()
    expect(await kept()).toEqual(['Of a show that ended', 'Of a show on air'])
    place.clock.nowMs += 1
    await service.forgetOld()
    expect(await kept()).toEqual(['Of a show on air'])
  })
})
