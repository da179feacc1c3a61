import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freshPlace, putInPlace, unpackDump } from '../../../server/src/db/restore.ts'
import type { Manifest } from './manifest.ts'
import { requireSame } from './require-same.ts'
import type { DatabaseTarget } from './restore-backup.ts'

/** The embedded database of a data folder whose lock the caller holds. */
export function embeddedTarget({
  dataDir,
  dump,
  expected,
}: {
  dataDir: string
  dump: string
  expected: Manifest['database']
}): DatabaseTarget {
  const fresh = freshPlace(dataDir)
  return {
    isEmpty: async () => !existsSync(join(dataDir, 'embedded', 'database')),
    prepare: async () => requireSame(expected, await unpackDump(dump, fresh)),
    async swap() {
      const aside = await putInPlace(dataDir, fresh)
      return existsSync(aside) ? aside : null
    },
    close: () => rm(fresh, { recursive: true, force: true }),
  }
}
