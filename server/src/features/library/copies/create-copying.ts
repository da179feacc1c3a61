import { findOtherInstances } from '../../../db/instances.ts'
import { createRerun } from '../../../kernel/rerun.ts'
import type { LibraryFiles } from '../files.ts'
import type { LibraryContext } from '../ports.ts'
import { copyFile, declareFile } from './copy-file.ts'
import { findFiles, type LibraryFile } from './store.ts'

/** Interval of looks: a file whose message was lost is copied by then. */
export const TICK_MS = 60_000

// Long: a list of members of a few lines.
/**
 * Copies of the library: whichever instance leads plays between shows, so each has all of it. Where instances share the folder every
 * file is here, and where there is one alone nothing of it happens.
 */
export function createLibraryCopying(context: LibraryContext & { files: LibraryFiles }) {
  const { db, bus, files, instances = null, onError } = context
  const aborter = new AbortController()
  const { signal } = aborter
  const copier = { db, files, key: instances?.key ?? '', signal, onError }
  let missing = 0
  let ticker: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    if (!instances || signal.aborted) return
    const peers = await findOtherInstances(db, instances.url())
    const here = new Set(await files.list())
    const failures: unknown[] = []
    let hasDeclared = false
    for (const file of await findFiles(db)) {
      signal.throwIfAborted()
      if (here.has(file.fileName)) hasDeclared = (await declareFile(copier, file)) || hasDeclared
      else await copyFile(copier, file, peers).catch((error: unknown) => void failures.push(error))
    }
    signal.throwIfAborted()
    if (hasDeclared) bus.send('library-changed', { removed: null })
    // Said when it changes, not with each look.
    if (failures.length > 0 && failures.length !== missing) onError(failures[0])
    missing = failures.length
  }

  const work = createRerun(run, (error) => signal.aborted || onError(error))
  bus.on('library-changed', ({ removed }) => {
    if (removed === null) void work()
    else files.remove(removed).catch(onError)
  })
  return {
    /** Copies what is missing here. Resolves when nothing is left to do. */
    work,
    /** Begins to do so, also by the clock. To be called once other instances can reach this one. */
    share(): void {
      void work()
      if (instances) ticker ??= setInterval(() => void work(), TICK_MS)
      ticker?.unref()
    },
    /** Tells the other instances that a file is gone. */
    onRemoved: (fileName: string) => bus.send('library-changed', { removed: fileName }),
    /** Names of the files that can be played; null: all, as this instance is alone. */
    listHere: async (): Promise<ReadonlySet<string> | null> =>
      instances ? new Set(await files.list()) : null,
    /** Whether a file can be played. One that is only elsewhere is copied, for the next time. */
    async isHere(fileName: string): Promise<boolean> {
      if (!instances || (await files.sizeOf(fileName)) !== null) return true
      void work()
      return false
    },
    /** Waits for a file that is only elsewhere. Resolves also when it cannot be had. */
    async bring(file: LibraryFile): Promise<void> {
      if (!instances || (await files.sizeOf(file.fileName)) !== null) return
      await copyFile(copier, file, await findOtherInstances(db, instances.url())).catch(onError)
    },
    /** Items whose files are not here, as of the last look; null: this instance is alone. */
    missing: () => (instances ? missing : null),
    /** Gives up what is being copied; it begins again at the next start. Idempotent. */
    async close(): Promise<void> {
      clearInterval(ticker)
      aborter.abort()
      await work.settled()
    },
  }
}
