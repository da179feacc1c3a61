/** `npm run demo`: fills a station with people, a schedule and a past, and says how to sign in. */
import { mkdirSync } from 'node:fs'
import { type Config, readConfig } from '../server/src/config.ts'
import { connect, DatabaseRefused } from '../server/src/db/connect.ts'
import { FolderTaken, lockFolder } from '../server/src/db/lock.ts'
import { MigrationRefused, migrate } from '../server/src/db/migrate.ts'
import { RestoreUnfinished, requireFinished } from '../server/src/db/swap.ts'
import { ensureFirstAdmin } from '../server/src/features/auth/first-admin.ts'
import { PASSWORD_COST } from '../server/src/features/auth/password.ts'
import { systemClock } from '../server/src/kernel/clock.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo/people.ts'
import { type DemoReport, fillDemoStation, StationInUse } from './demo/station.ts'

const EXPECTED = [FolderTaken, RestoreUnfinished, DatabaseRefused, MigrationRefused, StationInUse]

const config = readConfig(process.env)
if (!config.ok) fail(config.errors.join('\n'))

try {
  const report = await fill(config.value)
  console.log(welcome(config.value, report))
} catch (error) {
  if (error instanceof Error && EXPECTED.some((expected) => error instanceof expected)) fail(error.message)
  throw error
}

/** Holds the data folder while it works: a server that runs on it has the lock, and stays undisturbed. */
async function fill({ dataDir, databaseUrl, timeZone, admin }: Config): Promise<DemoReport> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = databaseUrl ? null : lockFolder(dataDir, new Date())
  try {
    requireFinished(dataDir)
    const database = await connect({ dataDir, databaseUrl, onError: (error) => console.error(error.message) })
    try {
      await migrate(database)
      // As the station itself would at its first start: it makes none where an administrator is.
      if (admin)
        await ensureFirstAdmin(
          { db: database.tables(), clock: systemClock, passwordCost: PASSWORD_COST },
          admin,
        )
      return await fillDemoStation(database, new Date(), timeZone)
    } finally {
      await database.close()
    }
  } finally {
    lock?.release()
  }
}

function welcome({ stationName, publicUrl, port }: Config, { people, ahead, behind }: DemoReport): string {
  const accounts = DEMO_PEOPLE.map(({ role, email }) => `  ${role.padEnd(9)}  ${email}`)
  return [
    `${stationName} has ${people} people, ${ahead} shows ahead and ${behind} behind.`,
    '',
    ...accounts,
    '',
    `Everyone's password is  ${DEMO_PASSWORD}`,
    `Run npm start and sign in at ${publicUrl ?? `http://localhost:${port}`}/login`,
    'This password is public: a station that others can reach should not have these accounts.',
  ].join('\n')
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
