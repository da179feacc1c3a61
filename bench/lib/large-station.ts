import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createPlace, type Place } from '../../server/tests/support/database.ts'
import { type Size, writeThreeYears } from '../../server/tests/support/three-years.ts'

/** A data folder with years behind it, on the embedded database, used by nobody. The caller removes it. */
export async function makeLargeStation(size: Size): Promise<Place> {
  const place = await createPlace('embedded')
  await writeThreeYears(place, size)
  return place
}

/** What the files of the embedded database take on the disk. */
export function databaseBytes(dataDir: string): number {
  return sizeOf(join(dataDir, 'embedded', 'database'))
}

/** What its log takes, also while it is used. */
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
