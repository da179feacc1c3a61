import { analyticsEndpoints } from '@carillon/contract/analytics/endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import * as calls from '@carillon/contract/chat/endpoints'
import { MINUTE_MS } from '@carillon/contract/durations'
import { ROLES, type Role } from '@carillon/contract/roles'
import { PAYLOADS } from '@carillon/testkit/hostile-texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient } from './support/stomp.ts'

const VIEWERS = ['visitor', ...ROLES] as const
const clock = { nowMs: Date.now(), now: () => clock.nowMs }

let station: TestStation
let dj: Member
let otherDj: Member
let moderator: Member
let ana: Member
let show: number

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  otherDj = await station.as('DJ', 'Jana')
  moderator = await station.as('MODERATOR', 'Paolo')
  ana = await station.as('LISTENER', 'Ana')
})
beforeEach(async () => {
  for (const { id } of (await station.call(broadcastEndpoints.liveBroadcasts)).data) await end(id)
  show = await goLive()
})
afterAll(() => station.close())

const end = (id: number) =>
  station.call(broadcastEndpoints.endBroadcast, { as: station.admin, params: { id } })
const post = (as: Member | null, content: string, id = show) =>
  station.call(calls.postMessage, { as, params: { broadcastId: id }, body: { content } })
const list = (query: { before?: number; after?: number; limit?: number } = {}, id = show) =>
  station.call(calls.listMessages, { params: { broadcastId: id }, query })
const remove = (as: Member | null, id: number) => station.call(calls.deleteMessage, { as, params: { id } })
const addWord = (as: Member | null, word: string) => station.call(calls.addWord, { as, body: { word } })
const contents = async (query = {}) => (await list(query)).data.map(({ content }) => content)
const viewer = (who: Role | 'visitor') => (who === 'visitor' ? null : station.as(who))

async function goLive(): Promise<number> {
  const id = await plan()
  await station.call(broadcastEndpoints.startBroadcast, { as: dj, params: { id } })
  return id
}

async function plan(): Promise<number> {
  const body = { title: 'Harana Hour' }
  return (await station.call(broadcastEndpoints.createBroadcast, { as: dj, body })).data.id
}

async function slowDown(seconds: number): Promise<void> {
  const body = { enabled: true, seconds }
  await station.call(broadcastEndpoints.setSlowMode, { as: dj, params: { id: show }, body })
}

describe('what was said', () => {
  it('[CH1] is read oldest first, the newest 50, or those before or after an id', async () => {
    const ids: number[] = []
    for (let at = 1; at <= 55; at += 1) ids.push((await post(dj, `${at}`)).data.id)
    expect((await contents()).at(0)).toBe('6')
    expect((await contents()).at(-1)).toBe('55')
    expect(await contents({ before: ids[5], limit: 3 })).toEqual(['3', '4', '5'])
    expect(await contents({ after: ids[5], limit: 3 })).toEqual(['7', '8', '9'])
    expect(await contents({ after: ids[5], before: ids[8] })).toEqual(['7', '8'])
    expect(await contents({ after: ids[54] })).toEqual([])
    expect(await contents({ limit: 1000 })).toHaveLength(55)
  })

  it.each(VIEWERS)('[CH1] is read by %s, also after the show', async (who) => {
    const { data } = await post(ana, 'Magandang gabi')
    await end(show)
    const { status, data: read } = await station.call(calls.listMessages, {
      as: await viewer(who),
      params: { broadcastId: show },
    })
    expect(status).toBe(200)
    expect(read).toEqual([data])
    expect(data).toEqual({
      id: expect.any(Number),
      broadcastId: show,
      content: 'Magandang gabi',
      timestamp: new Date(clock.nowMs).toISOString(),
      sender: { id: ana.id, name: 'Ana Reyes', role: 'LISTENER' },
    })
  })

  it('[CH1] a wrong cursor is 400, no show is 404', async () => {
    expect((await list({ before: -1 })).error.code).toBe('INVALID_INPUT')
    expect((await list({ limit: 0 })).error.code).toBe('INVALID_INPUT')
    expect((await list({}, 999_999)).status).toBe(404)
  })

  it('[CH11] comes back literally, whatever a browser could take it for', { timeout: 60_000 }, async () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(60)
    const written = PAYLOADS.map((payload) => payload.trim())
    for (const payload of PAYLOADS) await post(dj, payload)
    expect(await contents({ limit: 100 })).toEqual(written)
  })
})

describe('writing', () => {
  it.each(VIEWERS)('[CH2] is for whoever is signed in: %s', async (who) => {
    const { status, error } = await post(await viewer(who), 'hello')
    expect([status, error.code]).toEqual(who === 'visitor' ? [401, 'NOT_SIGNED_IN'] : [201, undefined])
  })

  it.each(['', ' \n\t ', '\u200B\u2060', '\u0301', 'x'.repeat(1501)])('[CH2] refuses %j', async (content) => {
    const { status, error } = await post(ana, content)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['content']])
  })

  it('[CH2] takes 1500 characters, trimmed, and half a pair of them', async () => {
    expect((await post(ana, ` ${'ñ'.repeat(1500)} `)).data.content).toBe('ñ'.repeat(1500))
    expect((await post(ana, 'half \ud83d')).data.content).toBe('half \ufffd')
  })

  it('[CH2] is 409 NOT_LIVE before and after the show, and in a test', async () => {
    const planned = await plan()
    expect((await post(dj, 'hello', planned)).error.code).toBe('NOT_LIVE')
    await station.call(broadcastEndpoints.startTest, { as: dj, params: { id: planned } })
    expect((await post(dj, 'hello', planned)).error.code).toBe('NOT_LIVE')
    await end(show)
    expect((await post(dj, 'hello')).error).toMatchObject({ code: 'NOT_LIVE' })
  })

  it('[CH3] racing the end of the show is stored before it or refused', async () => {
    const posts = Array.from({ length: 20 }, (_, at) => post(dj, `${at}`))
    const ended = end(show)
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    await ended
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(await contents()).toHaveLength(statuses.filter((status) => status === 201).length)
  })

  it('[CH4] in slow mode once, then 429 with the seconds, then again', async () => {
    await slowDown(30)
    expect((await post(ana, 'one')).status).toBe(201)
    clock.nowMs += 12_400
    const refused = await post(ana, 'two')
    expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'SLOW_MODE',
      '18',
    ])
    expect(refused.error.message).toBe('Slow mode is on. You can write again in 18 s.')
    clock.nowMs += 17_600
    expect((await post(ana, 'two')).status).toBe(201)
  })

  it('[CH4] in slow mode of twenty at once one is let in', async () => {
    await slowDown(30)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => post(ana, 'me')))).map(
      (one) => one.status,
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(19)
  })

  it('[CH5] the DJ of the show, moderators and administrators do not wait; another DJ does', async () => {
    await slowDown(30)
    for (const member of [dj, moderator, station.admin]) {
      await post(member, 'one')
      expect((await post(member, 'two')).status).toBe(201)
    }
    await post(otherDj, 'one')
    expect((await post(otherDj, 'two')).status).toBe(429)
  })

  it('[CH29] without slow mode ten in ten seconds, then 429 with the seconds, then again', async () => {
    for (let at = 0; at < 10; at += 1) expect((await post(ana, `${at}`)).status).toBe(201)
    clock.nowMs += 2_600
    const { status, error, headers } = await post(ana, 'ten more')
    expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'TOO_MANY_REQUESTS', '8'])
    expect(error.message).toBe('That was fast. You can write again in 8 s.')
    expect((await post(otherDj, 'me too')).status).toBe(201)
    clock.nowMs += 7_400
    expect((await post(ana, 'ten more')).status).toBe(201)
  })

  it('[CH9] counts in the show', async () => {
    await post(ana, 'one')
    await remove(ana, (await post(ana, 'two')).data.id)
    const { data } = await station.call(broadcastEndpoints.getBroadcast, { params: { id: show } })
    expect(data.totalInteractions).toBe(2)
  })

  it('[CH10] an idempotency key says it once', async () => {
    const options = { as: ana, params: { broadcastId: show }, headers: { 'idempotency-key': 'one' } }
    const first = await station.call(calls.postMessage, { ...options, body: { content: 'once' } })
    const again = await station.call(calls.postMessage, { ...options, body: { content: 'once' } })
    expect([again.status, again.data]).toEqual([201, first.data])
    expect(await contents()).toEqual(['once'])
  })

  it('[CH12] masks a listed word for everyone, the writer too', async () => {
    expect((await post(ana, 'What a $h!t show')).data.content).toBe('What a **** show')
    expect(await contents()).toEqual(['What a **** show'])
  })

  it('[CH27] is refused in one order: 401, 404, 400, 409, 429', async () => {
    await slowDown(30)
    await post(ana, 'first')
    const planned = await plan()
    expect((await post(null, '', 999_999)).status).toBe(401)
    expect((await post(ana, '', 999_999)).status).toBe(404)
    expect((await post(ana, '', planned)).status).toBe(400)
    expect((await post(ana, 'hello', planned)).status).toBe(409)
    expect((await post(ana, 'hello')).status).toBe(429)
  })
})

describe('removing', () => {
  it('[CH6] an own message goes for five minutes, and twice', async () => {
    const { id } = (await post(ana, 'oops')).data
    const late = (await post(ana, 'late')).data.id
    clock.nowMs += 5 * MINUTE_MS
    expect([(await remove(ana, id)).status, (await remove(ana, id)).status]).toEqual([204, 204])
    clock.nowMs += 1
    const refused = await remove(ana, late)
    expect([refused.status, refused.error.message]).toEqual([
      403,
      'You can delete your own message for 5 minutes.',
    ])
    expect(await contents()).toEqual(['late'])
  })

  it('[CH6] the DJ of the show and staff remove any, later too; others learn that it is gone', async () => {
    for (const member of [dj, moderator, station.admin]) {
      const { id } = (await post(ana, 'spam')).data
      clock.nowMs += 6 * MINUTE_MS
      expect((await remove(otherDj, id)).status).toBe(403)
      expect((await remove(member, id)).status).toBe(204)
      expect((await remove(member, id)).status).toBe(204)
      expect((await remove(ana, id)).status).toBe(204)
      expect((await remove(otherDj, id)).status).toBe(404)
    }
    expect(await contents()).toEqual([])
    expect((await remove(moderator, 999_999)).status).toBe(404)
    expect((await remove(null, 1)).status).toBe(401)
  })

  it('[CH7] leaves one line, which does not say it again', async () => {
    const { id } = (await post(ana, 'secret')).data
    await remove(moderator, id)
    await remove(moderator, id)
    const { data } = await station.call(analyticsEndpoints.getActivity, {
      as: moderator,
      query: { types: 'CHAT_DELETE', limit: 2 },
    })
    const lines = data.recentActivities.map(({ description, user }) => [description, user?.name])
    expect(lines[0]).toEqual(['A message of Ana Reyes in Harana Hour was removed', 'Paolo Reyes'])
    expect(JSON.stringify(data)).not.toContain('secret')
  })
})

describe('the list of words', () => {
  it.each(VIEWERS)('[CH20] is read and grows by DJs, moderators and administrators: %s', async (who) => {
    const as = await viewer(who)
    const expected = who === 'visitor' ? [401, 401] : who === 'LISTENER' ? [403, 403] : [200, 201]
    const read = await station.call(calls.listWords, { as })
    expect([read.status, (await addWord(as, `sablay ${who}`)).status]).toEqual(expected)
  })

  it('[CH20] a new word counts from then on; the same again is answered with 200', async () => {
    const before = (await post(ana, 'kalokohan')).data.content
    const added = await addWord(dj, 'Kalokohan')
    expect([added.status, added.data.word]).toEqual([201, 'Kalokohan'])
    const again = await addWord(moderator, ' kalokohán ')
    expect([again.status, again.data]).toEqual([200, added.data])
    expect((await post(ana, 'k a l o k o h a n')).data.content).toBe('* * * * * * * * *')
    expect(await contents()).toEqual([before, '* * * * * * * * *'])
    const { data } = await station.call(calls.listWords, { as: dj })
    expect(data).toContainEqual(added.data)
  })

  it.each(['', ' ', 'a', '!!!', 'x'.repeat(61)])('[CH20] refuses %j', async (word) => {
    const { status, error } = await addWord(dj, word)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['word']])
  })

  it.each(['a', 'an', 'å.n', 'aaaa'])('[CH20] %j has too few letters', async (word) => {
    const previewed = await station.call(calls.previewWord, { as: dj, query: { word } })
    for (const { status, error } of [await addWord(dj, word), previewed])
      expect([status, error.code]).toEqual([400, 'WORD_TOO_SHORT'])
  })

  it('[CH31] tells how many of the last messages a word would have masked, and masks none', async () => {
    for (const said of ['a tugtog', 'Tugtog!', 'tugtogan', 't.u.g.t.o.g', 'bye']) await post(ana, said)
    const gone = (await post(ana, 'the tugtog')).data
    await remove(moderator, gone.id)
    const { data } = await station.call(calls.previewWord, { as: dj, query: { word: 'tugtog' } })
    expect([data.masked, data.examples]).toEqual([3, ['t.u.g.t.o.g', 'Tugtog!', 'a tugtog']])
    expect(data.messages).toBeGreaterThanOrEqual(5)
    expect((await post(ana, 'tugtog')).data.content).toBe('tugtog')
  })

  it('[CH32] an administrator takes a word off, from the next message on', async () => {
    const { data } = await addWord(dj, 'palabas')
    const params = { id: data.id }
    const masked = (await post(ana, 'palabas')).data.content
    expect((await station.call(calls.removeWord, { as: moderator, params })).status).toBe(403)
    expect((await station.call(calls.removeWord, { as: station.admin, params })).status).toBe(204)
    // [HT68] More than once.
    expect((await station.call(calls.removeWord, { as: station.admin, params })).status).toBe(204)
    const unknown = { as: station.admin, params: { id: 999_999 } }
    expect((await station.call(calls.removeWord, unknown)).status).toBe(404)
    expect([masked, (await post(ana, 'palabas')).data.content]).toEqual(['*******', 'palabas'])
    expect((await post(ana, 'tanga')).data.content).toBe('*****')
    const list = await station.call(calls.listWords, { as: dj })
    expect(list.data).not.toContainEqual(data)
    const { data: log } = await station.call(analyticsEndpoints.getActivity, {
      as: moderator,
      query: { types: 'PROFANITY_REMOVE', limit: 1 },
    })
    expect(log.recentActivities[0]?.description).toBe('"palabas" is no longer masked')
  })
})

describe('on the wire', () => {
  const clients: WireClient[] = []
  afterAll(() => {
    for (const client of clients) client.close()
  })

  async function connect(member: Member | null): Promise<WireClient> {
    const client = await openWire(station, 'raw websocket')
    clients.push(client)
    await client.connect(member ? { Authorization: `Bearer ${member.token}` } : {})
    return client
  }

  async function follow(member: Member | null): Promise<WireClient> {
    const client = await connect(member)
    const destination = `/topic/broadcast/${show}/chat`
    await client.ask(frameText('SUBSCRIBE', { id: 'chat', destination, receipt: 'now' }))
    return client
  }

  const say = (content: string, headers: Record<string, string> = {}, id = show) =>
    frameText(
      'SEND',
      { destination: `/app/broadcast/${id}/message`, receipt: 'said', ...headers },
      JSON.stringify({ type: 'CHAT', data: { content } }),
    )
  const eventOf = async (client: WireClient) => JSON.parse((await client.next())?.body ?? 'null')

  it.each(VIEWERS)('[CH8] %s hears what is said and what is removed', async (who) => {
    const client = await follow(await viewer(who))
    const { data } = await post(ana, 'Kumusta')
    expect(await eventOf(client)).toEqual({ type: 'CHAT_MESSAGE', message: data })
    await remove(moderator, data.id)
    expect(await eventOf(client)).toEqual({ type: 'MESSAGE_DELETED', id: data.id })
  })

  it.each(VIEWERS)('[CH10] a SEND of %s is said, or refused as POST is', async (who) => {
    const client = await connect(await viewer(who))
    const answer = await client.ask(say('by wire'))
    expect([answer?.command, answer?.headers.code]).toEqual(
      who === 'visitor' ? ['ERROR', 'NOT_SIGNED_IN'] : ['RECEIPT', undefined],
    )
    expect(await contents()).toEqual(who === 'visitor' ? [] : ['by wire'])
  })

  it('[CH10] the refusals of a SEND have the codes of POST', async () => {
    await slowDown(30)
    await post(ana, 'first')
    const planned = await plan()
    const codeOf = async (text: string) => (await (await connect(ana)).ask(text))?.headers.code
    expect(await codeOf(say('', {}, 999_999))).toBe('NOT_FOUND')
    expect(await codeOf(say(' ', {}, planned))).toBe('INVALID_INPUT')
    expect(await codeOf(say('hello', {}, planned))).toBe('NOT_LIVE')
    expect(await codeOf(say('hello'))).toBe('SLOW_MODE')
  })

  it('[CH10] one key on both ways says it once', async () => {
    const client = await connect(ana)
    const headers = { 'idempotency-key': 'both' }
    await client.ask(say('once', headers))
    const posted = await station.call(calls.postMessage, {
      as: ana,
      params: { broadcastId: show },
      body: { content: 'once' },
      headers,
    })
    expect(posted.status).toBe(201)
    expect((await list()).data).toEqual([posted.data])
  })
})
