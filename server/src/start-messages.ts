import type { Config } from './config.ts'
import { InstanceRefused } from './db/claim.ts'
import { DatabaseRefused } from './db/connect.ts'
import { FolderTaken } from './db/lock.ts'
import { MigrationRefused } from './db/migrate.ts'
import { RestoreUnfinished } from './db/swap.ts'
import type { Credentials } from './features/auth/first-admin.ts'

/** Reasons not to start that the operator can do something about: each says itself in one line. */
const EXPECTED = [FolderTaken, RestoreUnfinished, DatabaseRefused, InstanceRefused, MigrationRefused]

/** The line that says why the station did not start; null for what nobody expected. */
export function expectedProblem(error: unknown, { port }: Pick<Config, 'port'>): string | null {
  if (!(error instanceof Error)) return null
  if (EXPECTED.some((expected) => error instanceof expected)) return error.message
  const isPortTaken = 'code' in error && error.code === 'EADDRINUSE'
  return isPortTaken ? `Port ${port} is in use by another program. Set another PORT.` : null
}

/** Message with the station's address, and with its first administrator where one was made up. */
export function welcome(
  { publicUrl, stationName }: Pick<Config, 'publicUrl' | 'stationName'>,
  { port, firstAdmin }: { port: number; firstAdmin: Credentials | null },
): string {
  const lines = [`${stationName} is on ${publicUrl ?? `http://localhost:${port}`}`]
  if (firstAdmin) {
    lines.push('', 'The first administrator, shown only this once:')
    lines.push(`  email     ${firstAdmin.email}`, `  password  ${firstAdmin.password}`)
    if (!process.stdout.isTTY) lines.push('What is printed here may be kept: change it after signing in.')
  }
  return `${lines.join('\n')}\n`
}
