import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HOUR_MS } from '@carillon/contract/durations'
import { type Content, digestOf, openFile, writeCopy } from '../../kernel/copied-file.ts'
import { requireRoom } from '../../kernel/free-space.ts'
import { syncFolder } from '../../kernel/sync-folder.ts'
import { UnfinishedFiles } from '../../kernel/unfinished-files.ts'
import { unlessMissing } from '../../kernel/unless-missing.ts'

/** 160 random bits in hexadecimal, as the images of announcements have: nobody guesses one. */
const NAME_BYTES = 20
const MAY_BE_LEFT = /^[0-9a-f]{40}\.ogg(\..*\.part)?$/
/** Longer than an upload may take. */
export const LEFTOVER_MS = 2 * HOUR_MS

/** Files of one upload while it is taken. */
export type UploadPaths = { received: string; converted: string; kept: string }

export type LibraryFiles = ReturnType<typeof createLibraryFiles>

// Long: a list of members of a few lines.
/** Files of the library, below `folder`. They never change: another sound has another name. */
export function createLibraryFiles(folder: string) {
  const unfinished = new UnfinishedFiles(folder)
  return {
    folder,
    /** Throws NO_ROOM when a file of this many bytes, and what is kept of it, have none. */
    async requireRoom(bytes: number): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await requireRoom(folder, 2 * bytes)
    },
    /**
     * Gives `write` new paths: for what arrives, for the Opus that is made of it, and for what is kept, which is put in
     * place under a new name unless null was returned. Throws what `write` throws; nothing of it stays then.
     */
    async place<T>(write: (paths: UploadPaths) => Promise<T | null>) {
      const fileName = `${randomBytes(NAME_BYTES).toString('hex')}.ogg`
      const placed = await unfinished.write(join(folder, fileName), 'part', async (kept) => {
        const received = kept.replace(/\.part$/, '.received.part')
        const converted = kept.replace(/\.part$/, '.converted.part')
        try {
          return await write({ received, converted, kept })
        } finally {
          for (const path of [received, converted]) await rm(path, { force: true })
        }
      })
      if (placed === null) return null
      await syncFolder(folder)
      return { fileName, placed }
    },
    /** Puts a copy in place, when it is whole. Throws when it is not. The copy is closed. */
    async placeCopy({ fileName, ...content }: Content & { fileName: string }, copy: Readable): Promise<void> {
      try {
        await unfinished.write(join(folder, fileName), 'part', (path) => writeCopy(path, content, copy))
        await syncFolder(folder)
      } finally {
        copy.destroy()
      }
    },
    /** Names of all that is here. */
    list: async (): Promise<string[]> => (await unlessMissing(readdir(folder))) ?? [],
    /** Bytes of a file; null when it is not here. */
    async sizeOf(fileName: string): Promise<number | null> {
      return (await unlessMissing(stat(join(folder, fileName))))?.size ?? null
    },
    digestOf: (fileName: string): Promise<string> => digestOf(join(folder, fileName)),
    /** Opens a file and gives its bytes; null when it is not here. */
    open: (fileName: string) => openFile(join(folder, fileName)),
    remove: (fileName: string): Promise<void> => rm(join(folder, fileName), { force: true }),
    /**
     * Removes what a crash left: files that are not whole, and those that no item has, two hours after they were written.
     * Instances share the folder, and another may be at work on a younger one. `findKnown` says which of some names an
     * item has.
     */
    async removeLeftovers(
      findKnown: (names: readonly string[]) => Promise<Set<string>>,
      nowMs: number,
    ): Promise<void> {
      const old: string[] = []
      for (const name of (await unlessMissing(readdir(folder))) ?? []) {
        const found = MAY_BE_LEFT.test(name) ? await unlessMissing(stat(join(folder, name))) : null
        if (found && nowMs - found.mtimeMs > LEFTOVER_MS) old.push(name)
      }
      const known = await findKnown(old)
      for (const name of old) if (!known.has(name)) await rm(join(folder, name), { force: true })
    },
  }
}
