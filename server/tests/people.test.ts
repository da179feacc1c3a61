import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeCode, openSocket } from './support/handshake.ts'
import { type Member, PASSWORD, signIn, startStation, type TestStation } from './support/station.ts'

const { me, getUser, updateProfile, changePassword, updatePreferences } = authEndpoints
const { createUser } = peopleEndpoints
const { login } = authEndpoints
const { listUsers, listUsersByRole, banUser, changeRoleByActor } = peopleEndpoints

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let station: TestStation

beforeAll(async () => {
  station = await startStation({ clock: { now: () => nowMs } })
})
afterAll(() => station.close())

describe('an account', () => {
  const update = (as: Member, id: number, body: object) =>
    station.call(updateProfile, { as, params: { id }, body })

  it('[AU36] is seen by its owner and by staff, and is unknown to others', async () => {
    const { id, email } = await station.as('LISTENER', 'seen')
    const seenBy = async (as: Member) => (await station.call(getUser, { as, params: { id } })).data?.email
    const [owner, moderator, dj] = [
      await station.as('LISTENER', 'seen'),
      await station.as('MODERATOR'),
      await station.as('DJ'),
    ]
    expect([await seenBy(owner), await seenBy(moderator), await seenBy(station.admin)]).toEqual(
      Array(3).fill(email),
    )
    const foreign = await station.call(getUser, { as: dj, params: { id } })
    const missing = await station.call(getUser, { as: dj, params: { id: 2_147_483_647 } })
    expect([foreign.status, foreign.error]).toEqual([404, missing.error])
  })

  it('[AU37] is changed by its owner, and what is left out stays', async () => {
    const member = await station.as('LISTENER', 'changing')
    const { status, data } = await update(member, member.id, { firstname: ' Bea ', gender: 'FEMALE' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ firstname: 'Bea', lastname: 'Reyes', name: 'Bea Reyes', gender: 'FEMALE' })
    expect(data.birthdate).toBe('2000-02-29')
    expect((await update(member, member.id, { birthdate: null })).data.birthdate).toBeNull()
    expect((await station.call(me, { as: member })).data).toMatchObject({ firstname: 'Bea', birthdate: null })
  })

  it('[AU37] is changed by an administrator, and by no moderator', async () => {
    const { id } = await station.as('LISTENER', 'managed')
    expect((await update(station.admin, id, { lastname: 'Cruz' })).data.lastname).toBe('Cruz')
    expect((await update(await station.as('MODERATOR'), id, { lastname: 'Diaz' })).status).toBe(403)
    expect((await update(await station.as('DJ'), id, { lastname: 'Diaz' })).status).toBe(404)
  })

  it('[AU37] says which field is wrong, and takes nothing that is not its own to say', async () => {
    const member = await station.as('LISTENER', 'strict')
    const young = await update(member, member.id, { birthdate: '2013-11-21' })
    expect(young.error.fields?.birthdate).toBe('You must be at least 13 years old to register')
    expect((await update(member, member.id, { firstname: ' ' })).error.fields?.firstname).toBe(
      'Please enter a name',
    )
    const sly = { role: 'ADMIN', verified: true, email: 'x@y.test', password_hash: '', id: 1, banned: true }
    const { data } = await update(member, member.id, sly)
    expect(data).toMatchObject({ id: member.id, role: 'LISTENER', verified: false, email: member.email })
  })

  it('[AU39] is told of what it asks to be told of', async () => {
    const member = await station.as('DJ', 'quiet')
    const choose = (body: object) => station.call(updatePreferences, { as: member, body })
    expect((await choose({ notifyNewSchedule: true })).data).toMatchObject({
      notifyBroadcastStart: true,
      notifyBroadcastReminders: true,
      notifyNewSchedule: true,
      notifySystemUpdates: true,
    })
    await choose({ notifyBroadcastStart: false, notifyBroadcastReminders: false, notifySystemUpdates: false })
    expect((await station.call(me, { as: member })).data).toMatchObject({
      notifyBroadcastStart: false,
      notifyBroadcastReminders: false,
      notifyNewSchedule: true,
      notifySystemUpdates: false,
    })
    expect((await choose({ notifyNewSchedule: 'yes' })).status).toBe(400)
  })
})

describe('the password', () => {
  const change = (as: Member, currentPassword: string, newPassword: string, id = as.id) =>
    station.call(changePassword, { as, params: { id }, body: { currentPassword, newPassword } })

  it('[AU38] changes, and ends every other session and socket but this one', async () => {
    const here = await station.as('LISTENER', 'careful')
    const there = await signIn(station, here.email, PASSWORD)
    const closed = closeCode(await openSocket(station, '/ws/listener', there.token))
    const staying = await openSocket(station, '/ws/listener', here.token)
    expect((await change(here, PASSWORD, 'another fork')).data).toEqual({ changed: true })
    expect(await closed).toBe(4001)
    expect((await station.call(me, { as: there })).status).toBe(401)
    expect((await station.call(me, { as: here })).status).toBe(200)
    expect(staying.readyState).toBe(staying.OPEN)
    staying.close()
    await expect(signIn(station, here.email, PASSWORD)).rejects.toThrow('401')
    expect((await signIn(station, here.email, 'another fork')).id).toBe(here.id)
    // The answer to the first was lost and the client asks again.
    expect((await change(here, PASSWORD, 'another fork')).status).toBe(200)
  })

  it('[AU38] is not changed by who cannot say the current one, and five wrong ones are enough', async () => {
    const member = await station.as('LISTENER', 'left open')
    for (let i = 0; i < 5; i++) {
      const { status, error } = await change(member, `guess ${i}`, 'mine now')
      expect([status, error.code, error.fields]).toEqual([
        400,
        'WRONG_PASSWORD',
        { currentPassword: 'Your current password is incorrect.' },
      ])
    }
    const refused = await change(member, PASSWORD, 'mine now')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    nowMs += 15 * 60_000
    expect((await change(member, PASSWORD, 'mine now')).status).toBe(200)
  })

  it('[AU38] is nobody else’s to change, not even an administrator’s', async () => {
    const { id } = await station.as('LISTENER', 'owner')
    const statusFor = async (as: Member, of: number) =>
      (await change(as, station.admin.password, 'mine now', of)).status
    expect(await statusFor(station.admin, id)).toBe(403)
    expect(await statusFor(await station.as('MODERATOR'), id)).toBe(403)
    expect(await statusFor(await station.as('DJ'), id)).toBe(404)
    expect(await statusFor(station.admin, 2_147_483_647)).toBe(404)
  })

  it('[AU38] is changed by one of two who change it at once', async () => {
    const one = await station.as('LISTENER', 'torn')
    const other = await signIn(station, one.email, PASSWORD)
    const answers = await Promise.all([
      change(one, PASSWORD, 'first one'),
      change(other, PASSWORD, 'second one'),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const winner = answers[0]?.status === 200 ? one : other
    expect((await station.call(me, { as: winner })).status).toBe(200)
    expect((await station.call(me, { as: winner === one ? other : one })).status).toBe(401)
  })

  it('[AU44] that changes while somebody signs in with the old one lets no session of the old one live', async () => {
    const member = await station.as('LISTENER', 'raced')
    const body = { email: member.email, password: PASSWORD }
    const logins = [1, 2, 3, 4].map(() => station.call(login, { body }))
    const changed = await change(member, PASSWORD, 'the new one')
    expect(changed.status).toBe(200)
    for (const { status, data } of await Promise.all(logins))
      if (status === 200) expect((await station.call(me, { as: data.token })).status).toBe(401)
  })
})

describe('administration', () => {
  const list = async (query: object) =>
    (await station.call(listUsers, { as: station.admin, query: { size: 100, ...query } })).data

  it('[AU40] makes accounts of any role, which can sign in', async () => {
    const person = { firstname: 'Mia', lastname: 'Santos', password: 'first secret' }
    const body = { ...person, email: 'Mia@Station.test', role: 'MODERATOR' } as const
    const headers = { 'idempotency-key': 'mia' }
    const made = await station.call(createUser, { as: station.admin, body, headers })
    const again = await station.call(createUser, { as: station.admin, body, headers })
    expect([made.status, made.data]).toEqual([201, again.data])
    expect(made.data).toMatchObject({
      email: 'mia@station.test',
      role: 'MODERATOR',
      birthdate: null,
      gender: '',
    })
    expect((await signIn(station, 'mia@station.test', 'first secret')).role).toBe('MODERATOR')
    const taken = await station.call(createUser, { as: station.admin, body })
    expect([taken.status, taken.error.code]).toEqual([409, 'EMAIL_TAKEN'])
  })

  it('[AU41] lists a role; a word that is no role is no address', async () => {
    const dj = await station.as('DJ')
    const byRole = (role: string) =>
      station.call(listUsersByRole, { as: station.admin, params: { role: role as 'DJ' } })
    const { data } = await byRole('DJ')
    expect(data.map(({ id }) => id)).toContain(dj.id)
    expect(data.every(({ role }) => role === 'DJ')).toBe(true)
    expect((await byRole('KING')).status).toBe(404)
  })

  it('[AU42] lets a moderator raise a listener to DJ and back, whose sockets close', async () => {
    const moderator = await station.as('MODERATOR')
    const member = await station.as('LISTENER', 'talented')
    const move = (id: number, newRole: 'DJ' | 'LISTENER' | 'MODERATOR', as = moderator) =>
      station.call(changeRoleByActor, { as, params: { id }, query: { newRole } })
    const closed = closeCode(await openSocket(station, '/ws/listener', member.token))
    expect((await move(member.id, 'DJ')).data.role).toBe('DJ')
    expect(await closed).toBe(4001)
    expect((await move(member.id, 'DJ')).data.role).toBe('DJ')
    expect((await move(member.id, 'MODERATOR')).status).toBe(403)
    expect((await move(moderator.id, 'LISTENER')).status).toBe(403)
    expect((await move(station.admin.id, 'LISTENER')).status).toBe(403)
    expect((await move(member.id, 'MODERATOR', station.admin)).data.role).toBe('MODERATOR')
  })

  it('[AU41] finds accounts by words, role and status, and counts what it finds', async () => {
    const odd = await station.call(createUser, {
      as: station.admin,
      body: { firstname: '100%_a', lastname: 'O’Neil\\', email: 'odd@station.test', password: 'secret' },
    })
    const found = async (query: object) => (await list(query)).content.map(({ id }) => id)
    for (const q of ['100%_A', 'o’neil\\', 'ODD@', '100%_a O’Neil'])
      expect(await found({ q })).toEqual([odd.data.id])
    expect(await found({ q: '1%a' })).toEqual([])
    expect(await found({ q: 'odd', role: 'DJ' })).toEqual([])
    const loud = await station.as('LISTENER', 'loud one')
    const params = { id: loud.id }
    await station.call(banUser, { as: station.admin, params, body: { unit: 'DAYS', amount: 1 } })
    expect(await found({ status: 'BANNED' })).toEqual([loud.id])
    expect(await found({ status: 'ACTIVE', q: 'loud one' })).toEqual([])
    expect(await list({ role: 'ADMIN', size: 1 })).toMatchObject({
      totalElements: 1,
      totalPages: 1,
      last: true,
    })
    // A day later neither the ban nor the session is left.
    nowMs += 24 * 60 * 60_000
    station.admin = await signIn(station, station.admin.email, station.admin.password)
    expect(await found({ status: 'BANNED' })).toEqual([])
    expect(await found({ status: 'ACTIVE', q: 'loud one' })).toEqual([loud.id])
  })
})
