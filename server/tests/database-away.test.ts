import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { authEndpoints } from '@carillon/contract/auth'
import { broadcastEndpoints } from '@carillon/contract/broadcasts'
import { streamEndpoints } from '@carillon/contract/stream'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from './support/database.ts'
import { handshake } from './support/handshake.ts'
import { startStation } from './support/station.ts'

/** A wire to the database that can be cut and mended. */
async function wireTo(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: through.href,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
  }
}

it.runIf(process.env.TEST_DATABASE_URL)(
  '[OP7] while PostgreSQL is away calls are 503, sound and health go on, and it recovers by itself',
  async () => {
    const place = await createPlace('postgres')
    const wire = await wireTo(place.databaseUrl ?? '')
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
