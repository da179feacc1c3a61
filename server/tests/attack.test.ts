import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, startStation, type TestStation } from './support/station.ts'

const { login } = authEndpoints

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let station: TestStation

beforeAll(async () => {
  // The test is the proxy: it says who comes from where.
  station = await startStation({ trustProxy: true, clock: { now: () => nowMs } })
})
afterAll(() => station.close())

type From = { address: string; device?: string }

async function signInAs(email: string, password: string, { address, device }: From) {
  const headers = { 'x-forwarded-for': address, ...(device && { cookie: `device=${device}` }) }
  const answer = await station.call(login, { body: { email, password }, headers })
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('device='))
  return { status: answer.status, cookie, device: /^device=([^;]+)/.exec(cookie ?? '')?.[1] ?? '' }
}

async function attack(email: string, addresses: string[]): Promise<number[]> {
  const guesses = addresses.flatMap((address) =>
    Array.from({ length: 8 }, (_, n) => signInAs(email, `guess ${n}`, { address })),
  )
  return (await Promise.all(guesses)).map(({ status }) => status)
}

it('[AU45] while one address guesses, the right password gets in from another', async () => {
  const { email } = await station.as('LISTENER', 'attacked')
  const statuses = await attack(email, ['203.0.113.1'])
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect((await signInAs(email, PASSWORD, { address: '203.0.113.1' })).status).toBe(429)
  expect((await signInAs(email, PASSWORD, { address: '203.0.113.2' })).status).toBe(200)
})

it('[AU45] while many addresses guess, and the owner’s own, the owner’s device gets in', async () => {
  const { email } = await station.as('LISTENER', 'hunted')
  const home = { address: '203.0.113.10' }
  const { device, cookie } = await signInAs(email, PASSWORD, home)
  expect(cookie).toMatch(
    /^device=[\w-]{43}; Max-Age=34560000; Path=\/api\/auth\/login; HttpOnly; SameSite=Strict$/,
  )
  const addresses = [10, 11, 12, 13, 14, 15].map((n) => `203.0.113.${n}`)
  const statuses = await attack(email, addresses)
  expect(statuses.filter((status) => status === 401)).toHaveLength(25)
  expect((await signInAs(email, PASSWORD, { address: '203.0.113.99' })).status).toBe(429)
  const known = await signInAs(email, PASSWORD, { ...home, device })
  expect([known.status, known.cookie]).toEqual([200, undefined])
})

it('[AU45] a device that is known has five tries as well, and none at other accounts', async () => {
  const [own, other] = [await station.as('LISTENER', 'known'), await station.as('LISTENER', 'unknown')]
  const { device } = await signInAs(own.email, PASSWORD, { address: '203.0.113.20' })
  const from = { address: '203.0.113.21', device }
  for (let n = 0; n < 5; n++) expect((await signInAs(own.email, `guess ${n}`, from)).status).toBe(401)
  expect((await signInAs(own.email, PASSWORD, from)).status).toBe(429)
  await attack(other.email, [from.address])
  expect((await signInAs(other.email, PASSWORD, from)).status).toBe(429)
  nowMs += 15 * 60_000
  expect((await signInAs(own.email, PASSWORD, from)).status).toBe(200)
})
