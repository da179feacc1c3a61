import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { streamEndpoints } from '@carillon/contract/stream/endpoints'
import { wireTo } from '@carillon/testkit/cuttable-proxy'
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
