import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { momentName } from '../moment-name.ts'

/** What is dumped, below which data folder, and who is told when that fails. */
export type DumpSettings = {
  dump(path: string): Promise<void>
  dataDir: string
  clock: { now(): number }
  onError(error: unknown): void
}

const EVERY_MS = 15 * 60_000
const KEPT = 8
const NAME = /^\d{8}T\d{6}Z\.tar\.gz$/

/** Where the dumps of a data folder are. */
export const dumpFolder = (dataDir: string) => join(dataDir, 'dumps')

/** The names of the dumps in their folder, the oldest first. */
export async function listDumps(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort()
}

/** Dumps the embedded database every 15 min and keeps the newest 8. Gives what stops it. */
export function startDumps(settings: DumpSettings): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => dumpOnce(settings)).catch(settings.onError)
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Writes one dump, named by its moment, and removes the oldest beyond 8. Gives its path. */
export async function dumpOnce({ dump, dataDir, clock }: DumpSettings): Promise<string> {
  const folder = dumpFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const moment = momentName(new Date(clock.now()))
  const path = join(folder, `${moment}.tar.gz`)
  await dump(path)
  for (const name of (await listDumps(folder)).slice(0, -KEPT)) await rm(join(folder, name))
  return path
}
