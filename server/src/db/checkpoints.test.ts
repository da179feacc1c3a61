import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { connect } from './connect.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

const MEGA = 1024 * 1024

it('[OP33] the log of the embedded database is written down once it is longer than 32 MB', async () => {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = await connect({ ...place, onError: (error) => expect.fail(error.message) })
  onTestFinished(() => database.close())
  const db = database.tables()
  const log = new WriteAheadLog(db, join(place.dataDir, 'embedded'))
  await sql`CREATE TABLE words AS SELECT repeat('a', 1000) AS word FROM generate_series(1, 20000)`.execute(db)
  expect(await log.sizeBytes()).toBeLessThan(32 * MEGA)
  await sql`UPDATE words SET word = repeat('b', 1000)`.execute(db)
  expect(await log.sizeBytes()).toBeGreaterThan(32 * MEGA)
  vi.advanceTimersByTime(500)
  while ((await log.sizeBytes()) > 8 * MEGA) await new Promise((resolve) => setImmediate(resolve))
})
