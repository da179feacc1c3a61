import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { codeIn, type MailServer, startMailServer } from './support/mail-server.ts'
import { startStation, type TestStation } from './support/station.ts'

const { sendCode, verifyEmail, me } = authEndpoints

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let mail: MailServer
let station: TestStation

beforeAll(async () => {
  mail = await startMailServer()
  const settings = { smtpUrl: mail.url, mailFrom: 'Campus Radio <radio@campus.test>' }
  station = await startStation({ ...settings, clock: { now: () => nowMs } })
})
afterAll(async () => {
  await station.close()
  await mail.close()
})

const ask = (email: string) => station.call(sendCode, { query: { email } })
const verify = (email: string, code: string) => station.call(verifyEmail, { query: { email, code } })
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function codeFor(email: string): Promise<string> {
  await ask(email)
  const taken = await mail.next()
  expect(taken.to).toEqual([email])
  return codeIn(taken)
}

it('[AU30] a code that comes by mail verifies the e-mail, also when it is sent twice', async () => {
  const member = await station.as('LISTENER', 'ana')
  expect(member.verified).toBe(false)
  const code = await codeFor(member.email)
  for (const text of [code, ` ${code.slice(0, 3)} ${code.slice(3)}`]) {
    const { status, data } = await verify(' ANA@station.test', text)
    expect([status, data]).toEqual([200, { verified: true }])
  }
  expect((await station.call(me, { as: member })).data?.verified).toBe(true)
})

it('[AU30] the fifth wrong try kills the code; four do not', async () => {
  const [lucky, unlucky] = [await station.as('LISTENER', 'four'), await station.as('LISTENER', 'five')]
  const attempt = async (email: string, wrongTries: number) => {
    const code = await codeFor(email)
    for (let i = 0; i < wrongTries; i++) expect((await verify(email, otherThan(code))).status).toBe(400)
    return (await verify(email, code)).status
  }
  expect([await attempt(lucky.email, 4), await attempt(unlucky.email, 5)]).toEqual([200, 400])
})

it('[AU30] what cannot be a code costs no try', async () => {
  const { email } = await station.as('LISTENER', 'typist')
  const code = await codeFor(email)
  for (let i = 0; i < 6; i++) expect((await verify(email, `${code}0`)).error.code).toBe('CODE_REFUSED')
  expect((await verify(email, code)).status).toBe(200)
})

it('[AU30] a new code kills the old one, and ten minutes kill it too', async () => {
  const { email } = await station.as('LISTENER', 'twice')
  const old = await codeFor(email)
  nowMs += MINUTE_MS
  const fresh = await codeFor(email)
  if (old !== fresh) expect((await verify(email, old)).status).toBe(400)
  nowMs += 10 * MINUTE_MS
  expect((await verify(email, fresh)).status).toBe(400)
})

it('[AU32] an unknown e-mail, a wrong code and a dead one get the same answer', async () => {
  const { email } = await station.as('LISTENER', 'hidden')
  const asked = [await ask(email), await ask('nobody@station.test')]
  const code = codeIn(await mail.next())
  const tried = [await verify(email, otherThan(code)), await verify('nobody@station.test', '123456')]
  for (const [known, unknown] of [asked, tried])
    expect([known?.status, known?.error]).toEqual([unknown?.status, unknown?.error])
  expect(asked[0]?.data).toEqual({ accepted: true })
  expect(tried[0]?.error.code).toBe('CODE_REFUSED')
})

it('[AU32] whoever is verified already is sent nothing', async () => {
  const taken = mail.taken.length
  await ask('ana@station.test')
  await ask('nobody-else@station.test')
  const { email } = await station.as('LISTENER', 'after')
  await codeFor(email)
  expect(mail.taken).toHaveLength(taken + 1)
})

it('[AU33] one code a minute and five an hour are sent, and nobody is told', async () => {
  const { email } = await station.as('LISTENER', 'eager')
  const { email: last } = await station.as('LISTENER', 'last')
  const before = mail.taken.length
  const answers = []
  for (let minute = 0; minute < 7; minute++) {
    answers.push(await ask(email), await ask(email))
    if (minute < 5) await mail.next()
    nowMs += MINUTE_MS
  }
  expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(200))
  await codeFor(last)
  expect(mail.taken).toHaveLength(before + 6)
  nowMs += HOUR_MS
  await codeFor(email)
})

it('[AU35] without a mail server the code is in the outbox, and it is good', async () => {
  const offline = await startStation()
  onTestFinished(() => offline.close())
  const member = await offline.as('LISTENER')
  await offline.call(sendCode, { query: { email: member.email } })
  // The mails under way are finished before the station stops.
  await offline.restart()
  const outbox = join(offline.config.dataDir, 'outbox')
  const [name = ''] = readdirSync(outbox)
  const code = codeIn({ text: readFileSync(join(outbox, name), 'utf8') })
  const { status } = await offline.call(verifyEmail, { query: { email: member.email, code } })
  expect(status).toBe(200)
})
