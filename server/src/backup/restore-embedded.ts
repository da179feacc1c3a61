import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseMoves, freshPlace, unpackDump } from '../db/restore.ts'
import type { DatabaseTarget } from './database-target.ts'
import type { Manifest } from './manifest.ts'
import { requireSame } from './require-same.ts'

/** The embedded database of a data folder whose lock the caller holds. */
export function embeddedTarget({
  dataDir,
  dump,
  expected,
  now,
}: {
  dataDir: string
  dump: string
  now: Date
  expected: Manifest['database']
}): DatabaseTarget {
  const fresh = freshPlace(dataDir)
  return {
    isEmpty: async () => !existsSync(join(dataDir, 'embedded', 'database')),
    prepare: async () => requireSame(expected, await unpackDump(dump, fresh)),
    plan: () => databaseMoves(dataDir, now.getTime()),
    swap: async () => undefined, // its files are moved with the others
    discard: () => rm(fresh, { recursive: true, force: true }),
    close: async () => undefined,
  }
}
