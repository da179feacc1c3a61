import { rm, stat } from 'node:fs/promises'
import { requireRoom } from '../../kernel/free-space.ts'
import { Failures } from './failures.ts'
import type { RecordingFiles } from './files.ts'
import { startJoin } from './join/start-join.ts'
import type { RecordingsContext } from './ports.ts'
import { expiredBefore } from './retention.ts'
import { claimExpired, findDeleted, findShowsOf, insertRecording, type PartsOf } from './store.ts'

/** Time before a failed job is tried again. */
const RETRY_MS = 10 * 60_000
/** Parts of less are headers without sound: the process died before a second was over. */
const LEAST_SOUND_BYTES = 1024

type Keeper = RecordingsContext & { files: RecordingFiles; signal: AbortSignal }

/** The work that nobody waits for: making recordings ready, and deleting those that are old. */
export function createKeeping(context: Omit<Keeper, 'signal'>) {
  const { db, clock, recordingDays, files, onChanged } = context
  const aborter = new AbortController()
  const keeper = { ...context, signal: aborter.signal }
  const failures = new Failures(RETRY_MS)

  async function joinEnded(): Promise<void> {
    const parts = await files.listParts()
    const joinedHere = new Set(await files.listWholes())
    for (const show of await findShowsOf(db, [...parts.keys()], joinedHere)) {
      const paths = parts.get(show.broadcastId) ?? []
      if (show.state === 'LEFT_OVER') await removeAll(paths)
      if (show.state === 'TO_JOIN' && mayTry(show.broadcastId)) await tryJoin(show, paths)
    }
  }

  function mayTry(broadcastId: number): boolean {
    const hasFailed = failures.isRecent(broadcastId, clock.now())
    return !hasFailed && !aborter.signal.aborted && !context.isRecording(broadcastId)
  }

  async function tryJoin(show: PartsOf, paths: string[]): Promise<void> {
    try {
      await join(keeper, show, paths)
    } catch (error) {
      if (aborter.signal.aborted) return
      failures.note(show.broadcastId, clock.now())
      context.onFailure(show.broadcastId, error)
    }
  }

  async function expire(): Promise<void> {
    const now = new Date(clock.now())
    if (recordingDays !== null)
      for (const id of await claimExpired(db, expiredBefore(clock.now(), recordingDays), now)) onChanged(id)
    for (const id of await findDeleted(db, await files.listWholes())) await files.remove(id)
  }

  return {
    async work(): Promise<void> {
      await joinEnded()
      await expire()
    },
    /** Gives up what runs: it begins again at the next start. */
    abort: () => aborter.abort(),
  }
}

/** In this order a crash at any moment loses nothing: parts go last, and are joined again while no row says that they were. */
async function join(
  { db, clock, files, signal, onChanged, instances }: Keeper,
  show: PartsOf,
  parts: string[],
) {
  const { broadcastId, endedAt } = show
  const joined = await files.place(broadcastId, async (target) => {
    await requireRoom(parts[0] ?? '.', await bytesOf(parts))
    return startJoin({ parts, target }, signal)
  })
  if (!joined && (await bytesOf(parts)) >= LEAST_SOUND_BYTES)
    throw new Error('There is no readable sound in what was recorded')
  const recordedAt = endedAt ?? new Date(clock.now())
  if (joined) await insertRecording(db, broadcastId, joined, { recordedAt, holder: instances?.url() ?? null })
  await removeAll(parts)
  if (joined) onChanged(broadcastId)
}

async function bytesOf(parts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(parts.map(async (path) => (await stat(path)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true })
}
