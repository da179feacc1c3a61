import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAFE_METHODS } from '../src/http/session.ts'
import { handshake } from './support/handshake.ts'
import { startStation, type TestStation } from './support/station.ts'

let station: TestStation
let cookie: string

beforeAll(async () => {
  station = await startStation({ allowedOrigins: ['https://partner.example'] })
  cookie = `token=${station.admin.token}`
})
afterAll(() => station.close())

const pathOf = (path: string) => path.replaceAll(/:[A-Za-z]+/g, '1').replace('*', 'x')

/** Every address that writes, with its method. */
function writes(): [method: string, path: string][] {
  const calls = station.app.routes.map(({ endpoint }): [string, string] => [endpoint.method, endpoint.path])
  const raw = station.app.rawRoutes.flatMap(({ path, methods = [] }) =>
    methods.map((method): [string, string] => [method, path]),
  )
  return [...calls, ...raw].filter(([method]) => !SAFE_METHODS.has(method))
}

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://partner.example.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
]

it('[SE4] no address that writes does so for a page of another site, whatever it sends', async () => {
  const all = writes()
  // Calls of the contract, the upload of images, and SockJS.
  expect(all.length).toBeGreaterThan(40)
  for (const [method, path] of all)
    for (const headers of FOREIGN) {
      // What a form may send without asking first.
      const asForm = { ...headers, cookie, 'content-type': 'text/plain' }
      const reply = await fetch(station.origin + pathOf(path), { method, headers: asForm, body: '{}' })
      const { code } = (await reply.json()) as { code: string }
      expect([method, path, headers, reply.status, code]).toEqual([
        method,
        path,
        headers,
        403,
        'FOREIGN_ORIGIN',
      ])
    }
})

it('[SE4] no socket opens for a page of another site', async () => {
  expect(station.app.upgrades.length).toBeGreaterThanOrEqual(5)
  for (const { path } of station.app.upgrades)
    for (const origin of ['https://evil.example', 'null', `${station.origin}.evil.example`]) {
      const { status, body } = await handshake(station, pathOf(path), { origin, cookie })
      expect([path, status, JSON.parse(body).code]).toEqual([path, 403, 'FOREIGN_ORIGIN'])
    }
})

it('[SE4] a method that only reads writes nothing: no call of the contract changes by GET', () => {
  const gets = station.app.routes.filter(({ endpoint }) => endpoint.method === 'GET')
  expect(gets.filter(({ endpoint }) => endpoint.body !== undefined || endpoint.status === 201)).toEqual([])
})
