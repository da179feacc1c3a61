import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const GB = 1024 ** 3
/** Most that the files of a run take, several times over. */
const LEAST_ROOM_BYTES = 4 * GB
/** Beside them, browsers and stations need memory of their own. */
const LEAST_FREE_BYTES = 12 * GB
/** The database runs as another user, whose folder lies in it. */
const ENTERED_BY_ALL = 0o711

/** Properties that decide if temporary files may be kept in memory; `mounts` is the text of proc_mounts(5). */
export type Machine = { roomBytes: number; freeBytes: number; mounts: string }

/** A folder for temporary files in memory, and what removes it; null where this machine has too little of it. */
export function createMemoryFolder(): { path: string; remove(): void } | null {
  const machine = lookAtMachine()
  if (!machine || !isRoomy(machine)) return null
  const path = mkdtempSync(join(SHARED_MEMORY, 'carillon-'))
  chmodSync(path, ENTERED_BY_ALL)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Whether there is memory for the files, on a mount from which tests may start programs. */
export function isRoomy({ roomBytes, freeBytes, mounts }: Machine): boolean {
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === SHARED_MEMORY)
  const [, , kind, options = ''] = mount?.split(' ') ?? []
  const mayExecute = kind === 'tmpfs' && !options.split(',').includes('noexec')
  return mayExecute && roomBytes >= LEAST_ROOM_BYTES && freeBytes >= LEAST_FREE_BYTES
}

function lookAtMachine(): Machine | null {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return {
      roomBytes: bavail * bsize,
      freeBytes: freemem(),
      mounts: readFileSync('/proc/mounts', 'utf8'),
    }
  } catch {
    return null // Not Linux, or without shared memory.
  }
}
