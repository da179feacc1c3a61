import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { createSlidingWindowLimiter } from '../../kernel/sliding-window-limiter.ts'
import { changePassword } from './change-password.ts'
import { addDevice, deleteOldDevices, findDevice } from './devices.ts'
import { hashPassword, PASSWORD_COST } from './password.ts'
import { presentPerson } from './present.ts'
import { updatePreferences, updateProfile } from './profile.ts'
import { authenticate, authenticateAll, MAX_SESSIONS, openSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { createUser, signUp } from './sign-up.ts'
import { type Db, updateUser } from './store.ts'
import { ban, unban } from './supervise.ts'
import { activitiesOf, ENGINES, NOON, newPerson, newUser, openDatabase } from './testing.ts'

const clock = { now: () => NOON.getTime() }
const timeZone = 'Asia/Manila'
const YEAR_MS = 365 * 24 * 60 * 60_000

describe.each(ENGINES)('on the %s database', (engine) => {
  let database: Database
  let db: Db

  beforeAll(async () => {
    database = await openDatabase(engine)
    db = database.tables()
  })
  afterAll(() => database.close())

  it('[AU43] a change of profile or preferences is noted once; one that changes nothing is not', async () => {
    const user = await newUser(db)
    const order = { actor: presentPerson(user), userId: user.id }
    for (const _ of [1, 2])
      await updateProfile(
        { db, now: NOON, timeZone },
        { ...order, profile: { firstname: 'Bea', birthdate: null } },
      )
    for (const _ of [1, 2])
      await updatePreferences(db, NOON, { ...order, preferences: { notifyNewSchedule: true } })
    expect(await activitiesOf(db, user.id)).toEqual([
      `PROFILE_UPDATE: Profile of ${user.email} changed`,
      `PROFILE_UPDATE: Preferences of ${user.email} changed`,
    ])
  })

  it('[AU43] a change of password is noted, without the password', async () => {
    const { id } = await newUser(db)
    const user = await updateUser(db, id, { password_hash: await hashPassword('old secret') })
    const session = { id: 0, person: presentPerson(user) }
    const passwords = { currentPassword: 'old secret', newPassword: 'new secret' }
    const context = { db, clock, passwordCost: PASSWORD_COST, limiter: createSlidingWindowLimiter(clock) }
    expect(await changePassword(context, { user, session, ...passwords })).toEqual({ changed: true })
    expect(await activitiesOf(db, id)).toEqual([`PROFILE_UPDATE: Password of ${user.email} changed`])
  })

  it('[AU43] a new account is noted as its own doing, or as the administrator’s', async () => {
    const admin = await newPerson(db, 'ADMIN')
    const person = { firstname: 'Mia', lastname: 'Santos', password: 'secret', gender: '' as const }
    const context = { db, clock, timeZone, passwordCost: PASSWORD_COST }
    const notifications = { notifyRegistered: async () => undefined, onRegistered: () => undefined }
    const self = await signUp(
      { ...context, ...notifications },
      { ...person, email: 'self@station.test', birthdate: '2000-02-29' },
      '203.0.113.1',
    )
    const made = { ...person, email: 'made@station.test', birthdate: null, role: 'DJ' as const }
    await createUser(context, made, admin)
    expect(await activitiesOf(db, self.id)).toEqual(['USER_REGISTER: self@station.test registered'])
    expect(await activitiesOf(db, admin.id)).toEqual([
      'USER_REGISTER: made@station.test was given an account as DJ',
    ])
  })

  it('[AU44] a sign-in that meets a ban opens no session that outlives it', async () => {
    const admin = await newPerson(db, 'ADMIN')
    const { id, email } = await newUser(db)
    await updateUser(db, id, { password_hash: await hashPassword('secret') })
    const credentials = { email, password: 'secret', remember: false, address: '203.0.113.1', device: null }
    const post = { postMail: () => undefined, stationName: 'Radyo Uno' }
    const context = {
      db,
      clock,
      passwordCost: PASSWORD_COST,
      limiter: createSlidingWindowLimiter(clock),
      timeZone,
      ...post,
    }
    const signingIn = [1, 2, 3, 4].map(() => signIn(context, credentials))
    await ban(db, NOON, { actor: admin, userId: id, unit: 'PERMANENT', amount: 1, reason: '' })
    const outcomes = await Promise.allSettled(signingIn)
    await unban(db, NOON, { actor: admin, userId: id })
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'BANNED' })
      else expect(await authenticate(db, clock, outcome.value.token)).toBeNull()
    }
  })

  it('[AU45] an account knows its newest ten devices, each for 400 days', async () => {
    const { id, email } = await newUser(db)
    const tokens: string[] = []
    for (let i = 0; i < 11; i++) tokens.push(await addDevice(db, id, NOON))
    const isKnown = async (token = '') => (await findDevice(db, { token, email })) !== null
    expect([await isKnown(tokens[0]), await isKnown(tokens[1]), await isKnown(tokens[10])]).toEqual([
      false,
      true,
      true,
    ])
    await deleteOldDevices(db, new Date(NOON.getTime() + YEAR_MS))
    expect(await isKnown(tokens[10])).toBe(true)
    await deleteOldDevices(db, new Date(NOON.getTime() + 2 * YEAR_MS))
    expect(await isKnown(tokens[10])).toBe(false)
  })

  it('[SE23] a person has so many sessions; one more ends the oldest of theirs, and nobody else notices', async () => {
    const [{ id }, other] = [await newUser(db), await newUser(db)]
    const open = (userId: number) => openSession(db, clock, { userId, remember: true })
    const [neighbour, oldest] = [await open(other.id), await open(id)]
    const second = await open(id)
    for (let n = 2; n < MAX_SESSIONS; n++) await open(id)
    const isOpen = async (token: string) => (await authenticate(db, clock, token)) !== null
    expect(await isOpen(oldest)).toBe(true)
    const newest = await open(id)
    const open4 = await Promise.all([oldest, second, newest, neighbour].map(isOpen))
    expect(open4).toEqual([false, true, true, true])
  })

  it('[AU861] of tokens that are looked up together each gets its own session', async () => {
    const people = [await newUser(db), await newUser(db), await newUser(db)]
    const tokens: string[] = []
    for (const { id } of people) tokens.push(await openSession(db, clock, { userId: id, remember: false }))
    const [ana = '', ben = '', banned = ''] = tokens
    await sql`UPDATE users SET banned = true WHERE id = ${people[2]?.id}`.execute(db)
    const found = await authenticateAll(db, clock, [ben, 'unknown', banned, ana, ben])
    const sessions = found.map((each) => each?.session ?? null)
    const [anaId, benId] = people.map(({ id }) => id)
    expect(sessions.map((session) => session?.person.id)).toEqual([benId, undefined, undefined, anaId, benId])
    expect(await authenticateAll(db, clock, [])).toEqual([])
  })

  it('[AU45] a device opens nothing, and the database holds no token of it', async () => {
    const { id } = await newUser(db)
    const token = await addDevice(db, id, NOON)
    await openSession(db, clock, { userId: id, remember: false })
    expect(await authenticate(db, clock, token)).toBeNull()
    const { rows } = await sql`SELECT token_hash FROM devices WHERE user_id = ${id}`.execute(db)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
