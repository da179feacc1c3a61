import { rm, stat } from 'node:fs/promises'
import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import { TAKE_DAYS } from '@carillon/contract/recordings/takes'
import { requireRoom } from '../../kernel/free-space.ts'
import { Failures } from './failures.ts'
import type { RecordingFiles } from './files.ts'
import type { Joined } from './join/join-parts.ts'
import { startJoin } from './join/start-join.ts'
import type { RecordingsContext } from './ports.ts'
import { expiredBefore } from './retention.ts'
import {
  claimExpired,
  findDeleted,
  findShowsOf,
  findTakenShow,
  insertRecording,
  type PartsOf,
  replaceRecording,
} from './store.ts'
import type { KeptFile, TakeFiles } from './takes/take-files.ts'
import type { Uploading } from './takes/uploading.ts'
import { type Transfers, withdraw } from './transfers.ts'

/** Time before a failed job is tried again. */
const RETRY_MS = 10 * 60_000
/** Parts of less are headers without sound: the process died before a second was over. */
const LEAST_SOUND_BYTES = 1024

/** Time after a show in which its DJ's page may go on uploading before its recording is ready. */
const MAX_WAIT_MS = 10 * MINUTE_MS

type Keeper = RecordingsContext & {
  files: RecordingFiles
  takes: TakeFiles
  uploading: Uploading
  /** Transfers that end with their recording. */
  transfers: Pick<Transfers, 'cutShow'>
  signal: AbortSignal
}

/** The work that nobody waits for: making recordings ready, and deleting those that are old. */
export function createKeeping(context: Omit<Keeper, 'signal'>) {
  const { db, clock, recordingDays, files, takes, uploading, onChanged, instances } = context
  const aborter = new AbortController()
  const keeper = { ...context, signal: aborter.signal }
  const failures = new Failures(RETRY_MS)

  async function joinEnded(): Promise<void> {
    const parts = await files.listParts()
    const joinedHere = new Set(await files.listWholes())
    const holder = instances?.url() ?? null
    for (const show of await findShowsOf(db, [...parts.keys()], joinedHere, holder)) {
      const paths = parts.get(show.broadcastId) ?? []
      if (show.state === 'LEFT_OVER') await removeAll(await withMaps(files, paths))
      if (show.state === 'TO_JOIN' && !isToWait(keeper, show) && mayTry(show.broadcastId))
        await attempt(show.broadcastId, () => join(keeper, show, paths))
    }
  }

  /** Puts what came after a recording was ready into it, as a newer version. */
  async function exchangeLate(): Promise<void> {
    const parts = await files.listParts()
    for (const broadcastId of await takes.listShows()) {
      if (parts.has(broadcastId) || uploading.isGoingOn(broadcastId) || !mayTry(broadcastId)) continue
      await attempt(broadcastId, () => exchange(keeper, broadcastId))
    }
  }

  function mayTry(broadcastId: number): boolean {
    const hasFailed = failures.isRecent(broadcastId, clock.now())
    return !hasFailed && !aborter.signal.aborted && !context.isRecording(broadcastId)
  }

  async function attempt(broadcastId: number, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (aborter.signal.aborted) return
      failures.note(broadcastId, clock.now())
      context.onFailure(broadcastId, error)
    }
  }

  async function expire(): Promise<void> {
    const now = new Date(clock.now())
    if (recordingDays !== null)
      for (const id of await claimExpired(db, expiredBefore(clock.now(), recordingDays), now)) onChanged(id)
    await removeDeleted(keeper)
  }

  return {
    async work(): Promise<void> {
      await joinEnded()
      await exchangeLate()
      await expire()
    },
    /** Gives up what runs: it begins again at the next start. */
    abort: () => aborter.abort(),
  }
}

async function removeDeleted({ db, files, transfers }: Keeper): Promise<void> {
  for (const id of await findDeleted(db, await files.listWholes())) await withdraw(id, files, transfers)
}

/** Whether the DJ's page of a show that is over is still uploading. */
function isToWait({ clock, uploading }: Keeper, { broadcastId, endedAt }: PartsOf): boolean {
  const sinceMs = clock.now() - (endedAt?.getTime() ?? 0)
  return uploading.isGoingOn(broadcastId) && sinceMs >= 0 && sinceMs < MAX_WAIT_MS
}

/** In this order a crash at any moment loses nothing: parts go last, and are joined again while no row says that they were. */
async function join(keeper: Keeper, show: PartsOf, parts: string[]): Promise<void> {
  const { db, clock, files, onChanged, instances } = keeper
  const { broadcastId, endedAt } = show
  const said = await keeper.takes.list(broadcastId)
  const maps = await files.listMaps(parts)
  const joined = await joinInto(keeper, { broadcastId, parts, maps, said, showMs: lengthOf(show) })
  if (!joined && (await bytesOf(parts)) >= LEAST_SOUND_BYTES)
    throw new Error('There is no readable sound in what was recorded')
  const recordedAt = endedAt ?? new Date(clock.now())
  const holder = instances?.url() ?? null
  if (joined) await insertRecording(db, broadcastId, joined, { recordedAt, holder })
  await removeAll(await withMaps(files, parts))
  // Another version has as much of what was said, or this one has all of it.
  await keeper.takes.removeFiles(said)
  if (joined) onChanged(broadcastId)
}

/** Puts what came late into the recording, unless another version counts that has as much; then it is not kept for this one. */
async function exchange(keeper: Keeper, broadcastId: number): Promise<void> {
  const { db, clock, files, takes, instances, onChanged } = keeper
  const show = await findTakenShow(db, broadcastId)
  if (show && show.status !== 'ENDED') return
  const whole = await files.wholeOf(broadcastId)
  const said = await takes.list(broadcastId)
  if (show && !show.isRecordingDeleted && whole?.map && said.length > 0) {
    const [parts, maps] = [[whole.path], [whole.map]]
    const joined = await joinInto(keeper, { broadcastId, parts, maps, said, showMs: lengthOf(show) })
    if (joined && (await replaceRecording(db, broadcastId, joined, instances?.url() ?? null)))
      onChanged(broadcastId)
    if (joined) await takes.removeFiles(said)
  }
  const endedMs = show?.endedAt?.getTime() ?? 0
  if (!show || show.isRecordingDeleted || clock.now() - endedMs > TAKE_DAYS * DAY_MS)
    await takes.remove(broadcastId)
}

type Joining = {
  broadcastId: number
  parts: readonly string[]
  maps: readonly (string | null)[]
  said: KeptFile[]
  showMs: number
}

/** Joins files of one show into what can be heard, with what its DJ's page has uploaded. */
async function joinInto(
  { files, takes, signal }: Keeper,
  { broadcastId, parts, maps, said, showMs }: Joining,
): Promise<Joined | null> {
  const more = await takes.listTakes(broadcastId)
  const joined = await files.place(broadcastId, async (target) => {
    await requireRoom(parts[0] ?? '.', await bytesOf([...parts, ...said.map(({ path }) => path)]))
    const targetMap = target.replace(/part$/, 'map.part')
    const result = await startJoin({ parts, maps, said, takes: more, showMs, target, targetMap }, signal)
    if (result) await files.placeMap(broadcastId, { map: targetMap, sound: target })
    return result
  })
  if (joined) await files.removeMaps(broadcastId)
  return joined
}

/** Length of a show that is over, in ms; 0 where that is not known. */
function lengthOf({ startedAt, endedAt }: Pick<PartsOf, 'startedAt' | 'endedAt'>): number {
  return startedAt && endedAt ? Math.max(0, endedAt.getTime() - startedAt.getTime()) : 0
}

/** Parts, with the maps beside them: these go first, so that none is ever taken for another part's. */
async function withMaps(files: RecordingFiles, parts: readonly string[]): Promise<string[]> {
  return [...(await files.listMaps(parts)).filter((map) => map !== null), ...parts]
}

async function bytesOf(parts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(parts.map(async (path) => (await stat(path)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true })
}
