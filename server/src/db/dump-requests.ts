import { randomUUID } from 'node:crypto'
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '@carillon/contract/durations'
import { errorMessage } from '../kernel/error-message.ts'
import type { Dump } from './dump-embedded.ts'
import { dumpFolder, makeDumpFolder } from './dumps.ts'

/** Maker of dumps, data folder, and the callback for failures. */
export type DumpRequestSettings = {
  dump: Dump
  dataDir: string
  onError(error: unknown): void
}

export const LOOK_EVERY_MS = 2_000
const POLL_MS = 50
const REQUEST = /^wanted-[0-9a-f-]{36}$/
const ANSWER = /^wanted-[0-9a-f-]{36}\.(tar\.gz|failed)$/
/** An answer that nobody has fetched for this long is nobody's. */
export const KEPT_MS = HOUR_MS

/**
 * Answers other programs of this machine that want a dump of the embedded database now, which has one user: a request is
 * an empty file beside the dumps, its answer a dump beside that. Files reach across containers, where signals and process
 * numbers do not. Gives what stops it.
 */
export function answerDumpRequests(settings: DumpRequestSettings): () => Promise<void> {
  const stopped = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    running = answerAll(settings, stopped.signal)
      .catch(settings.onError)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    stopped.abort()
    await running
  }
}

/**
 * Asks the station that runs on this data folder for a dump. Gives its path; the caller removes it. Throws when it could
 * not be made, or no answer comes in time.
 */
export async function requestDump(dataDir: string, limitMs: number): Promise<string> {
  const folder = await makeDumpFolder(dataDir)
  const request = join(folder, `wanted-${randomUUID()}`)
  const answer = `${request}.tar.gz`
  const refusal = `${request}.failed`
  await writeFile(request, '', { mode: 0o600 })
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    if (await isThere(answer)) return answer
    if (await isThere(refusal)) throw new Error(await takeReason(refusal))
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  await rm(request, { force: true })
  throw new Error(
    `The station did not dump its database within ${Math.round(limitMs / 1_000)} s: see its log.`,
  )
}

async function answerAll({ dump, dataDir }: DumpRequestSettings, signal: AbortSignal): Promise<void> {
  const folder = dumpFolder(dataDir)
  const names = await readdir(folder).catch(noFolderYet)
  for (const name of names) {
    const path = join(folder, name)
    if (ANSWER.test(name)) await removeOld(path)
    if (!REQUEST.test(name)) continue
    await rm(path, { force: true })
    await dump(`${path}.tar.gz`, signal).catch(async (error: unknown) => {
      // Anyone who asked is told why; the log would say it to somebody else.
      await writeFile(`${path}.failed.part`, errorMessage(error), { mode: 0o600 })
      await rename(`${path}.failed.part`, `${path}.failed`)
    })
  }
}

async function takeReason(path: string): Promise<string> {
  const reason = await readFile(path, 'utf8')
  await rm(path, { force: true })
  return `The station could not dump its database: ${reason}`
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
