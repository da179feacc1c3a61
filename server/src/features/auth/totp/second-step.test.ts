import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../db/connect.ts'
import { createSlidingWindowLimiter } from '../../../kernel/sliding-window-limiter.ts'
import { addDevice } from '../devices.ts'
import { hashPassword } from '../password.ts'
import { signIn } from '../sign-in.ts'
import { type Db, findUser, updateUser } from '../store.ts'
import { ENGINES, NOON, newUser, openDatabase } from '../testing.ts'
import { newRecoveryCodes } from './recovery-code.ts'
import { type SpentCode, takeSecondStep } from './second-step.ts'
import { codeOf, counterAt, newSecret } from './totp-code.ts'
import {
  countRecoveryCodes,
  deleteUnconfirmedSecrets,
  findSecret,
  replaceRecoveryCodes,
  replaceSecret,
} from './totp-store.ts'
import { limitOfCodes } from './wrong-codes.ts'

const AT_ONCE = 20
const NOW = counterAt(NOON.getTime())

describe.each(ENGINES)('on the %s database', (engine) => {
  let database: Database
  let db: Db

  beforeAll(async () => {
    database = await openDatabase(engine)
    db = database.tables()
  })
  afterAll(() => database.close())

  /** An account with a second step. */
  async function guarded() {
    const { id } = await newUser(db, 'DJ')
    const [secret, recoveryCodes] = [newSecret(), newRecoveryCodes()]
    await replaceSecret(db, id, secret, NOON)
    await replaceRecoveryCodes(db, id, recoveryCodes)
    const user = await updateUser(db, id, { totp_since: NOON })
    return { user, secret, recoveryCodes }
  }

  const take = (user: Awaited<ReturnType<typeof guarded>>['user'], code: string): Promise<SpentCode | null> =>
    db.transaction().execute((trx) => takeSecondStep(trx, user, { code, now: NOON }))

  async function takeAtOnce(user: Awaited<ReturnType<typeof guarded>>['user'], code: string) {
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => take(user, code)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TOTP_REFUSED' })
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  }

  it(`[TF3] of ${AT_ONCE} uses of one code at once, one is taken`, async () => {
    const { user, secret } = await guarded()
    expect(await takeAtOnce(user, codeOf(secret, NOW))).toEqual([{ kind: 'totp' }])
    expect((await findSecret(db, user.id))?.last_counter).toBe(NOW)
  })

  it(`[TF8] of ${AT_ONCE} uses of one recovery code at once, one is taken, and nine are left`, async () => {
    const { user, recoveryCodes } = await guarded()
    expect(await takeAtOnce(user, recoveryCodes[3] ?? '')).toEqual([{ kind: 'recovery', left: 9 }])
    expect(await countRecoveryCodes(db, user.id)).toBe(9)
  })

  it('[TF3] what is undone spends no code', async () => {
    const { user, secret } = await guarded()
    const code = codeOf(secret, NOW)
    const undone = db.transaction().execute(async (trx) => {
      await takeSecondStep(trx, user, { code, now: NOON })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await take(user, code)).toEqual({ kind: 'totp' })
  })

  it('[TF8] the codes of one account open no other', async () => {
    const [one, other] = [await guarded(), await guarded()]
    await expect(take(one.user, other.recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'TOTP_REFUSED' })
    await expect(take(one.user, codeOf(other.secret, NOW))).rejects.toMatchObject({ code: 'TOTP_REFUSED' })
    expect(await take(other.user, other.recoveryCodes[0] ?? '')).toEqual({ kind: 'recovery', left: 9 })
  })

  it('[TF27] from devices that are not known twenty wrong codes a day are enough; the known one gets in', async () => {
    const { user, secret } = await guarded()
    await updateUser(db, user.id, { password_hash: await hashPassword('secret') })
    const clock = { now: () => NOON.getTime() }
    const limiter = createSlidingWindowLimiter(clock)
    const context = {
      db,
      clock,
      limiter,
      timeZone: 'Asia/Manila',
      stationName: 'Uno',
      postMail: () => undefined,
    }
    for (let n = 0; n < 20; n++) expect(limiter.consume(limitOfCodes(user)).ok).toBe(true)
    const code = codeOf(secret, NOW)
    const enter = (address: string, device: string | null) =>
      signIn(context, { email: user.email, password: 'secret', remember: false, code, address, device })
    await expect(enter('203.0.113.1', null)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    const known = await addDevice(db, user.id, NOON)
    expect((await enter('203.0.113.1', known)).user.id).toBe(user.id)
  })

  it('[TF14] secrets that were shown and not confirmed are forgotten after 15 min, others never', async () => {
    const { user } = await guarded()
    const { id } = await newUser(db, 'DJ')
    await replaceSecret(db, id, newSecret(), NOON)
    const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
    await deleteUnconfirmedSecrets(db, later(14))
    expect(await findSecret(db, id)).toBeDefined()
    await deleteUnconfirmedSecrets(db, later(15))
    expect(await findSecret(db, id)).toBeUndefined()
    expect(await findSecret(db, user.id)).toBeDefined()
    expect((await findUser(db, user.id))?.totp_since).toEqual(NOON)
  })
})
