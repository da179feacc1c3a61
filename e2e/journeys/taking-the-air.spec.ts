import type { ApiSession } from '@carillon/testkit/api'
import { handshakeStatus, openSourceSocket, ToneSource } from '@carillon/testkit/source'
import type { Member } from '@carillon/testkit/station'
import { expect, test } from '../support/fixtures.ts'

const OFF_WITHIN_MS = 2_000

/** Ways in which a DJ on air loses the right to be there. */
const TAKEN_AWAY: [string, (dj: Member, admin: ApiSession) => Promise<unknown>][] = [
  ['a demoted DJ', (dj, admin) => admin.data('PUT', `/api/auth/${dj.id}/role?newRole=LISTENER`)],
  ['a banned DJ', (dj, admin) => admin.data('POST', `/api/auth/${dj.id}/ban`, { reason: 'Not on our air' })],
  ['a DJ who signs out', (dj) => dj.api.data('POST', '/api/auth/logout')],
]

test.describe('who may take the air', () => {
  test('[ON13] a visitor, a listener, a moderator and another DJ cannot take the place of the DJ', async ({
    station,
  }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const source = await ToneSource.start(station, dj, id)
    const listener = await station.newMember('LISTENER')
    const moderator = await station.newMember('MODERATOR')
    const other = await station.newMember('DJ')
    const tokens = {
      visitor: null,
      listener: listener.api.token,
      moderator: moderator.api.token,
      other: other.api.token,
    }
    const statuses: Record<string, number> = {}
    for (const [name, token] of Object.entries(tokens)) {
      statuses[name] = await handshakeStatus(openSourceSocket(station, id, token))
    }
    expect(statuses).toEqual({ visitor: 401, listener: 403, moderator: 403, other: 403 })
    expect(source.closed).toBeNull()
    source.close()
  })

  test('[ON13] another DJ can neither start nor end the show of a DJ', async ({ station }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive()
    const other = await station.newMember('DJ')
    const end = await other.api.send('POST', `/api/broadcasts/${id}/end`)
    const { id: own } = await other.api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Coup' })
    const start = await other.api.send('POST', `/api/broadcasts/${own}/start`)
    expect([end.status, start.status]).toEqual([403, 409])
    expect((await start.json()).message).toContain('Ana')
  })

  for (const [who, takeAway] of TAKEN_AWAY) {
    test(`[ON14] ${who} is off within two seconds`, async ({ station, starvation }) => {
      const dj = await station.newMember('DJ')
      const source = await ToneSource.start(station, dj, await dj.api.goLive())
      await takeAway(dj, (await station.admin()).api)
      const takenMs = Date.now()
      expect((await source.untilClosed()).code).toBe(4001)
      const closedMs = Date.now()
      const lateMs = await starvation.lateMs(takenMs, closedMs)
      expect(closedMs - takenMs).toBeLessThan(OFF_WITHIN_MS + lateMs)
    })
  }

  test('[ON15] of twenty DJs who press start at once exactly one is live', async ({ station }) => {
    const djs = []
    for (let dj = 0; dj < 20; dj += 1) djs.push(await station.newMember('DJ'))
    const shows = await Promise.all(
      djs.map(async ({ api }) => ({
        api,
        id: (await api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Race' })).id,
      })),
    )
    const replies = await Promise.all(
      shows.map(({ api, id }) => api.send('POST', `/api/broadcasts/${id}/start`)),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(19).fill(409)])
    const live = await djs[0]?.api.data<unknown[]>('GET', '/api/broadcasts/live')
    expect(live).toHaveLength(1)
  })
})
