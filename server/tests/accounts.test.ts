import { authEndpoints } from '@carillon/contract/auth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStation, type TestStation } from './support/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

it('[AU1] who signs in is who the station says they are', async () => {
  const dj = await station.as('DJ')
  const { status, data } = await station.call(authEndpoints.me, { as: dj })
  expect(status).toBe(200)
  expect(data).toMatchObject({ id: dj.id, email: 'dj@station.test', role: 'DJ', name: 'dj Reyes' })
})
