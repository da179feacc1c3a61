/**
 * `npm run restore [backup or dump] [-- --replace]`: a backup in the place of a station, or a dump, the newest by default,
 * in the place of its embedded database. One that was interrupted is completed first, whatever else is asked.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { completeRestore } from '../server/src/backup/complete-restore.ts'
import { BackupRefused } from '../server/src/backup/manifest.ts'
import { restoreBackup } from '../server/src/backup/restore-backup.ts'
import { readConfig } from '../server/src/config.ts'
import { dumpFolder, listDumps } from '../server/src/db/dumps.ts'
import { restoreDump } from '../server/src/db/restore.ts'
import { sayAndStop } from './lib/say-and-stop.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
})
const config = readConfig(process.env)
if (!config.ok) sayAndStop(config.errors.join('\n'))
const { dataDir, databaseUrl } = config.value

try {
  const startedMs = performance.now()
  const completed = await completeRestore({ dataDir, databaseUrl, now: new Date() })
  if (completed) {
    const { of, aside } = completed
    console.log(lines(`The restore of ${of} was interrupted. It is complete now.`, aside))
    console.log(`It took ${secondsSince(startedMs)} s.`)
    if (!positionals[0] || resolve(positionals[0]) === of) process.exit()
  }
  const path = positionals[0] ?? (await newestDump(dumpFolder(dataDir)))
  console.log(path.endsWith('.tar.gz') ? await dumpInPlace(path) : await backupInPlace(path))
} catch (error) {
  sayAndStop(error)
}

async function dumpInPlace(path: string): Promise<string> {
  // Otherwise it would say that it is restored, of a database that the station does not use.
  if (databaseUrl)
    throw new BackupRefused('This is a dump of an embedded database: unset DATABASE_URL to restore it.')
  const startedMs = performance.now()
  const aside = await restoreDump(dataDir, resolve(path))
  return `${path} is restored in ${secondsSince(startedMs)} s. What was there before is in ${aside}.`
}

async function backupInPlace(backup: string): Promise<string> {
  const startedMs = performance.now()
  const isReplacing = values.replace
  const { manifest, aside } = await restoreBackup({
    dataDir,
    databaseUrl,
    backup,
    isReplacing,
    now: new Date(),
  })
  const took = `${secondsSince(startedMs)} s`
  return lines(`${backup} is restored in ${took}: the station as it was at ${manifest.madeAt}.`, aside)
}

function secondsSince(startedMs: number): string {
  return ((performance.now() - startedMs) / 1_000).toFixed(1)
}

function lines(first: string, aside: readonly string[]): string {
  return aside.length > 0 ? `${first}\nWhat was there before is in ${aside.join(', ')}.` : first
}

async function newestDump(folder: string): Promise<string> {
  const dumps = existsSync(folder) ? await listDumps(folder, new Date()) : []
  const name = dumps.at(-1)
  if (!name) throw new Error(`There is no dump in ${folder}`)
  return join(folder, name)
}
