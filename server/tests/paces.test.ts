import { register } from '@carillon/contract/auth/endpoints'
import { createBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { afterEach, expect, it } from 'vitest'
import { startStation, type TestStation } from './support/station.ts'

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let station: TestStation
afterEach(() => station.close())

const person = { firstname: 'Ana', lastname: 'Reyes', gender: '' as const }

it('[SE8] a campus behind one address signs up as fast as it likes, a program is told to wait', {
  timeout: 120_000,
}, async () => {
  station = await startStation({ trustProxy: true, clock: { now: () => nowMs } })
  const signUp = (email: string, address: string, birthdate = '2000-02-29') =>
    station.call(register, {
      body: { ...person, birthdate, email, password: 'tuning fork' },
      headers: { 'x-forwarded-for': address },
    })
  expect((await signUp('ana@station.test', '203.0.113.1')).status).toBe(201)
  expect((await signUp('ana@station.test', '203.0.113.1')).status).toBe(409)
  // What is refused counts as well: who looks for accounts has to wait like anybody.
  for (let n = 2; n < 300; n++)
    expect((await signUp('child@station.test', '203.0.113.1', '2020-02-29')).status).toBe(400)
  const refused = await signUp('ben@station.test', '203.0.113.1')
  expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await signUp('ben@station.test', '203.0.113.2')).status).toBe(201)
  nowMs += 5 * 60_000
  expect((await signUp('cora@station.test', '203.0.113.1')).status).toBe(201)
})

it('[SE8] files of a whole chat are handed out so often to one person, and to others still', async () => {
  station = await startStation()
  const dj = await station.as('DJ')
  const { id } = (await station.call(createBroadcast, { as: dj, body: { title: 'Harana' } })).data
  const fetchFile = ({ token }: { token: string }) =>
    fetch(`${station.origin}/api/chats/${id}/export`, { headers: { authorization: `Bearer ${token}` } })
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await fetchFile(dj)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect((await fetchFile(dj)).headers.get('retry-after')).toBe('10')
  expect((await fetchFile(station.admin)).status).toBe(200)
})
