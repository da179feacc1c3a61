import { analyticsEndpoints } from '@carillon/contract/analytics/endpoints'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { forgotPassword, resetPassword, resetPasswordFor } from '@carillon/contract/auth/password-reset'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { listMessages, postMessage } from '@carillon/contract/chat/endpoints'
import { HOUR_MS } from '@carillon/contract/durations'
import { ROLES } from '@carillon/contract/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const { login, me } = authEndpoints
const { banUser, unbanUser, changeRole } = peopleEndpoints
const ORIGIN = 'https://radio.campus.test'
const NEW_PASSWORD = 'a fresh tuning fork'
const LINK = /reset-password#([\w-]{43})/

const clock = { nowMs: Date.parse('2026-11-20T04:00:00Z'), now: () => clock.nowMs }
let station: TestStation

beforeAll(async () => {
  station = await startStation({ clock })
})
beforeEach(() => {
  clock.nowMs += HOUR_MS
})
afterAll(() => station.close())

const order = (as: Member | null, { id }: { id: number }, at = station) =>
  at.call(resetPasswordFor, { as, params: { id } })
const choose = (token: string, at = station) =>
  at.call(resetPassword, { body: { token, newPassword: NEW_PASSWORD } })
const signIn = async ({ email }: Member, password: string) =>
  (await station.call(login, { body: { email, password } })).status
const about = async ({ id }: Member, types: string) => {
  const query = { types, about: id }
  const { data } = await station.call(analyticsEndpoints.getActivity, { as: station.admin, query })
  return data.recentActivities.map(({ description, user }) => `${description} / ${user?.name}`)
}

describe('a password that an administrator resets', () => {
  it('[AU402] ends at once with every session; the link gives another, and is shown to nobody but the administrator', async () => {
    const ana = await station.as('DJ', 'ana')
    const { status, data } = await order(station.admin, ana)
    expect([status, data]).toEqual([
      200,
      { mailedTo: null, link: expect.stringMatching(/^\/reset-password#/) },
    ])
    expect((await station.call(me, { as: ana })).status).toBe(401)
    expect(await signIn(ana, ana.password)).toBe(401)
    const token = LINK.exec(data.link ?? '')?.[1] ?? ''
    expect((await choose(token)).status).toBe(200)
    expect((await choose(token)).error.code).toBe('RESET_REFUSED')
    expect([await signIn(ana, ana.password), await signIn(ana, NEW_PASSWORD)]).toEqual([401, 200])
    const lines = await about(ana, 'PASSWORD_RESET')
    expect(lines).toEqual([`Password of ${ana.email} reset by an administrator / ${station.admin.name}`])
    expect(JSON.stringify(lines)).not.toContain(token)
  })

  it.each(ROLES.filter((role) => role !== 'ADMIN'))('[AU402] is no order of a %s', async (role) => {
    const ben = await station.as('LISTENER', 'ben')
    expect((await order(await station.as(role), ben)).status).toBe(403)
    expect(await signIn(ben, ben.password)).toBe(200)
  })

  it('[AU402] is not one’s own, nor that of who is banned or unknown; a visitor may not order it', async () => {
    const cora = await station.as('LISTENER', 'cora')
    expect((await order(null, cora)).status).toBe(401)
    expect((await order(station.admin, station.admin)).status).toBe(403)
    expect((await order(station.admin, { id: 999_999 })).status).toBe(404)
    await station.call(banUser, { as: station.admin, params: { id: cora.id }, body: {} })
    const { status, error } = await order(station.admin, cora)
    expect([status, error.code, error.message]).toEqual([
      403,
      'BANNED',
      'This account is banned. Lift the ban first.',
    ])
    await station.call(unbanUser, { as: station.admin, params: { id: cora.id } })
    expect(await signIn(cora, cora.password)).toBe(200)
  })

  it('[AU403] is reset ten times an hour and no more', async () => {
    const dan = await station.as('LISTENER', 'dan')
    for (let at = 0; at < 10; at += 1) expect((await order(station.admin, dan)).status).toBe(200)
    const { status, error } = await order(station.admin, dan)
    expect([status, error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  })
})

describe('where the station sends mail', () => {
  let mail: MailServer
  let sending: TestStation

  beforeAll(async () => {
    mail = await startMailServer()
    const settings = { smtpUrl: mail.url, mailFrom: 'radio@campus.test', publicUrl: ORIGIN }
    sending = await startStation({ ...settings, clock })
  })
  afterAll(async () => {
    await sending.close()
    await mail.close()
  })

  it('[AU402] the link is mailed to its owner, and the administrator does not see it', async () => {
    const eva = await sending.as('LISTENER', 'eva')
    const { data } = await order(sending.admin, eva, sending)
    expect(data).toEqual({ mailedTo: eva.email, link: null })
    const { to, text: raw } = await mail.next()
    const text = raw.replaceAll(/=\r?\n/g, '')
    const token = LINK.exec(text)?.[1] ?? ''
    expect([to, text.includes(`${ORIGIN}/reset-password#`)]).toEqual([[eva.email], true])
    expect((await choose(token, sending)).status).toBe(200)
  })

  it('[AU402] a link that the owner asked for meanwhile takes its place', async () => {
    const fay = await sending.as('LISTENER', 'fay')
    await order(sending.admin, fay, sending)
    const first = LINK.exec((await mail.next()).text.replaceAll(/=\r?\n/g, ''))?.[1] ?? ''
    await sending.call(forgotPassword, { body: { email: fay.email } })
    const second = LINK.exec((await mail.next()).text.replaceAll(/=\r?\n/g, ''))?.[1] ?? ''
    expect([(await choose(first, sending)).status, (await choose(second, sending)).status]).toEqual([
      400, 200,
    ])
  })
})

describe('a ban with the messages', () => {
  it('[AU401] removes them after the ban, also when it is ordered again; without it they stay', async () => {
    const dj = await station.as('DJ')
    const { data: show } = await station.call(broadcastEndpoints.createBroadcast, {
      as: dj,
      body: { title: 'Harana' },
    })
    await station.call(broadcastEndpoints.startBroadcast, { as: dj, params: { id: show.id } })
    const params = { broadcastId: show.id }
    const gil = await station.as('LISTENER', 'gil')
    for (const content of ['one', 'two'])
      await station.call(postMessage, { as: gil, params, body: { content } })
    await station.call(postMessage, { as: dj, params, body: { content: 'welcome' } })
    const left = async () => (await station.call(listMessages, { params })).data.map(({ content }) => content)
    const ban = (removeMessages: boolean) =>
      station.call(banUser, { as: station.admin, params: { id: gil.id }, body: { removeMessages } })
    await ban(false)
    expect(await left()).toEqual(['one', 'two', 'welcome'])
    for (const _ of [1, 2]) expect((await ban(true)).status).toBe(200)
    expect(await left()).toEqual(['welcome'])
    expect(await about(gil, 'CHAT_DELETE,USER_BAN')).toEqual([
      `2 messages of gil Reyes in Harana removed with a ban / ${station.admin.name}`,
      `${gil.email} banned / ${station.admin.name}`,
    ])
  })
})

it('[AN401] what was done to a person is read alone, and a DJ reads of it what is done on the air', async () => {
  const [hana, ivan] = [await station.as('LISTENER', 'hana'), await station.as('LISTENER', 'ivan')]
  for (const { id } of [hana, ivan]) {
    await station.call(changeRole, { as: station.admin, params: { id }, query: { newRole: 'DJ' } })
    await station.call(banUser, { as: station.admin, params: { id }, body: { reason: 'Spam' } })
    await station.call(unbanUser, { as: station.admin, params: { id } })
  }
  const by = station.admin.name
  expect(await about(hana, 'USER_BAN,USER_UNBAN,USER_ROLE_CHANGE')).toEqual([
    `Ban of ${hana.email} lifted / ${by}`,
    `${hana.email} banned: Spam / ${by}`,
    `Role of ${hana.email} changed from LISTENER to DJ / ${by}`,
  ])
  const { data } = await station.call(analyticsEndpoints.getActivity, {
    as: await station.as('DJ'),
    query: { about: hana.id },
  })
  expect(data.recentActivities).toEqual([])
  const { status } = await station.call(analyticsEndpoints.getActivity, {
    as: station.admin,
    query: { about: 0 },
  })
  expect(status).toBe(400)
})
