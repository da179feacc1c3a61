import { rm } from 'node:fs/promises'
import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { connect, type Database } from '../../src/db/connect.ts'
import { createPlace, type Place } from './database.ts'
import { startStation, type TestStation } from './station.ts'

/** The PostgreSQL of all. */
export let database: Database
let redis: RedisServer
let place: Place
let stations: TestStation[] = []

/** Starts one more instance of one station in this process, with a data folder of its own. It is over after the test. */
export async function startAnother(settings: Parameters<typeof startStation>[0] = {}): Promise<TestStation> {
  const own = await createPlace('embedded')
  const station = await startStation({
    redisUrl: redis.url,
    place: { ...own, databaseUrl: place.databaseUrl },
    ...settings,
  })
  stations.push(station)
  return station
}

/** Starts what the instances of the tests of a file share, and ends it after them. */
export function useInstances(): void {
  beforeAll(async () => {
    redis = await startRedis()
    place = await createPlace('postgres')
    database = await connect({ ...place, onError: () => undefined })
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
    await redis.stop()
  })
  afterEach(async () => {
    for (const station of stations) {
      await station.stop()
      await rm(station.config.dataDir, { recursive: true, force: true })
    }
    stations = []
    await sql`DELETE FROM instances`.execute(database.tables())
  })
}
