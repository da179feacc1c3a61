import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, signIn, startStation, type TestStation } from './support/station.ts'

const { logout, me } = authEndpoints
const { banUser } = peopleEndpoints
const HOURS_13_MS = 13 * 60 * 60_000

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let station: TestStation
let bad: Record<string, Record<string, string>>

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

beforeAll(async () => {
  station = await startStation({ clock: { now: () => nowMs } })
  const { email, token: expired } = await station.as('LISTENER', 'early')
  nowMs += HOURS_13_MS
  station.admin = await signIn(station, station.admin.email, station.admin.password)
  const signedOut = await signIn(station, email, PASSWORD)
  await station.call(logout, { as: signedOut })
  const banned = await station.as('LISTENER', 'banned')
  await station.call(banUser, { as: station.admin, params: { id: banned.id }, body: {} })
  bad = {
    absent: {},
    garbage: bearer('no-such-token'),
    expired: bearer(expired),
    'signed out': bearer(signedOut.token),
    'of a banned account': bearer(banned.token),
    'too long': bearer('a'.repeat(5000)),
    'of another scheme': {
      authorization: `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}`,
    },
  }
})
afterAll(() => station.close())

const kinds = [
  'absent',
  'garbage',
  'expired',
  'signed out',
  'of a banned account',
  'too long',
  'of another scheme',
]

describe.each(kinds)('a token that is %s', (kind) => {
  it('[AU46] opens no call that needs a session, in the header or in the cookie', async () => {
    const token = bad[kind]?.authorization?.split(' ')[1]
    const asCookie = token ? { cookie: `token=${token}` } : {}
    for (const headers of [bad[kind] ?? {}, asCookie])
      for (const { endpoint } of station.app.routes) {
        const address =
          station.origin + endpoint.path.replace(/:(id|[a-z]+Id)\b/g, '1').replace(':role', 'DJ')
        const reply = await fetch(address, { method: endpoint.method, headers })
        await reply.body?.cancel()
        // Who asks who they are is told that they are nobody, unless they ask as a visitor.
        const isOpen = endpoint.access === 'public' && endpoint !== me
        expect([endpoint.path, reply.status === 401]).toEqual([endpoint.path, !isOpen])
      }
  })

  it('[AU46] makes a visitor of who listens, and no error', async () => {
    const reply = await fetch(`${station.origin}/api/stream/status`, { headers: bad[kind] ?? {} })
    expect(reply.status).toBe(200)
  })
})

it('[AU46] a good token opens, whichever way it comes', async () => {
  const { token } = station.admin
  for (const headers of [
    bearer(token),
    { authorization: `bearer   ${token}` },
    { cookie: `a=b; token=${token}` },
  ]) {
    const { status } = await station.call(me, { headers })
    expect(status).toBe(200)
  }
})
