import { broadcastEndpoints } from '@carillon/contract/broadcasts'
import { ROLES, type Role } from '@carillon/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

type Verdict = 'in' | 403 | 404
/** Of one's own object, somebody else's, and one that does not exist. */
type Row = readonly [own: Verdict, foreign: Verdict, missing: Verdict]

const NOBODY = [403, 403, 403] as const
const ANY = ['in', 'in', 404] as const
const OWN = ['in', 403, 404] as const
const OWN_SECRETLY = ['in', 404, 404] as const
const OTHERS = [403, 'in', 404] as const

const ofOwnersAndAdmins = { LISTENER: NOBODY, DJ: OWN, MODERATOR: NOBODY, ADMIN: ANY }

/** What becomes of a call on an object, written by hand from the agreed table. Foreign accounts are listeners'. */
const TABLE: Record<string, Record<Role, Row>> = {
  'GET /api/auth/:id': { LISTENER: OWN_SECRETLY, DJ: OWN_SECRETLY, MODERATOR: ANY, ADMIN: ANY },
  'PUT /api/auth/:id': { LISTENER: OWN_SECRETLY, DJ: OWN_SECRETLY, MODERATOR: OWN, ADMIN: ANY },
  'POST /api/auth/:id/change-password': {
    LISTENER: OWN_SECRETLY,
    DJ: OWN_SECRETLY,
    MODERATOR: OWN,
    ADMIN: OWN,
  },
  'PUT /api/auth/:id/role': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: NOBODY, ADMIN: OTHERS },
  'PUT /api/auth/:id/role/by-actor': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: OTHERS, ADMIN: OTHERS },
  'POST /api/auth/:id/ban': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: OTHERS, ADMIN: OTHERS },
  'POST /api/auth/:id/unban': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: OTHERS, ADMIN: OTHERS },
  'GET /api/broadcasts/:id': { LISTENER: ANY, DJ: ANY, MODERATOR: ANY, ADMIN: ANY },
  'PUT /api/broadcasts/:id': ofOwnersAndAdmins,
  'DELETE /api/broadcasts/:id': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/start': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/start-test': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/test': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/end': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'PUT /api/broadcasts/:id/slowmode': { ...ofOwnersAndAdmins, MODERATOR: ANY },
}

const MISSING_ID = 2_147_483_647

let station: TestStation
let otherDj: Member

beforeAll(async () => {
  station = await startStation()
  otherDj = await station.as('DJ', 'other dj')
})
afterAll(() => station.close())

it('[HT12] every call on an object has its row in the table of owners', () => {
  const onObjects = station.app.routes
    .filter(({ endpoint }) => endpoint.path.includes('/:id'))
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(onObjects.sort()).toEqual(Object.keys(TABLE).sort())
})

describe.each(Object.entries(TABLE))('%s', (call, rows) => {
  it.each(ROLES)('[HT12] tells %s one’s own object from a foreign one and from none', async (role) => {
    const actor = await station.as(role)
    const ids = [await ownId(call, actor), await foreignId(call), MISSING_ID]
    const verdicts: Verdict[] = []
    for (const id of ids) verdicts.push(await verdictOf(call, id, actor))
    expect(verdicts).toEqual(rows[role])
  })
})

async function ownId(call: string, actor: Member): Promise<number> {
  if (call.includes('/api/auth/')) return actor.id
  // A listener or a moderator has none: an administrator's is as little theirs as their own would be.
  const canOwn = actor.role === 'DJ' || actor.role === 'ADMIN'
  return newBroadcast(canOwn ? actor : station.admin)
}

async function foreignId(call: string): Promise<number> {
  if (!call.includes('/api/auth/')) return newBroadcast(otherDj)
  return (await station.as('LISTENER', 'other listener')).id
}

async function newBroadcast(as: Member): Promise<number> {
  const { data } = await station.call(broadcastEndpoints.createBroadcast, { as, body: { title: 'Morning' } })
  return data.id
}

async function verdictOf(call: string, id: number, actor: Member): Promise<Verdict> {
  const [method = '', pattern = ''] = call.split(' ')
  const headers = { authorization: `Bearer ${actor.token}` }
  const reply = await fetch(station.origin + pattern.replace(':id', `${id}`), { method, headers })
  await reply.body?.cancel()
  return reply.status === 403 || reply.status === 404 ? reply.status : 'in'
}
