import { ROLES, type Role } from '@carillon/contract/roles'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NOTIFICATIONS, RealtimeClients, subscribe, verdict } from './support/realtime-clients.ts'
import { startStation, type TestStation } from './support/station.ts'
import { frameText, TRANSPORTS } from './support/stomp.ts'

type Who = 'visitor' | Role
type Verdict = 'in' | 'NOT_SIGNED_IN' | 'FORBIDDEN' | 'NOT_FOUND'

const WHO = ['visitor', ...ROLES] as const

/**
 * Access to each topic, written by hand from the contract's fifth section: one that is not here may not be subscribed
 * to.
 */
type Row = 'anybody' | 'signed in' | 'supervisors' | 'nobody'
const SUBSCRIBE: Record<string, Row> = {
  '/topic/broadcast/7': 'anybody',
  '/topic/broadcast/status': 'anybody',
  '/topic/broadcast/live': 'anybody',
  '/topic/now-playing': 'anybody',
  '/topic/broadcast/7/chat': 'anybody',
  '/topic/broadcast/7/song-requests': 'signed in',
  '/topic/broadcast/7/polls': 'anybody',
  '/user/queue/notifications': 'signed in',
  '/topic/announcements/public': 'anybody',
  // Further on it is refused to all: there is no such broadcast. Whose it must be is asked in staff-line.test.ts.
  '/topic/broadcast/2000000000/staff': 'supervisors',
  '/topic/broadcast/2000000000/levels': 'supervisors',
  '/topic/broadcast/0': 'nobody',
  '/topic/broadcast/07': 'nobody',
  '/topic/broadcast/9999999999': 'nobody',
  '/topic/broadcast/7/': 'nobody',
  '/topic/broadcast/*/chat': 'nobody',
  '/topic/broadcast/{id}/chat': 'nobody',
  '/topic/broadcast/7/chat/more': 'nobody',
  '/topic/announcements/private': 'nobody',
  '/user/1/queue/notifications': 'nobody',
  '/user/queue/other': 'nobody',
  '/app/broadcast/7/message': 'nobody',
  'user 1 /user/queue/notifications': 'nobody',
  '': 'nobody',
}

/** Access to each destination: a message of the chat is refused further on, since there is no such show. */
const SEND: Record<string, Partial<Record<Who, string>> & { others: string }> = {
  '/app/broadcast/2000000000/join': { others: 'in' },
  '/app/broadcast/2000000000/leave': { others: 'in' },
  '/app/broadcast/2000000000/message': { visitor: 'NOT_SIGNED_IN', others: 'NOT_FOUND' },
  // Who may is asked in hand-over-levels.test.ts: here is nothing that could be a level.
  '/app/broadcast/2000000000/level': {
    visitor: 'NOT_SIGNED_IN',
    DJ: 'INVALID_INPUT',
    ADMIN: 'INVALID_INPUT',
    others: 'FORBIDDEN',
  },
  '/topic/broadcast/7': { others: 'FORBIDDEN' },
  '/topic/broadcast/7/chat': { others: 'FORBIDDEN' },
  '/topic/announcements/public': { others: 'FORBIDDEN' },
  '/user/queue/notifications': { others: 'FORBIDDEN' },
  '/user/1/queue/notifications': { others: 'FORBIDDEN' },
  '/app/broadcast/7/other': { others: 'NOT_FOUND' },
  '/app/broadcast/0/join': { others: 'NOT_FOUND' },
  '/queue/a': { others: 'NOT_FOUND' },
}

let station: TestStation
const clients = new RealtimeClients(() => station)

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())
afterEach(() => clients.close())

describe.each(Object.entries(SUBSCRIBE))('SUBSCRIBE %s', (destination, row) => {
  it.each(WHO)('[RT7] lets %s in, or not, as the table says', async (who) => {
    const client = await clients.connect(who === 'visitor' ? null : await station.as(who))
    expect(await verdict(client, subscribe(destination))).toBe(expected(row, who))
  })
})

function expected(row: Row, who: Who): Verdict {
  if (row === 'supervisors' && who === 'LISTENER') return 'FORBIDDEN'
  if (row === 'supervisors' && who !== 'visitor') return 'NOT_FOUND'
  if (row === 'supervisors') return 'NOT_SIGNED_IN'
  if (row === 'nobody') return 'NOT_FOUND'
  return row === 'signed in' && who === 'visitor' ? 'NOT_SIGNED_IN' : 'in'
}

describe.each(Object.entries(SEND))('SEND %s', (destination, row) => {
  it.each(WHO)('[RT7] lets %s in, or not, as the table says', async (who) => {
    const client = await clients.connect(who === 'visitor' ? null : await station.as(who))
    const body = '{"type":"CHAT","data":{"content":"Magandang gabi"}}'
    const text = frameText(
      'SEND',
      { destination, receipt: 'sent' },
      destination.endsWith('/message') ? body : '',
    )
    expect(await verdict(client, text)).toBe(row[who] ?? row.others)
  })
})

describe('whose connection it is', () => {
  it.each(TRANSPORTS)('[RT8] over %s the bearer token of CONNECT tells', async (transport) => {
    const client = await clients.connect(await station.as('LISTENER'), transport)
    expect(await verdict(client, subscribe(NOTIFICATIONS))).toBe('in')
  })

  it.each(TRANSPORTS)(
    '[RT8] over %s the cookie of the handshake tells, without a bearer token',
    async (transport) => {
      const { token } = await station.as('LISTENER')
      const client = await clients.open(transport, { cookie: `token=${token}` })
      await client.connect()
      expect(await verdict(client, subscribe(NOTIFICATIONS))).toBe('in')
    },
  )

  it.each([
    ['unknown', `Bearer ${'x'.repeat(43)}`],
    ['empty', 'Bearer '],
    ['of another scheme', 'Basic YTpi'],
    ['too long', `Bearer ${'x'.repeat(500)}`],
  ])('[RT8] a token that is %s is an ERROR', async (_words, authorization) => {
    const client = await clients.open()
    const answer = await client.connect({ Authorization: authorization })
    expect(answer).toMatchObject({ command: 'ERROR', headers: { code: 'NOT_SIGNED_IN' } })
    expect(await client.next()).toBeNull()
  })

  it('[RT8] without a token, or with a cookie that counts no more, it is a visitor', async () => {
    const client = await clients.open('raw websocket', { cookie: 'token=gone' })
    expect((await client.connect())?.command).toBe('CONNECTED')
    expect(await verdict(client, subscribe(NOTIFICATIONS))).toBe('NOT_SIGNED_IN')
  })
})
