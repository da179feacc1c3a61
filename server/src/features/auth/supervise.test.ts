import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import type { Person, Role } from '@carillon/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { isBanned } from './ban.ts'
import { type Db, findUser } from './store.ts'
import { ban, changeRole, unban } from './supervise.ts'
import { activitiesOf, ENGINES, NOON, newPerson, openDatabase } from './testing.ts'

const FOR_GOOD = { unit: 'PERMANENT', amount: 1, reason: '' } as const
const ROUNDS = 50

describe.each(ENGINES)('on the %s database', (engine) => {
  let database: Database
  let db: Db

  beforeAll(async () => {
    database = await openDatabase(engine)
    db = database.tables()
  })
  afterAll(() => database.close())

  const demote = (actor: Person, { id }: Person) =>
    changeRole(db, NOON, { actor, userId: id, role: 'LISTENER' })
  const expel = (actor: Person, { id }: Person) => ban(db, NOON, { actor, userId: id, ...FOR_GOOD })

  async function activeAdmins() {
    const admins = await db.selectFrom('users').selectAll().where('role', '=', 'ADMIN').execute()
    return admins.filter((admin) => !isBanned(admin, NOON))
  }

  /** People left of two administrators who were the only ones, once both have had their way with the other. */
  async function survivorsOf(
    deeds: (one: Person, other: Person) => Array<Promise<unknown>>,
  ): Promise<{ left: number; done: number }> {
    const [one, other] = [await newPerson(db, 'ADMIN'), await newPerson(db, 'ADMIN')]
    const outcomes = await Promise.allSettled(deeds(one, other))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'FORBIDDEN' })
    const left = await activeAdmins()
    await db.deleteFrom('users').where('id', 'in', [one.id, other.id]).execute()
    return { left: left.length, done: outcomes.filter(({ status }) => status === 'fulfilled').length }
  }

  it(`[AU10] two administrators who demote each other ${ROUNDS} times always leave one`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await survivorsOf((one, other) => [demote(one, other), demote(other, one)])
      expect(outcome).toEqual({ left: 1, done: 1 })
    }
  })

  it(`[AU10] so do a ban and a demotion that meet ${ROUNDS} times, and two bans`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const crossed = await survivorsOf((one, other) => [expel(one, other), demote(other, one)])
      const banned = await survivorsOf((one, other) => [expel(one, other), expel(other, one)])
      expect([crossed, banned]).toEqual(Array(2).fill({ left: 1, done: 1 }))
    }
  })

  it('[AU10] many administrators who all fall upon each other leave one', async () => {
    const admins = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newPerson(db, 'ADMIN')))
    const deeds = admins.flatMap((one) =>
      admins.filter((other) => other !== one).map((other) => (other.id % 2 ? demote : expel)(one, other)),
    )
    const outcomes = await Promise.allSettled(deeds)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'FORBIDDEN' })
    expect(await activeAdmins()).toHaveLength(1)
  })

  it('[AU42] who lost a role while acting acts no more', async () => {
    const moderator = await newPerson(db, 'MODERATOR')
    const listener = await newPerson(db, 'LISTENER')
    await demote(await newPerson(db, 'ADMIN'), moderator)
    await expect(expel(moderator, listener)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(unban(db, NOON, { actor: moderator, userId: listener.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await findUser(db, listener.id)).toMatchObject({ banned: false })
  })

  it.each([
    ['LISTENER', 'DJ', true],
    ['DJ', 'LISTENER', true],
    ['LISTENER', 'MODERATOR', false],
    ['DJ', 'ADMIN', false],
    ['MODERATOR', 'LISTENER', false],
    ['ADMIN', 'DJ', false],
  ] as const)('[AU42] a moderator who makes a %s a %s: %s', async (from: Role, to: Role, isAllowed) => {
    const moderator = await newPerson(db, 'MODERATOR')
    const { id } = await newPerson(db, from)
    const [outcome] = await Promise.allSettled([
      changeRole(db, NOON, { actor: moderator, userId: id, role: to }),
    ])
    expect(outcome.status).toBe(isAllowed ? 'fulfilled' : 'rejected')
    expect(await findUser(db, id)).toMatchObject({ role: isAllowed ? to : from })
  })

  it.each(['PERMANENT', 'DAYS'] as const)('[AU50] the same ban again changes nothing: %s', async (unit) => {
    const admin = await newPerson(db, 'ADMIN')
    const { id } = await newPerson(db, 'LISTENER')
    const order = { actor: admin, userId: id, unit, amount: 2, reason: 'Shouting' }
    const after = (ms: number) => new Date(NOON.getTime() + ms)
    const first = await ban(db, NOON, order)
    const again = await ban(db, after(9 * MINUTE_MS), order)
    expect([again.hasChanged, again.user.banned_until]).toEqual([false, first.user.banned_until])
    expect(await activitiesOf(db, admin.id)).toHaveLength(1)
    expect((await ban(db, after(9 * MINUTE_MS), { ...order, reason: 'Spam' })).hasChanged).toBe(true)
    expect((await ban(db, after(HOUR_MS), { ...order, unit: 'WEEKS' })).hasChanged).toBe(true)
  })

  it('[AU43] each deed is noted once, and what changed nothing is not', async () => {
    const admin = await newPerson(db, 'ADMIN')
    const { id } = await newPerson(db, 'LISTENER')
    const email = (await findUser(db, id))?.email
    for (const _ of [1, 2]) await changeRole(db, NOON, { actor: admin, userId: id, role: 'DJ' })
    await ban(db, NOON, { actor: admin, userId: id, ...FOR_GOOD, reason: 'Shouting' })
    for (const _ of [1, 2]) await unban(db, NOON, { actor: admin, userId: id })
    expect(await activitiesOf(db, admin.id)).toEqual([
      `USER_ROLE_CHANGE: Role of ${email} changed from LISTENER to DJ`,
      `USER_BAN: ${email} banned: Shouting`,
      `USER_UNBAN: Ban of ${email} lifted`,
    ])
  })
})
