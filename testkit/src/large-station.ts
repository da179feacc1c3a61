import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PROGRAM = join(import.meta.dirname, '../../server/tests/support/large-station-process.ts')

/** Size of a station's past. */
type Size = { shows: number; messages: number; people: number }

/** A data folder that no program uses. */
export type DataFolder = { dataDir: string; remove(): Promise<void> }

/** A data folder with years behind it, on the embedded database, used by nobody. The caller removes it. */
export async function makeLargeStation({ shows, messages, people }: Size): Promise<DataFolder> {
  const size = [shows, messages, people].map(String)
  const { stdout: dataDir } = await promisify(execFile)(process.execPath, [PROGRAM, ...size])
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Size of the embedded database on the disk. */
export function databaseBytes(dataDir: string): number {
  return sizeOf(join(dataDir, 'embedded', 'database'))
}

/** Size of its log, also while it is in use. */
export function logBytes(dataDir: string): number {
  return sizeOf(join(dataDir, 'embedded', 'database', 'pg_wal'))
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const sizes = files.map(({ parentPath, name }) =>
    statSync(join(parentPath, name), { throwIfNoEntry: false }),
  )
  return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
}
