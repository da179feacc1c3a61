import * as announcements from '@carillon/contract/announcements/endpoints'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import * as broadcasts from '@carillon/contract/broadcasts/endpoints'
import * as chat from '@carillon/contract/chat/endpoints'
import type { Endpoint } from '@carillon/contract/endpoint'
import { getNowPlaying } from '@carillon/contract/plays/now-playing'
import * as polls from '@carillon/contract/polls/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallOptions, type Member, startStation, type TestStation } from './support/station.ts'

const TITLE = 'Harana Hour'
const ANNOUNCEMENT = { title: 'Tryouts', content: 'On Friday.', imageUrl: null, imageAlt: null }

let station: TestStation
let dj: Member
let live: number

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ')
  live = (await act(broadcasts.createBroadcast, { body: { title: TITLE } })).id
  await act(broadcasts.startBroadcast, { params: { id: live } })
})
afterAll(() => station.close())

/** Does something as the DJ, unless somebody else is named. */
async function act<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
  const { status, data } = await station.call(endpoint, { as: dj, ...options })
  expect(status).toBeLessThan(300)
  return data
}

/** Reads as a visitor. */
async function visit<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
  return (await station.call(endpoint, options)).data
}

const liveNow = async () => (await visit(broadcasts.liveBroadcasts, {})).map(({ title }) => title)
const upcoming = async () => (await visit(broadcasts.upcomingBroadcasts, {})).map(({ title }) => title)
const said = async () =>
  (await visit(chat.listMessages, { params: { broadcastId: live }, query: { limit: 50 } })).map(
    ({ content }) => content,
  )
const published = async () =>
  (await visit(announcements.listAnnouncements, {})).content.map(({ title }) => title)
const activePoll = () => visit(polls.activePoll, { params: { broadcastId: live } })

describe('what visitors read from memory', () => {
  it('[HT61] a show that is planned, renamed and cancelled is seen as it is at once', async () => {
    expect(await upcoming()).toEqual([])
    const times = { scheduledStart: '2031-05-01T10:00:00.000', scheduledEnd: '2031-05-01T12:00:00.000' }
    const { id } = await act(broadcasts.scheduleBroadcast, { body: { title: 'Morning Mix', ...times } })
    expect(await upcoming()).toEqual(['Morning Mix'])
    await act(broadcasts.updateBroadcast, { params: { id }, body: { title: 'Morning Tea' } })
    expect(await upcoming()).toEqual(['Morning Tea'])
    await act(broadcasts.deleteBroadcast, { params: { id } })
    expect(await upcoming()).toEqual([])
  })

  it('[HT61] [PL10] a song that is named and taken away is seen so at once', async () => {
    const playing = async () => (await visit(getNowPlaying, {})).onAir?.title
    expect(await playing()).toBe(TITLE)
    await act(broadcasts.setNowPlaying, { params: { id: live }, body: { title: 'Alapaap' } })
    expect(await playing()).toBe('Alapaap')
    await act(broadcasts.setNowPlaying, { params: { id: live }, body: { title: null } })
    expect(await playing()).toBe(TITLE)
  })

  it('[HT61] a message that is said and removed is seen so at once', async () => {
    expect(await said()).toEqual([])
    const { id } = await act(chat.postMessage, { params: { broadcastId: live }, body: { content: 'Hello' } })
    expect(await said()).toEqual(['Hello'])
    await act(chat.deleteMessage, { params: { id } })
    expect(await said()).toEqual([])
  })

  it('[HT61] a poll that is shown, voted in and ended is seen so at once, and a draft by nobody', async () => {
    expect(await activePoll()).toBeNull()
    const body = { broadcastId: live, question: 'OPM or indie?', options: ['OPM', 'Indie'] }
    const { id, options } = await act(polls.createPoll, { body })
    const listed = () => visit(polls.listPolls, { params: { broadcastId: live } })
    // The DJ sees it, and what the DJ sees is for nobody else.
    expect(await act(polls.listPolls, { params: { broadcastId: live } })).toHaveLength(1)
    expect(await listed()).toEqual([])
    await act(polls.showPoll, { params: { id } })
    expect(await activePoll()).toMatchObject({ id, totalVotes: 0 })
    await act(polls.votePoll, {
      as: await station.as('LISTENER'),
      params: { id },
      body: { optionId: options[0]?.id ?? 0 },
    })
    expect(await activePoll()).toMatchObject({ totalVotes: 1, userVote: null })
    await act(polls.endPoll, { params: { id } })
    expect(await activePoll()).toBeNull()
    expect(await listed()).toMatchObject([{ id, status: 'ENDED' }])
  })

  it('[HT61] an announcement that is published and archived is seen so at once', async () => {
    const as = station.admin
    expect(await published()).toEqual([])
    const { id } = await act(announcements.createAnnouncement, { as, body: ANNOUNCEMENT })
    await act(announcements.publishAnnouncement, { as, params: { id } })
    expect(await published()).toEqual(['Tryouts'])
    await act(announcements.archiveAnnouncement, { as, params: { id } })
    expect(await published()).toEqual([])
  })

  it('[HT61] a DJ of another name, and the end of the show, are seen at once', async () => {
    const host = async () => (await visit(broadcasts.liveBroadcasts, {}))[0]?.startedBy?.name
    expect(await host()).toBe(dj.name)
    await act(authEndpoints.updateProfile, {
      as: station.admin,
      params: { id: dj.id },
      body: { firstname: 'Lea', lastname: 'Santos' },
    })
    expect(await host()).toBe('Lea Santos')
    await act(broadcasts.endBroadcast, { params: { id: live } })
    expect(await liveNow()).toEqual([])
  })
})

describe('the bytes', () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${station.origin}/api/broadcasts/upcoming`, { headers })

  beforeAll(async () => {
    for (let day = 1; day <= 9; day += 1) {
      const times = {
        scheduledStart: `2031-06-0${day}T10:00:00.000`,
        scheduledEnd: `2031-06-0${day}T12:00:00.000`,
      }
      await act(broadcasts.scheduleBroadcast, { body: { title: TITLE, ...times } })
    }
  })

  it('[HT62] have a tag: who has them is answered 304', async () => {
    const first = await ask({})
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/".+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await ask({ 'If-None-Match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('[HT62] are a new reply for who is signed in, which is not to be kept', async () => {
    const etag = (await ask({})).headers.get('etag') ?? ''
    const own = await ask({ 'If-None-Match': etag, Authorization: `Bearer ${dj.token}` })
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0', null],
    ['zstd, *;q=0', null],
    ['', null],
  ])('[HT62] go out as %s asks: %s', async (accepted, coding) => {
    const reply = await ask({ 'Accept-Encoding': accepted })
    expect(reply.headers.get('content-encoding')).toBe(coding)
    expect(await reply.json()).toMatchObject({ success: true, data: { length: 9 } })
  })
})

describe('what else goes out', () => {
  const codingOf = async (path: string, init: RequestInit = {}) => {
    const headers = { 'Accept-Encoding': 'gzip', Authorization: `Bearer ${dj.token}`, ...init.headers }
    const reply = await fetch(station.origin + path, { ...init, headers })
    await reply.arrayBuffer()
    return [reply.status, reply.headers.get('content-encoding')]
  }

  it('[HT64] a long reply to a read is compressed, a short one is not', async () => {
    expect(await codingOf('/api/broadcasts?size=50')).toEqual([200, 'gzip'])
    expect(await codingOf('/api/auth/me')).toEqual([200, null])
  })

  it('[HT64] the reply to a write is not compressed', async () => {
    const body = JSON.stringify({ title: TITLE, description: 'x'.repeat(1_500) })
    const headers = { 'Content-Type': 'application/json' }
    expect(await codingOf('/api/broadcasts', { method: 'POST', headers, body })).toEqual([201, null])
  })
})
