import { analyticsEndpoints } from '@carillon/contract/analytics/endpoints'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { TOTP_PERIOD_SECONDS, totpEndpoints } from '@carillon/contract/auth/two-step'
import { MINUTE_MS } from '@carillon/contract/durations'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { type Member, PASSWORD, startStation, type TestStation } from './support/station.ts'

const { login, me, changePassword } = authEndpoints
const { changeRole, banUser } = peopleEndpoints
const { totpStatus, beginTotp, confirmTotp, renewRecoveryCodes, turnTotpOff, turnTotpOffFor } = totpEndpoints
const STEP_MS = TOTP_PERIOD_SECONDS * 1000

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let mail: MailServer
let station: TestStation

beforeAll(async () => {
  mail = await startMailServer()
  const settings = { smtpUrl: mail.url, mailFrom: 'radio@campus.test', stationName: 'Radyo Uno' }
  // The test is the proxy: it says who comes from where.
  station = await startStation({ ...settings, trustProxy: true, clock: { now: () => nowMs } })
})
afterAll(async () => {
  await station.close()
  await mail.close()
})

type Guarded = { member: Member; totp: TOTP; recoveryCodes: string[] }

/** The code of the step after the newest that was asked for: codes are good once. */
function nextCode({ totp }: Pick<Guarded, 'totp'>): string {
  nowMs += STEP_MS
  return totp.generate({ timestamp: nowMs })
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const begin = (as: Member, password = PASSWORD) => station.call(beginTotp, { as, body: { password } })
const confirm = (as: Member, code: string) => station.call(confirmTotp, { as, body: { code } })
const status = async (as: Member) => (await station.call(totpStatus, { as })).data

async function setUp(role: 'DJ' | 'MODERATOR' | 'ADMIN', name: string): Promise<Guarded> {
  const member = await station.as(role, name)
  const { data } = await begin(member)
  const totp = new TOTP({ secret: data.secret })
  const confirmed = await confirm(member, nextCode({ totp }))
  expect([confirmed.status, confirmed.data.on]).toEqual([200, true])
  return { member, totp, recoveryCodes: confirmed.data.recoveryCodes }
}

/** Signs in again. */
async function enter(
  { email }: Pick<Member, 'email'>,
  { code, password = PASSWORD, from = '203.0.113.1' }: { code?: string; password?: string; from?: string },
) {
  const body = { email, password, ...(code !== undefined && { code }) }
  const answer = await station.call(login, { body, headers: { 'x-forwarded-for': from } })
  return { ...answer, code: answer.error.code }
}

/** The mail to this address that is taken next. */
async function mailTo(email: string): Promise<string> {
  for (;;) {
    const taken = await mail.next()
    if (taken.to.includes(email)) return taken.text
  }
}

describe('setting it up', () => {
  it.each(['DJ', 'MODERATOR', 'ADMIN'] as const)('[TF5] a %s does so by password and code', async (role) => {
    const member = await station.as(role, `careful ${role}`)
    expect(await status(member)).toEqual({ on: false, since: null, recoveryCodesLeft: 0 })
    expect((await begin(member, 'not it')).error).toMatchObject({
      code: 'WRONG_PASSWORD',
      fields: { password: 'Your current password is incorrect.' },
    })
    const { data } = await begin(member)
    expect(data.uri).toContain('otpauth://totp/Radyo%20Uno')
    expect(data.uri).toContain(`secret=${data.secret}`)
    const code = new TOTP({ secret: data.secret }).generate({ timestamp: nowMs })
    const refused = await confirm(member, wrong(code))
    expect([refused.status, refused.error.code]).toEqual([400, 'CODE_REFUSED'])
    expect(refused.error.fields?.code).toContain('clock of your phone')
    const { data: on } = await confirm(member, code)
    expect(on).toMatchObject({ on: true, since: new Date(nowMs).toISOString(), recoveryCodesLeft: 10 })
    expect(on.recoveryCodes).toHaveLength(10)
    expect((await station.call(me, { as: member })).data?.totp).toBe(true)
    for (const again of [await begin(member), await confirm(member, code)])
      expect([again.status, again.error.code]).toEqual([409, 'TOTP_STATE'])
  })

  it('[TF5] until it is confirmed nothing asks for it, and a second secret replaces the first', async () => {
    const member = await station.as('DJ', 'hesitant')
    const { data: first } = await begin(member)
    expect((await enter(member, {})).status).toBe(200)
    const { data: second } = await begin(member)
    const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: nowMs })
    expect((await confirm(member, codeOf(first.secret))).error.code).toBe('CODE_REFUSED')
    expect((await confirm(member, codeOf(second.secret))).status).toBe(200)
  })

  it('[TF5] after 15 min it begins again, and without a beginning there is nothing to confirm', async () => {
    const member = await station.as('DJ', 'slow')
    expect((await confirm(member, '123456')).error.code).toBe('TOTP_STATE')
    const { data } = await begin(member)
    nowMs += 15 * MINUTE_MS
    const late = await confirm(member, new TOTP({ secret: data.secret }).generate({ timestamp: nowMs }))
    expect([late.status, late.error.message]).toEqual([409, 'This took too long. Please begin again.'])
  })

  it('[TF5] listeners have none to set up', async () => {
    const listener = await station.as('LISTENER')
    expect((await begin(listener)).status).toBe(403)
    expect((await confirm(listener, '123456')).status).toBe(403)
  })

  it('[TF4] without it signing in is as ever, whether a code is sent or not', async () => {
    const member = await station.as('DJ', 'plain')
    for (const code of [undefined, '123456', 'anything'])
      expect((await enter(member, code === undefined ? {} : { code })).status).toBe(200)
    expect((await station.call(me, { as: member })).data?.totp).toBe(false)
  })
})

describe('signing in', () => {
  it('[TF6] the code is asked for after the right password alone, and opens the session', async () => {
    const guarded = await setUp('DJ', 'signing')
    const { member } = guarded
    expect(await enter(member, { password: 'not it' })).toMatchObject({
      status: 401,
      code: 'BAD_CREDENTIALS',
    })
    expect(await enter(member, {})).toMatchObject({
      status: 401,
      error: { code: 'TOTP_REQUIRED', message: 'Please enter the code of your authenticator app.' },
    })
    const code = nextCode(guarded)
    const blind = await enter(member, { password: 'not it', code })
    const unknown = await enter({ email: 'who@station.test' }, { password: 'not it', code })
    expect([blind.status, blind.error]).toEqual([unknown.status, unknown.error])
    expect(blind.code).toBe('BAD_CREDENTIALS')
    expect(await enter(member, { code: wrong(code) })).toMatchObject({ status: 401, code: 'TOTP_REFUSED' })
    const entered = await enter(member, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    expect(entered.status).toBe(200)
    expect(entered.data.user).toMatchObject({ id: member.id, totp: true })
    expect((await station.call(me, { as: entered.data.token })).status).toBe(200)
  })

  it('[TF6] what opens no session sets no cookie', async () => {
    const { member } = await setUp('DJ', 'cookieless')
    for (const code of [undefined, '000000'])
      expect((await enter(member, code ? { code } : {})).headers.getSetCookie()).toEqual([])
  })

  it('[TF2] a code is good one step early and one step late, and no longer', async () => {
    const guarded = await setUp('DJ', 'unpunctual')
    const { member, totp } = guarded
    nowMs += 10 * STEP_MS
    const at = (steps: number) =>
      enter(member, { code: totp.generate({ timestamp: nowMs + steps * STEP_MS }) })
    const statuses: number[] = []
    for (const steps of [-2, 2, -1, 0, 1]) statuses.push((await at(steps)).status)
    expect(statuses).toEqual([401, 401, 200, 200, 200])
  })

  it('[TF3] a code opens one session, also the one that turned it on, and no older one follows', async () => {
    const member = await station.as('DJ', 'replayed')
    const { data } = await begin(member)
    const totp = new TOTP({ secret: data.secret })
    const first = totp.generate({ timestamp: nowMs })
    await confirm(member, first)
    expect((await enter(member, { code: first })).code).toBe('TOTP_REFUSED')
    const older = nextCode({ totp })
    const newer = nextCode({ totp })
    expect((await enter(member, { code: newer })).status).toBe(200)
    expect((await enter(member, { code: newer })).code).toBe('TOTP_REFUSED')
    expect((await enter(member, { code: older })).code).toBe('TOTP_REFUSED')
  })

  it('[TF3] of twenty who use one code at once, from twenty addresses, one gets in', async () => {
    const guarded = await setUp('DJ', 'crowded')
    const code = nextCode(guarded)
    const froms = Array.from({ length: 20 }, (_, n) => `203.0.113.${n + 1}`)
    const answers = await Promise.all(froms.map((from) => enter(guarded.member, { code, from })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === 'TOTP_REFUSED')).toHaveLength(19)
  })

  it('[TF7] five wrong codes end the guessing, being asked for one does not', async () => {
    const guarded = await setUp('DJ', 'guessed')
    const { member } = guarded
    for (let n = 0; n < 8; n++) expect((await enter(member, {})).code).toBe('TOTP_REQUIRED')
    const code = nextCode(guarded)
    const guesses = await Promise.all(Array.from({ length: 8 }, () => enter(member, { code: wrong(code) })))
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const refused = await enter(member, { code })
    expect([refused.code, refused.error.message]).toEqual([
      'TOO_MANY_ATTEMPTS',
      'Too many failed attempts. Please wait and try again.',
    ])
    // Also the question whether the password is right waits.
    expect((await enter(member, {})).status).toBe(429)
    nowMs += 15 * MINUTE_MS
    expect((await enter(member, { code: nextCode(guarded) })).status).toBe(200)
  })

  it('[TF26] who knows the password and not the code is told of to the owner, from the third time on, once a day', async () => {
    const { member } = await setUp('DJ', 'robbed')
    expect(await mailTo(member.email)).toContain('Two-step sign-in is on')
    const guess = async (from: string) => (await enter(member, { code: '000000', from })).code
    for (let n = 1; n <= 4; n++) expect(await guess(`203.0.113.${n}`)).toBe('TOTP_REFUSED')
    expect(await mailTo(member.email)).toContain('Subject: Wrong codes after your password')
    const { data } = await station.call(analyticsEndpoints.getActivity, { as: station.admin })
    const lines = data.recentActivities.filter(({ description }) => description.includes(member.email))
    expect(lines.filter(({ description }) => description.includes('wrong codes'))).toMatchObject([
      {
        activityType: 'LOGIN',
        description: `${member.email} was not signed in: right password, wrong codes`,
      },
    ])
    expect(
      mail.taken.filter(({ text, to }) => to.includes(member.email) && text.includes('Wrong codes')),
    ).toHaveLength(1)
  })

  it('[TF8] a recovery code opens one session, is then gone, and the owner is told', async () => {
    const { member, recoveryCodes } = await setUp('DJ', 'phoneless')
    const [first = '', second = ''] = recoveryCodes
    expect(await mailTo(member.email)).toContain('Two-step sign-in is on')
    expect((await enter(member, { code: first.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
    expect(await mailTo(member.email)).toContain('9 are left')
    expect((await enter(member, { code: first })).code).toBe('TOTP_REFUSED')
    expect((await status(member)).recoveryCodesLeft).toBe(9)
    expect((await enter(member, { code: second })).status).toBe(200)
  })
})

describe('with password and code', () => {
  it('[TF9] recovery codes are renewed and the old ones are dead', async () => {
    const guarded = await setUp('MODERATOR', 'renewing')
    const { member, recoveryCodes } = guarded
    const renew = (password: string, code: string) =>
      station.call(renewRecoveryCodes, { as: member, body: { password, code } })
    expect((await renew('not it', nextCode(guarded))).error.code).toBe('WRONG_PASSWORD')
    const refused = await renew(PASSWORD, '000000')
    expect(refused.error).toMatchObject({ code: 'CODE_REFUSED', fields: { code: expect.any(String) } })
    const { data } = await renew(PASSWORD, nextCode(guarded))
    expect(data).toMatchObject({ on: true, recoveryCodesLeft: 10 })
    expect(data.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([])
    expect((await enter(member, { code: recoveryCodes[0] ?? '' })).code).toBe('TOTP_REFUSED')
    expect((await enter(member, { code: data.recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  it('[TF9] it is turned off, with a recovery code as well, and off already is off', async () => {
    const { member, recoveryCodes } = await setUp('DJ', 'leaving')
    const off = (password: string, code: string) =>
      station.call(turnTotpOff, { as: member, body: { password, code } })
    expect((await off('not it', recoveryCodes[0] ?? '')).error.code).toBe('WRONG_PASSWORD')
    expect((await off(PASSWORD, '000000')).error.code).toBe('CODE_REFUSED')
    const none = { on: false, since: null, recoveryCodesLeft: 0 }
    expect((await off(PASSWORD, recoveryCodes[0] ?? '')).data).toEqual(none)
    expect((await off('not looked at', '000000')).data).toEqual(none)
    expect((await enter(member, {})).status).toBe(200)
    const renewed = await station.call(renewRecoveryCodes, {
      as: member,
      body: { password: PASSWORD, code: '000000' },
    })
    expect(renewed.error.code).toBe('TOTP_STATE')
  })

  it('[TF9] five failures in 15 min are enough, whatever they were for', async () => {
    const guarded = await setUp('DJ', 'besieged')
    const { member } = guarded
    const turnOff = (password: string, code: string) =>
      station.call(turnTotpOff, { as: member, body: { password, code } })
    for (const [password, code] of [
      ['one', '000000'],
      [PASSWORD, '000000'],
      [PASSWORD, 'x'],
    ] as const)
      expect((await turnOff(password, code)).status).toBe(400)
    const change = { currentPassword: 'two', newPassword: 'three three' }
    for (let n = 0; n < 2; n++)
      await station.call(changePassword, { as: member, params: { id: member.id }, body: change })
    const stopped = await turnOff(PASSWORD, nextCode(guarded))
    expect([stopped.status, stopped.error.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect((await status(member)).on).toBe(true)
  })
})

describe('who lost the phone', () => {
  const offFor = (as: Member, { id }: Member) => station.call(turnTotpOffFor, { as, params: { id } })

  it('[TF10] an administrator turns it off; the owner gets a mail and signs in with the password', async () => {
    const { member } = await setUp('DJ', 'lost')
    await mailTo(member.email)
    const { data } = await offFor(station.admin, member)
    expect(data).toMatchObject({ id: member.id, totp: false })
    const mailText = await mailTo(member.email)
    expect(mailText).toContain('Two-step sign-in was turned off for you')
    expect(mailText).toContain(station.admin.name)
    expect((await enter(member, {})).status).toBe(200)
    expect((await offFor(station.admin, member)).data.totp).toBe(false)
  })

  it('[TF10] nobody else does, and no administrator to themselves', async () => {
    const { member } = await setUp('DJ', 'kept')
    expect((await offFor(await station.as('MODERATOR'), member)).status).toBe(403)
    expect((await offFor(member, member)).status).toBe(403)
    const admin = await setUp('ADMIN', 'guarded admin')
    expect((await offFor(admin.member, admin.member)).status).toBe(403)
    expect((await status(member)).on).toBe(true)
    expect((await status(admin.member)).on).toBe(true)
  })
})

describe('what else happens to an account', () => {
  it('[TF13] a new password leaves it on', async () => {
    const guarded = await setUp('DJ', 'changing')
    const { member } = guarded
    const body = { currentPassword: PASSWORD, newPassword: 'another fork' }
    await station.call(changePassword, { as: member, params: { id: member.id }, body })
    expect((await enter(member, { password: 'another fork' })).code).toBe('TOTP_REQUIRED')
    const code = nextCode(guarded)
    expect((await enter(member, { password: 'another fork', code })).status).toBe(200)
  })

  it('[TF13] a ban is told before a code is asked for, and spends none', async () => {
    const guarded = await setUp('DJ', 'banned')
    const { member } = guarded
    await station.call(banUser, { as: station.admin, params: { id: member.id }, body: { unit: 'DAYS' } })
    const code = nextCode(guarded)
    for (const given of [{}, { code }]) expect((await enter(member, given)).code).toBe('BANNED')
  })

  it('[TF13] who becomes a listener keeps it, sets up no other, and may turn it off', async () => {
    const guarded = await setUp('DJ', 'resting')
    const { member } = guarded
    await station.call(changeRole, {
      as: station.admin,
      params: { id: member.id },
      query: { newRole: 'LISTENER' },
    })
    expect((await enter(member, {})).code).toBe('TOTP_REQUIRED')
    const { data } = await enter(member, { code: nextCode(guarded) })
    const as = { ...member, token: data.token }
    const body = { password: PASSWORD, code: nextCode(guarded) }
    expect((await station.call(turnTotpOff, { as, body })).data.on).toBe(false)
    expect((await begin(as)).status).toBe(403)
    expect((await enter(member, {})).status).toBe(200)
  })
})

it('[TF11] the owner is told by mail of everything that changes how the account is entered', async () => {
  const guarded = await setUp('ADMIN', 'informed')
  const { member } = guarded
  const proof = () => ({ as: member, body: { password: PASSWORD, code: nextCode(guarded) } })
  expect(await mailTo(member.email)).toContain('Subject: Two-step sign-in is on: Radyo Uno')
  await station.call(renewRecoveryCodes, proof())
  expect(await mailTo(member.email)).toContain('Subject: New recovery codes: Radyo Uno')
  await station.call(turnTotpOff, proof())
  expect(await mailTo(member.email)).toContain('Subject: Two-step sign-in is off: Radyo Uno')
})

it('[TF12] each leaves one line in the activities, and none of them a secret or a code', async () => {
  const guarded = await setUp('DJ', 'noted')
  const { member, totp, recoveryCodes } = guarded
  const code = nextCode(guarded)
  await station.call(renewRecoveryCodes, { as: member, body: { password: PASSWORD, code } })
  await station.call(turnTotpOffFor, { as: station.admin, params: { id: member.id } })
  await station.call(turnTotpOffFor, { as: station.admin, params: { id: member.id } })
  const { data } = await station.call(analyticsEndpoints.getActivity, { as: station.admin })
  const lines = data.recentActivities.filter(({ description }) => description.includes(member.email))
  expect(lines.map(({ description, user }) => [description, user?.email]).slice(0, 3)).toEqual([
    [`Two-step sign-in of ${member.email} turned off`, station.admin.email],
    [`Recovery codes of ${member.email} renewed`, member.email],
    [`Two-step sign-in of ${member.email} turned on`, member.email],
  ])
  const replyText = JSON.stringify(data)
  for (const secret of [totp.secret.base32, code, ...recoveryCodes]) expect(replyText).not.toContain(secret)
})
