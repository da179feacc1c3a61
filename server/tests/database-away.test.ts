import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { streamEndpoints } from '@carillon/contract/stream/endpoints'
import { wireTo } from '@carillon/testkit/cuttable-proxy'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from './support/database.ts'
import { handshake } from './support/handshake.ts'
import { startStation } from './support/station.ts'

it.runIf(process.env.TEST_DATABASE_URL)(
  '[OP7] while PostgreSQL is away calls are 503, sound and health go on, and it recovers by itself',
  async () => {
    const place = await createPlace('postgres')
    const wire = await wireTo(place.databaseUrl ?? '')
    onTestFinished(() => wire.close())
    const station = await startStation({ place: { ...place, databaseUrl: wire.url } })
    onTestFinished(() => station.close())
    const list = () => station.call(broadcastEndpoints.listBroadcasts)
    expect((await list()).status).toBe(200)

    wire.cut()
    const away = await list()
    expect([away.status, away.error.code]).toEqual([503, 'DATABASE_AWAY'])
    expect((await fetch(`${station.origin}/stream/health`)).status).toBe(200)
    // Who is signed in is then a visitor to what visitors may read, and nobody to the rest.
    const as = station.admin
    expect((await station.call(streamEndpoints.getStreamStatus, { as })).status).toBe(200)
    const authorization = `Bearer ${as.token}`
    expect((await handshake(station, '/ws/listener', { authorization })).status).toBe(101)
    for (const query of [{}, { visitor: 'ok' }] as const)
      expect((await station.call(authEndpoints.me, { as, query })).error.code).toBe('DATABASE_AWAY')
    expect((await station.call(authEndpoints.logout, { as })).error.code).toBe('DATABASE_AWAY')

    wire.mend()
    expect((await list()).status).toBe(200)
  },
)

it.runIf(process.env.TEST_DATABASE_URL)(
  '[AU8] a sign-out that the database did not take leaves the cookie, with which the next try ends the session',
  async () => {
    const place = await createPlace('postgres')
    const station = await startStation({ place })
    onTestFinished(() => station.close())
    const database = new Client({ connectionString: place.databaseUrl ?? '' })
    await database.connect()
    onTestFinished(() => database.end())
    await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE disk_full; END'`)
    await database.query(
      'CREATE TRIGGER refusing BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()',
    )
    const signOut = () => station.call(authEndpoints.logout, { as: station.admin })
    const refused = await signOut()
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(refused.headers.get('set-cookie')).toBeNull()
    await database.query('DROP TRIGGER refusing ON sessions')
    const { status, headers } = await signOut()
    expect([status, headers.get('set-cookie') !== null]).toEqual([200, true])
    expect((await station.call(authEndpoints.me, { as: station.admin })).status).toBe(401)
  },
)
