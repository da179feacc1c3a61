import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { DAY_MS } from '@carillon/contract/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeCode, openSocket } from './support/handshake.ts'
import { type Member, PASSWORD, signIn, startStation, type TestStation } from './support/station.ts'

const { login, logout, register, me } = authEndpoints
const { listUsers, changeRole, banUser, unbanUser } = peopleEndpoints
/** Noon of 20 November 2026 in Manila. */
const NOON_MS = Date.parse('2026-11-20T04:00:00Z')

let nowMs = NOON_MS
let station: TestStation

beforeAll(async () => {
  station = await startStation({ clock: { now: () => nowMs } })
})
afterAll(() => station.close())

const person = { firstname: 'Ana', lastname: 'Reyes', password: PASSWORD, birthdate: '2004-02-29' }

it('[AU1] who signs in is who the station says they are', async () => {
  const dj = await station.as('DJ')
  const { status, data } = await station.call(me, { as: dj })
  expect(status).toBe(200)
  expect(data).toMatchObject({ id: dj.id, email: 'dj@station.test', role: 'DJ', name: 'dj Reyes' })
})

it.each(['', 'unknown-token'])('[AU18] a visitor who says so is nobody, with token "%s"', async (token) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const reply = await fetch(`${station.origin}/api/auth/me?visitor=ok`, { headers })
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ success: true, data: null })
})

describe('registration', () => {
  it('[AU2] makes a listener with the default preferences', async () => {
    const { status, data } = await station.call(register, { body: { ...person, email: 'new@station.test' } })
    expect(status).toBe(201)
    expect(data).toMatchObject({ role: 'LISTENER', gender: '', banned: false, birthdate: '2004-02-29' })
    expect(data).toMatchObject({ notifyBroadcastStart: true, notifyBroadcastReminders: true })
    expect(data).toMatchObject({ notifyNewSchedule: false, notifySystemUpdates: true })
  })

  it('[AU2] says what is wrong in which field', async () => {
    const body = { email: 'nobody', password: 'short', firstname: ' ', lastname: 'Reyes', birthdate: '' }
    const { status, error } = await station.call(register, { body })
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: 'INVALID_INPUT' })
    expect(error.fields).toMatchObject({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters long',
      birthdate: 'Please enter your date of birth',
      firstname: 'Please enter a name',
    })
  })

  it.each([
    ['2013-11-20', 'young1@station.test', 201],
    ['2013-11-21', 'young2@station.test', 400],
  ])('[AU3] counts thirteen years by the day in Manila: born %s', async (birthdate, email, expected) => {
    // Still 19 November in London, already the 20th in Manila.
    nowMs = Date.parse('2026-11-19T16:00:00Z')
    const { status, error } = await station.call(register, { body: { ...person, birthdate, email } })
    nowMs = NOON_MS
    expect(status).toBe(expected)
    const young = 'You must be at least 13 years old to register'
    expect(error.fields?.birthdate).toBe(expected === 400 ? young : undefined)
  })

  it('[AU4] refuses an e-mail that is taken, however it is written, also when both ask at once', async () => {
    const body = { ...person, email: 'twice@station.test' }
    const shouted = { ...body, email: ' Twice@Station.TEST ' }
    const answers = await Promise.all([body, shouted].map((one) => station.call(register, { body: one })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('EMAIL_TAKEN')
  })
})

describe('signing in', () => {
  it('[AU5] says the same to an unknown e-mail as to a wrong password', async () => {
    const { email } = await station.as('LISTENER')
    const wrong = await station.call(login, { body: { email, password: 'not it' } })
    const unknown = await station.call(login, { body: { email: 'who@station.test', password: 'not it' } })
    expect([wrong.status, wrong.error]).toEqual([unknown.status, unknown.error])
    expect(unknown.error).toMatchObject({ code: 'BAD_CREDENTIALS', message: 'Invalid email or password.' })
  })

  it('[AU6] stops guessing after five failures and says how long to wait', async () => {
    const { email } = await station.as('LISTENER', 'guessed')
    const guess = (password: string) => station.call(login, { body: { email, password } })
    const failures = await Promise.all([1, 2, 3, 4, 5].map((n) => guess(`wrong ${n}`)))
    expect(failures.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    const refused = await guess(PASSWORD)
    expect(refused.status).toBe(429)
    expect(refused.error.message).toBe('Too many failed attempts. Please wait and try again.')
    expect(Number(refused.headers.get('retry-after'))).toBe(15 * 60)
    nowMs += 15 * 60_000
    expect((await guess(PASSWORD)).status).toBe(200)
    nowMs = NOON_MS
  })

  it('[AU7] without remember-me, the cookie ends with the browser and the session after 12 hours', async () => {
    const { email } = await station.as('LISTENER')
    const { headers, data } = await station.call(login, { body: { email, password: PASSWORD } })
    const cookie = headers.getSetCookie()[0]
    expect(cookie).toMatch(/^token=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    nowMs += DAY_MS / 2 - 1
    expect((await station.call(me, { as: data.token })).status).toBe(200)
    nowMs += 1
    expect((await station.call(me, { as: data.token })).status).toBe(401)
    nowMs = NOON_MS
  })

  it('[AU7] with remember-me, each use moves the end to 30 days later', async () => {
    const { email } = await station.as('LISTENER')
    const body = { email, password: PASSWORD, remember: true }
    const { headers, data } = await station.call(login, { body })
    // The browser is not told of each use: its cookie must not end before the session does.
    expect(headers.get('set-cookie')).toMatch(/; Max-Age=34560000;/)
    for (const _ of [1, 2, 3]) {
      nowMs += 29 * DAY_MS
      expect((await station.call(me, { as: data.token })).status).toBe(200)
    }
    nowMs += 30 * DAY_MS
    expect((await station.call(me, { as: data.token })).status).toBe(401)
    nowMs = NOON_MS
  })

  it('[AU8] signing out ends this session and its sockets, and no other', async () => {
    const { email } = await station.as('LISTENER')
    const [one, other] = await Promise.all([1, 2].map(() => signIn(station, email, PASSWORD)))
    const socket = await openSocket(station, '/ws/listener', one?.token)
    const closed = closeCode(socket)
    const answer = await station.call(logout, { as: one ?? null })
    expect(answer.headers.get('set-cookie')).toMatch(/^token=;.*Expires=Thu, 01 Jan 1970/)
    expect(await closed).toBe(4001)
    expect((await station.call(me, { as: one ?? null })).status).toBe(401)
    expect((await station.call(me, { as: other ?? null })).status).toBe(200)
  })
})

describe('roles', () => {
  const change = (as: Member, id: number, newRole: 'DJ' | 'LISTENER' | 'ADMIN') =>
    station.call(changeRole, { as, params: { id }, query: { newRole } })

  it('[AU9] a new role counts from the next call on, and sockets of the old one are closed', async () => {
    const member = await station.as('LISTENER', 'rising')
    const closed = closeCode(await openSocket(station, '/ws/listener', member.token))
    expect((await change(station.admin, member.id, 'DJ')).data.role).toBe('DJ')
    expect(await closed).toBe(4001)
    expect((await station.call(me, { as: member })).data?.role).toBe('DJ')
  })

  it('[AU10] nobody changes their own role', async () => {
    const answer = await change(station.admin, station.admin.id, 'DJ')
    expect([answer.status, answer.error.code]).toEqual([403, 'FORBIDDEN'])
  })

  it('[AU10] two administrators who demote each other leave one', async () => {
    const other = await station.as('ADMIN', 'second admin')
    const answers = await Promise.all([
      change(station.admin, other.id, 'LISTENER'),
      change(other, station.admin.id, 'LISTENER'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const { data } = await station.call(me, { as: station.admin })
    const survivor = data?.role === 'ADMIN' ? station.admin : other
    const loser = survivor === other ? station.admin : other
    expect((await station.call(me, { as: loser })).data?.role).toBe('LISTENER')
    expect((await change(survivor, loser.id, 'ADMIN')).status).toBe(200)
  })

  it('[AU11] accounts are listed newest first, a page at a time', async () => {
    const { data } = await station.call(listUsers, { as: station.admin, query: { size: 2 } })
    expect(data.content).toHaveLength(2)
    expect(data.content[0]?.id).toBeGreaterThan(data.content[1]?.id ?? 0)
    expect(data).toMatchObject({ page: 0, size: 2, last: false })
    const all = await station.call(listUsers, { as: station.admin, query: { size: 5000 } })
    expect(all.data).toMatchObject({ size: 100, last: true })
  })
})

describe('bans', () => {
  it('[AU12] a ban ends sessions and sockets, and only who knows the password learns why', async () => {
    const member = await station.as('LISTENER', 'rude')
    const closed = closeCode(await openSocket(station, '/ws/listener', member.token))
    const body = { unit: 'WEEKS', amount: 2, reason: 'Shouting' } as const
    const { data } = await station.call(banUser, { as: station.admin, params: { id: member.id }, body })
    expect(data).toMatchObject({
      banned: true,
      bannedUntil: '2026-12-04T04:00:00.000Z',
      banReason: 'Shouting',
    })
    expect(await closed).toBe(4001)
    expect((await station.call(me, { as: member })).status).toBe(401)
    const guess = await station.call(login, { body: { email: member.email, password: 'not it' } })
    expect(guess.error.code).toBe('BAD_CREDENTIALS')
    const known = await station.call(login, { body: { email: member.email, password: PASSWORD } })
    expect(known.status).toBe(403)
    expect(known.error).toMatchObject({
      code: 'BANNED',
      message: 'This account is banned until Dec 04, 2026, 12:00 PM. Reason: Shouting',
    })
  })

  it('[AU13] a ban runs out, and can be lifted before', async () => {
    const member = await station.as('LISTENER', 'sorry')
    const params = { id: member.id }
    await station.call(banUser, { as: station.admin, params, body: { unit: 'DAYS' } })
    nowMs += DAY_MS
    const after = await signIn(station, member.email, PASSWORD)
    expect(after.banned).toBe(false)
    nowMs = NOON_MS
    expect((await station.call(unbanUser, { as: station.admin, params })).data.banned).toBe(false)
    expect((await signIn(station, member.email, PASSWORD)).id).toBe(member.id)
  })

  it('[AU14] moderators ban listeners, administrators anybody but themselves', async () => {
    const moderator = await station.as('MODERATOR')
    const banned = async (as: Member, { id }: Member) =>
      (await station.call(banUser, { as, params: { id }, body: {} })).status
    expect(await banned(moderator, await station.as('LISTENER', 'loud'))).toBe(200)
    expect(await banned(moderator, await station.as('DJ', 'loud dj'))).toBe(403)
    expect(await banned(station.admin, station.admin)).toBe(403)
    expect(await banned(station.admin, moderator)).toBe(200)
  })
})
