import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childEnvironment } from '@carillon/testkit/child-environment'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import type { Place } from './support/database.ts'
import { seeded } from './support/mutate.ts'
import { makeOldStation, type OldStation, openPlace, stepFolders } from './support/old-station.ts'
import { columnsOf, schemaOf, sumOf } from './support/schema.ts'

const PROCESS = join(import.meta.dirname, 'support/migrate-process.ts')
/** `MIGRATION_KILLS=30` is the long form. */
const KILLS = Number(process.env.MIGRATION_KILLS ?? 6)
/** `SEED=7` draws other moments. */
const SEED = Number(process.env.SEED || 20_261_120)
const LIMIT_MS = 60_000 + KILLS * 30_000
const ENGINES = process.env.TEST_DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const)

type Run = { phase: string; tookMs: number }

/** When a start is killed: this long after it told this phase. */
type Kill = { phase: 'opening' | 'closing'; afterMs: number }

/** Closing is short: of a few kills at random moments none would hit it. */
const CLOSING_EACH = 6
const CLOSING_MS = 30

/** Runs the start of a newer program on this place, and kills it. */
async function start({ dataDir, databaseUrl }: Place, kill: Kill | null): Promise<Run> {
  const child = spawn(process.execPath, [PROCESS, dataDir, databaseUrl ?? ''], {
    env: childEnvironment({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (bytes) => {
    output += bytes
    if (kill && output.includes(kill.phase)) timer ??= setTimeout(() => child.kill('SIGKILL'), kill.afterMs)
  })
  await once(child.stdout, 'data')
  const begunMs = performance.now()
  await once(child, 'close')
  clearTimeout(timer)
  return { phase: output.trim().split('\n').at(-1) ?? '', tookMs: performance.now() - begunMs }
}

/** A random moment within its part of the whole, so that all of it is covered; each sixth is in the closing. */
function killAt(kill: number, wholeMs: number, random: () => number): Kill {
  if (kill % CLOSING_EACH === CLOSING_EACH - 1) return { phase: 'closing', afterMs: random() * CLOSING_MS }
  return { phase: 'opening', afterMs: ((kill + random()) / KILLS) * wholeMs }
}

/** Schemas that the newer program makes of the old station, after each number of steps. */
async function schemasOf(old: OldStation, folders: readonly string[]): Promise<string[]> {
  const place = await old.copy()
  const database = await openPlace(place)
  const schemas: string[] = []
  for (const folder of folders) {
    await migrate(database, folder)
    schemas.push(await schemaOf(database))
  }
  await database.close()
  await place.remove()
  return schemas
}

/** PostgreSQL finishes or undoes what a killed process had asked for, in a process of its own. */
async function untilAlone(database: Database): Promise<void> {
  const others = sql<{ count: number }>`SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`
  while ((await others.execute(database.tables())).rows[0]?.count !== 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

describe.each(ENGINES)('on %s', (engine) => {
  // Slow: a program is started and killed at thirty moments.
  it('[OP24] a start killed at any moment leaves whole steps and every row, and the next one completes', {
    timeout: LIMIT_MS,
  }, async () => {
    const { folders, remove } = await stepFolders()
    onTestFinished(remove)
    const old = await makeOldStation(engine, folders[0] ?? '')
    onTestFinished(() => old.close())
    const schemas = await schemasOf(old, folders)
    expect(new Set(schemas).size).toBe(folders.length)

    const whole = await old.copy()
    const before = await openPlace(whole)
    const columns = await columnsOf(before)
    const rows = await sumOf(before, columns)
    await before.close()
    const measured = await start(whole, null)
    expect(measured.phase).toBe('done')
    await whole.remove()

    const random = seeded(SEED)
    const seen: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const place = await old.copy()
      const at = killAt(kill, measured.tookMs, random)
      const { phase } = await start(place, at)
      const database = await openPlace(place)
      if (engine === 'postgres') await untilAlone(database)
      const steps = schemas.indexOf(await schemaOf(database))
      const killed = `seed ${SEED}, killed ${phase}, ${Math.round(at.afterMs)} ms after ${at.phase} of ${Math.round(measured.tookMs)} ms`
      expect(steps, `${killed}: the schema is that of no version`).toBeGreaterThanOrEqual(0)
      expect(await sumOf(database, columns), killed).toBe(rows)
      const missing = await migrate(database)
      expect(missing, killed).toHaveLength(folders.length - 1 - steps)
      expect(await schemaOf(database), killed).toBe(schemas.at(-1))
      expect(await sumOf(database, columns), killed).toBe(rows)
      await database.close()
      await place.remove()
      seen.push(`${phase} with ${steps} of ${folders.length - 1} steps`)
    }
    expect(seen.filter((state) => !state.startsWith('done')).length).toBeGreaterThan(0)
    if (process.env.MIGRATION_KILLS)
      process.stdout.write(
        `${engine}: ${KILLS} kills within ${Math.round(measured.tookMs)} ms\n${seen.join('\n')}\n`,
      )
  })
})
