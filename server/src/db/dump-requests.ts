import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpFolder } from './dumps.ts'

/** What answers requests, below which data folder, and who is told when that fails. */
export type DumpRequestSettings = {
  dump(path: string): Promise<void>
  dataDir: string
  onError(error: unknown): void
}

const LOOK_EVERY_MS = 500
const POLL_MS = 50
const REQUEST = /^wanted-[0-9a-f-]{36}$/
const ANSWER = /^wanted-[0-9a-f-]{36}\.tar\.gz(\.part)?$/
/** An answer that nobody has fetched for so long is nobody's. */
const KEPT_MS = 60 * 60_000

/**
 * Answers other programs of this machine that want a dump of the embedded database now, which has one user: a request is
 * an empty file beside the dumps, its answer a dump beside that. Files reach across containers, where signals and process
 * numbers do not. Gives what stops it.
 */
export function answerDumpRequests(settings: DumpRequestSettings): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    running = answerAll(settings)
      .catch(settings.onError)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/**
 * Asks the station that runs on this data folder for a dump. Gives its path; the caller removes it. Throws when no answer
 * comes in time.
 */
export async function requestDump(dataDir: string, limitMs: number): Promise<string> {
  const folder = dumpFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const request = join(folder, `wanted-${randomUUID()}`)
  const answer = `${request}.tar.gz`
  await writeFile(request, '')
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    if (await isThere(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  await rm(request, { force: true })
  throw new Error(
    `The station did not dump its database within ${Math.round(limitMs / 1_000)} s: see its log.`,
  )
}

async function answerAll({ dump, dataDir }: DumpRequestSettings): Promise<void> {
  const folder = dumpFolder(dataDir)
  const names = await readdir(folder).catch(noFolderYet)
  for (const name of names) {
    const path = join(folder, name)
    if (ANSWER.test(name)) await removeOld(path)
    if (!REQUEST.test(name)) continue
    await rm(path, { force: true })
    await dump(`${path}.tar.gz`)
  }
}

async function removeOld(path: string): Promise<void> {
  const found = await stat(path).catch(() => null) // fetched meanwhile
  if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true })
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Before the first dump there is none. Whatever else keeps it from being read has to be told. */
function noFolderYet(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
