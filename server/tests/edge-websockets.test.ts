import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeCode, handshake, openSocket } from './support/handshake.ts'
import { startStation, type TestStation } from './support/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

describe('websockets', () => {
  it('[HT11] are refused before the upgrade, with status and code', async () => {
    const listener = await station.as('LISTENER')
    const authorization = `Bearer ${listener.token}`
    const cases: Array<[string, Record<string, string>, number, string]> = [
      ['/ws/nothing', {}, 404, 'NOT_FOUND'],
      ['/ws/listener', { origin: 'https://evil.example' }, 403, 'FOREIGN_ORIGIN'],
      ['/ws/live', {}, 401, 'NOT_SIGNED_IN'],
      ['/ws/live', { authorization }, 403, 'FORBIDDEN'],
    ]
    for (const [path, headers, status, code] of cases) {
      const answer = await handshake(station, path, headers)
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code])
    }
  })

  it('[HT14] a request that asks for another protocol is answered as if it had not', async () => {
    const headers = { Connection: 'Upgrade, close', Upgrade: 'h2c' }
    const { status, body } = await handshake(station, '/api/stream/status', headers)
    expect([status, JSON.parse(body).success]).toEqual([200, true])
  })

  it("[HT11] a cookie opens one, from the station's own pages", async () => {
    const headers = { origin: station.origin, cookie: `token=${(await station.as('LISTENER')).token}` }
    expect((await handshake(station, '/ws/listener', headers)).status).toBe(101)
  })

  it('[HT11] a message that is too large closes its socket with 1009, and only that', async () => {
    const [loud, quiet] = [
      await openSocket(station, '/ws/listener'),
      await openSocket(station, '/ws/listener'),
    ]
    const closed = closeCode(loud)
    loud.send('x'.repeat(1_000_000))
    expect(await closed).toBe(1009)
    quiet.send('ping')
    expect(quiet.readyState).toBe(quiet.OPEN)
    quiet.terminate()
  })
})
