import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { FolderTaken, lockFolder } from '../db/lock.ts'
import type { Patient } from './check.ts'

/** A station as the checks see it: its settings, and whether it runs. */
export function patientOf(config: Config, now: () => number): Patient {
  return { config, now, running: runningOn(config.dataDir, now()) }
}

/** The process that holds the lock of the folder. Looking makes no folder. */
function runningOn(dataDir: string, nowMs: number): Patient['running'] {
  if (!existsSync(join(dataDir, 'lock'))) return null
  const holder = readHolder(dataDir)
  try {
    lockFolder(dataDir, new Date(nowMs)).release()
    return null
  } catch (error) {
    if (error instanceof FolderTaken) return { pid: holder }
    return null // the folder cannot be used: the check of the disk tells why
  }
}

function readHolder(dataDir: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')) as { pid?: unknown }
    return typeof pid === 'number' ? pid : null
  } catch {
    return null // anyone who holds it has not yet written who it is
  }
}
