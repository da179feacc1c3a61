import { HOUR_MS } from '@carillon/contract/durations'
import { announceInstance, forgetInstances } from '../../../db/instances.ts'
import { createRerun } from '../../../kernel/rerun.ts'
import type { RecordingFiles } from '../files.ts'
import type { RecordingsContext } from '../ports.ts'
import { CopyFailures } from './copy-failures.ts'
import { type Copier, copyRecording, lookAtFiles } from './copy-files.ts'
import * as store from './store.ts'

/** Time after which all files are looked at again, whatever was said about them. */
const LOOK_EVERY_MS = HOUR_MS

type Context = Pick<RecordingsContext, 'db' | 'clock' | 'bus' | 'instances' | 'onError'>

/** Copies of recordings: of several instances, two have each. Where there is one alone, nothing of it happens. */
export function createCopying(context: Context & { files: RecordingFiles }) {
  const { db, clock, bus, instances = null, onError } = context
  const aborter = new AbortController()
  const failures = new CopyFailures(onError)
  let missing = 0
  let lookedMs: number | null = null

  async function look(copier: Copier): Promise<void> {
    // What changes from here on is looked at again.
    lookedMs = clock.now()
    try {
      for (const broadcastId of await lookAtFiles(copier)) bus.send('recording-ready', { broadcastId })
    } catch (error) {
      lookedMs = null
      throw error
    }
  }

  async function copyAll(copier: Copier): Promise<void> {
    failures.beginLook()
    for (;;) {
      const due = aborter.signal.aborted ? undefined : await store.findDueCopy(db, copier.url)
      if (!due) return
      await announceInstance(db, copier.url)
      await copyRecording(copier, due).catch((error: unknown) => failures.note(copier, due, error))
    }
  }

  async function run(): Promise<void> {
    const url = instances?.url() ?? null
    if (!instances || url === null || aborter.signal.aborted) return
    const copier = { ...context, url, key: instances.key, signal: aborter.signal }
    await announceInstance(db, url)
    await forgetInstances(db)
    if (isLookDue(lookedMs, clock.now())) await look(copier)
    await copyAll(copier)
    missing = await store.countMissing(db)
  }

  const work = createRerun(run, (error) => aborter.signal.aborted || onError(error))
  bus.on('recording-ready', () => void work())
  return {
    /** Copies what is missing, or is here in an older version. Resolves when nothing is left to do. */
    work,
    /** Files here have changed: they are looked at next time. */
    onFilesChanged(): void {
      lookedMs = null
    },
    /** Recordings that fewer than two instances have, and copies that failed here since the start; null: it is alone. */
    metrics: () => (instances ? { missing, failures: { ...failures.counts } } : null),
    /** Gives up what is being copied; it begins again at the next start. */
    async close(): Promise<void> {
      aborter.abort()
      await work.settled()
    },
  }
}

function isLookDue(lookedMs: number | null, nowMs: number): boolean {
  // Less than nothing: the clock was set back.
  return lookedMs === null || nowMs - lookedMs >= LOOK_EVERY_MS || nowMs < lookedMs
}
