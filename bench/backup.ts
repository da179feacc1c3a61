/**
 * Time of a backup, and of a restore where nothing is left, of a station with three years behind it: 2,000 shows,
 * 1,000,000 messages, 50,000 people and 1 GB of recordings.
 *
 *   node bench/backup.ts       environment: SHOWS (2000), MESSAGES (1000000), PEOPLE (50000), RECORDINGS (50) of 20 MB
 *
 * Both are the commands of the README, on a PostgreSQL of its own, where one is installed, and on the embedded database.
 * It fails when a row or a file is not what it was.
 */
import { createHash, randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '@carillon/testkit/station-command'
import { createBarePlace, createPlace, type Place } from '../server/tests/support/database.ts'
import { rowsOf } from '../server/tests/support/rows.ts'
import { startStation } from '../server/tests/support/station.ts'
import { writeThreeYears } from '../server/tests/support/three-years.ts'
import { type Engine, onEachDatabase, SIZE } from './lib/three-years.ts'

const RECORDINGS = Number(process.env.RECORDINGS ?? 50)
const RECORDING_BYTES = 20e6

await onEachDatabase(measure)

async function measure(engine: Engine): Promise<void> {
  const place = await createPlace(engine)
  await (await startStation({ place })).stop()
  await writeThreeYears(place, SIZE)
  writeRecordings(place)
  const before = await digest(place)

  const folder = mkdtempSync(join(tmpdir(), 'carillon-backups-'))
  await run('backup', [folder], place, engine)
  await place.remove()

  const empty = await createBarePlace(engine)
  const [name = ''] = readdirSync(folder)
  await run('restore', [join(folder, name)], empty, engine)
  if ((await digest(empty)) !== before) throw new Error(`${engine}: what is restored is not what was there`)
  await empty.remove()
  rmSync(folder, { recursive: true })
}

/** Says what the command says, and how long all of it took. */
async function run(command: string, args: string[], place: Place, engine: Engine): Promise<void> {
  const { dataDir, databaseUrl } = place
  const startedAt = performance.now()
  const settings = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const { code, output, errors } = await runCommand(command, args, settings)
  if (code !== 0) throw new Error(`${command}: ${errors}`)
  console.log(`${engine}, ${command}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s. ${output}`)
}

/** Sound cannot be made smaller, and neither can these. */
function writeRecordings({ dataDir }: Place): void {
  const folder = join(dataDir, 'recordings')
  mkdirSync(folder, { recursive: true })
  const bytes = Buffer.alloc(RECORDING_BYTES)
  for (let number = 1; number <= RECORDINGS; number += 1)
    writeFileSync(join(folder, `${number}.ogg`), randomFillSync(bytes))
}

async function digest(place: Place): Promise<string> {
  const hash = createHash('sha256')
  for (const [table, rows] of Object.entries(await rowsOf(place))) {
    hash.update(table)
    for (const row of rows) hash.update(row)
  }
  const folder = join(place.dataDir, 'recordings')
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}
