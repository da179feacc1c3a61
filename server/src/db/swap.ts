import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '../kernel/error-message.ts'
import { syncFolder } from '../kernel/sync-folder.ts'
import { isRefusal } from './failures.ts'

/** Paths below the data folder. */
export type Move = [from: string, to: string]

/** All that a restore moves once everything is laid beside what is there. Enough to complete it, no matter who began it. */
export type Swap = {
  /** The backup or dump that is restored. */
  of: string
  /** Folders that what was there before is moved into; made first. */
  folders: string[]
  /** Previous files, and where they are moved; done before `fresh`. */
  aside: Move[]
  /** Prepared files, and where they belong. */
  fresh: Move[]
  /** The schema that what was there before in a PostgreSQL gets, null where nothing was. Absent: there is none. */
  postgres?: { before: string | null }
}

/** A restore was ended in the middle of its moves: what is in the folder is of two stations. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished'

  constructor({ of }: Swap, cause?: unknown) {
    const reason = cause === undefined ? '' : ` (${errorMessage(cause)})`
    super(
      `The restore of ${of} was interrupted while it moved things into place${reason}. Run \`npm run restore\` with the same settings: it completes it. Nothing is lost.`,
      { cause },
    )
  }
}

const journalPath = (dataDir: string) => join(dataDir, 'restoring.json')

/** The swap that was begun in a data folder and is not complete; null when there is none. */
export function findUnfinished(dataDir: string): Swap | null {
  if (!existsSync(journalPath(dataDir))) return null
  return JSON.parse(readFileSync(journalPath(dataDir), 'utf8')) as Swap
}

/**
 * Throws RestoreUnfinished where a restore was interrupted. Ask before a database is opened, which would make one in the
 * place that the restore needs, and with the folder's lock where it is taken: a restore that is at work is no interrupted one.
 */
export function requireFinished(dataDir: string): void {
  const swap = findUnfinished(dataDir)
  if (swap) throw new RestoreUnfinished(swap)
}

/**
 * Moves everything, and has the database do `last` after that. What is to be done is written down first, so that
 * `completeSwap` can go on when this process is killed; where something fails, everything is put back. Throws
 * RestoreUnfinished where that fails too, and where the database may have done its part: the answer to a COMMIT can be lost.
 * The caller holds the folder's lock.
 */
export async function swapInPlace(dataDir: string, swap: Swap, last = async () => {}): Promise<void> {
  const made: string[] = []
  const moved: Move[] = []
  try {
    for (const folder of swap.folders) {
      await mkdir(join(dataDir, folder), { mode: 0o700 })
      made.push(folder)
    }
    await writeJournal(dataDir, swap)
    for await (const move of moveAll(dataDir, swap)) moved.push(move)
    await last().catch((error: unknown) => {
      throw isRefusal(error) ? error : new RestoreUnfinished(swap, error)
    })
  } catch (error) {
    if (error instanceof RestoreUnfinished) throw error
    await putBack(dataDir, moved).catch(() => {
      throw new RestoreUnfinished(swap, error) // why things had to be put back says more than why they could not be
    })
    // One that is not empty any more is in nobody's way.
    for (const folder of made) await rmdir(join(dataDir, folder)).catch(() => undefined)
    throw error
  }
  await rm(journalPath(dataDir))
}

/** Until the journal is gone, anyone who completes the swap begins with what is done of this. */
async function putBack(dataDir: string, moved: readonly Move[]): Promise<void> {
  for (const [from, to] of moved.toReversed()) await rename(join(dataDir, to), join(dataDir, from))
  await rm(journalPath(dataDir), { force: true })
}

/** Does what is left of a swap that was interrupted, and `last` after that. The caller holds the folder's lock. */
export async function completeSwap(dataDir: string, swap: Swap, last = async () => {}): Promise<void> {
  for (const folder of swap.folders) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  for await (const _ of moveAll(dataDir, swap));
  await last()
  await rm(journalPath(dataDir))
}

/** Each move that is not done yet. One aside is done when its place is taken, one of what is fresh when it has left. */
async function* moveAll(dataDir: string, { aside, fresh }: Swap): AsyncGenerator<Move> {
  const pathsOf = ([from, to]: Move) => [join(dataDir, from), join(dataDir, to)] as const
  for (const move of aside) {
    const [from, to] = pathsOf(move)
    if (isThere(to)) continue
    await rename(from, to)
    yield move
  }
  for (const move of fresh) {
    const [from, to] = pathsOf(move)
    if (!isThere(from)) continue
    if (isThere(to)) throw new Error(`${to} is in the way of what is restored`)
    await rename(from, to)
    yield move
  }
}

/** On the disk before the first move, and there whole or not at all. */
async function writeJournal(dataDir: string, swap: Swap): Promise<void> {
  const path = journalPath(dataDir)
  await writeFile(`${path}.new`, JSON.stringify(swap), { flush: true, mode: 0o600 })
  await rename(`${path}.new`, path)
  await syncFolder(dataDir)
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
