import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { forgotPassword, resetPassword } from '@carillon/contract/auth/password-reset'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const { login, me } = authEndpoints
const ORIGIN = 'https://radio.campus.test'
const NEW_PASSWORD = 'a fresh tuning fork'

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let mail: MailServer
let station: TestStation

beforeAll(async () => {
  mail = await startMailServer()
  const settings = { smtpUrl: mail.url, mailFrom: 'radio@campus.test', publicUrl: ORIGIN }
  station = await startStation({ ...settings, clock: { now: () => nowMs } })
})
afterAll(async () => {
  await station.close()
  await mail.close()
})
beforeEach(() => {
  nowMs += HOUR_MS
})

const ask = (email: string) => station.call(forgotPassword, { body: { email } })
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  station.call(resetPassword, { body: { token, newPassword } })
const signIn = async ({ email }: Member, password: string) =>
  (await station.call(login, { body: { email, password } })).status

/** The token of the link that comes by mail. */
async function tokenFor({ email }: Member): Promise<string> {
  await ask(email)
  const taken = await mail.next()
  expect(taken.to).toEqual([email])
  return (
    /https:\/\/radio\.campus\.test\/reset-password#([\w-]{43})\b/.exec(
      taken.text.replaceAll(/=\r?\n/g, ''),
    )?.[1] ?? ''
  )
}

it('[AU60] a link that comes by mail gives another password, ends every session and proves the mailbox', async () => {
  const ana = await station.as('LISTENER', 'ana')
  const { status, data } = await reset(await tokenFor(ana))
  expect([status, data]).toEqual([200, { changed: true }])
  expect((await station.call(me, { as: ana })).status).toBe(401)
  expect([await signIn(ana, ana.password), await signIn(ana, NEW_PASSWORD)]).toEqual([401, 200])
  const { data: users } = await station.call(peopleEndpoints.listUsers, {
    as: station.admin,
    query: { q: ana.email },
  })
  expect(users.content[0]?.verified).toBe(true)
})

it('[AU61] a link works once, for 30 minutes, and only the newest', async () => {
  const ben = await station.as('LISTENER', 'ben')
  const old = await tokenFor(ben)
  const used = await tokenFor(ben)
  expect([(await reset(old)).error.code, (await reset(used)).status]).toEqual(['RESET_REFUSED', 200])
  expect((await reset(used)).error.code).toBe('RESET_REFUSED')
  const late = await tokenFor(ben)
  nowMs += 30 * MINUTE_MS
  expect((await reset(late)).error.code).toBe('RESET_REFUSED')
})

it('[AU61] a link from before the password was changed does not work', async () => {
  const dan = await station.as('LISTENER', 'dan')
  const token = await tokenFor(dan)
  const body = { currentPassword: dan.password, newPassword: 'a tuned carillon' }
  const change = { as: dan, params: { id: dan.id }, body }
  expect((await station.call(authEndpoints.changePassword, change)).status).toBe(200)
  expect((await reset(token)).error.code).toBe('RESET_REFUSED')
  expect([await signIn(dan, NEW_PASSWORD), await signIn(dan, 'a tuned carillon')]).toEqual([401, 200])
})

it('[AU61] used many times at once it works once', async () => {
  const token = await tokenFor(await station.as('LISTENER', 'cara'))
  const answers = await Promise.all(Array.from({ length: 5 }, () => reset(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('[AU62] an unknown e-mail and one that is banned are answered as any other, and get no mail', async () => {
  const known = await station.as('LISTENER', 'dan')
  const banned = await station.as('LISTENER', 'eva')
  await station.call(peopleEndpoints.banUser, {
    as: station.admin,
    params: { id: banned.id },
    body: {},
  })
  const answers = []
  for (const email of ['nobody@campus.test', banned.email, known.email]) {
    const { status, data } = await ask(email)
    answers.push([status, data])
  }
  expect(answers).toEqual(Array(3).fill([200, { accepted: true }]))
  expect((await mail.next()).to).toEqual([known.email])
})

it('[AU63] the sixth request of an e-mail in an hour is 429, known or not', async () => {
  const { email } = await station.as('LISTENER', 'fe')
  for (const each of [email, 'unknown@campus.test']) {
    for (let n = 0; n < 5; n += 1) {
      expect((await ask(each)).status).toBe(200)
      if (each === email) expect((await mail.next()).to).toEqual([email])
    }
    const { status, error } = await ask(each)
    expect([status, error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  }
})

it('[AU63] thirty guessed links of a network in 15 minutes are 400, then 429; one that is right works', async () => {
  const token = await tokenFor(await station.as('LISTENER', 'gia'))
  const codes = []
  for (let n = 0; n < 31; n += 1) codes.push((await reset(`guess${n}`)).error.code)
  expect(new Set(codes.slice(0, 30))).toEqual(new Set(['RESET_REFUSED']))
  expect(codes[30]).toBe('TOO_MANY_ATTEMPTS')
  expect((await reset(token)).status).toBe(200)
})
