import type { Contents } from '../db/contents.ts'
import { BackupRefused } from './manifest.ts'

/** Throws BackupRefused unless what was restored has the tables and rows that were backed up. */
export function requireSame(expected: Pick<Contents, 'tables'>, restored: Pick<Contents, 'tables'>): void {
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(restored.tables)])
  for (const name of names) {
    const [expectedTable, found] = [expected.tables[name], restored.tables[name]]
    if (expectedTable === found) continue
    throw new BackupRefused(
      `The backup cannot be used: table ${name} has ${found ?? 'no'} rows and should have ${expectedTable ?? 'none'}.`,
    )
  }
}
