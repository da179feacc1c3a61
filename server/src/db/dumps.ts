import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { oldestFirst, timestampForFileName } from '../kernel/timestamp.ts'
import type { Dump } from './dump-embedded.ts'

/** Database to dump, data folder, and the callback for failures. */
export type DumpSettings = {
  dump: Dump
  dataDir: string
  clock: { now(): number }
  /** Called for the first of several failures; the next one after a dump that succeeded. */
  onError(error: unknown): void
}

export const EVERY_MS = 15 * 60_000
export const KEPT = 8
const NAME = /^\d{8}T\d{6}Z\.tar\.gz$/
const UNFINISHED = /\.part$/

/** Folder of the dumps in a data folder. */
export const dumpFolder = (dataDir: string) => join(dataDir, 'dumps')

/** The names of the dumps in their folder, the oldest first; later ones than `now` count as the oldest. */
export async function listDumps(folder: string, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name))
  return oldestFirst(names, dumpName(now))
}

const dumpName = (at: Date) => `${timestampForFileName(at)}.tar.gz`

/** Dumps the embedded database every 15 min and keeps the newest 8. What stops it gives up the one that is being made. */
export function startDumps(settings: DumpSettings): () => Promise<void> {
  const stopped = new AbortController()
  let isFailing = false
  const attempt = async () => {
    try {
      await dumpOnce(settings, stopped.signal)
      isFailing = false
    } catch (error) {
      if (!isFailing && !stopped.signal.aborted) settings.onError(error)
      isFailing = true
    }
  }
  let running: Promise<unknown> = removeUnfinished(dumpFolder(settings.dataDir)).catch(settings.onError)
  const timer = setInterval(() => {
    running = running.then(attempt)
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    stopped.abort()
    await running
  }
}

/** Writes one dump, named by its moment, and removes the oldest beyond 8. Gives its path. */
export async function dumpOnce(
  { dump, dataDir, clock }: Omit<DumpSettings, 'onError'>,
  signal?: AbortSignal,
): Promise<string> {
  const folder = await makeDumpFolder(dataDir)
  const at = new Date(clock.now())
  const path = join(folder, dumpName(at))
  await dump(path, signal)
  for (const name of (await listDumps(folder, at)).slice(0, -KEPT)) await rm(join(folder, name))
  return path
}

/** For the station's user alone, also where an older station made it. */
export async function makeDumpFolder(dataDir: string): Promise<string> {
  const folder = dumpFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  return folder
}

/** Anyone who holds the data folder writes no dump yet: what is unfinished is of a process that was killed. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
}
