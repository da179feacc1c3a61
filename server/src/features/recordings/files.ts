import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Content, digestOf, type FileState, openFile, writeCopy } from '../../kernel/copied-file.ts'
import { requireRoom } from '../../kernel/free-space.ts'
import { syncFolder } from '../../kernel/sync-folder.ts'
import { UnfinishedFiles } from '../../kernel/unfinished-files.ts'
import { unlessMissing } from '../../kernel/unless-missing.ts'
import { readFileName, readPartName } from './file-name.ts'
import { createMapFiles } from './map-files.ts'
import { createTakeFiles } from './takes/take-files.ts'

/** A version of a recording. */
type Version = Content & { broadcastId: number }

export type RecordingFiles = ReturnType<typeof createRecordingFiles>

// Long: a list of members of a few lines.
/** The files of recordings: parts as the mounts wrote them in `folder`, and what can be heard again below it. */
export function createRecordingFiles(folder: string) {
  const wholes = join(folder, 'shows')
  const unfinished = new UnfinishedFiles(wholes)
  const pathOf = (broadcastId: number) => join(wholes, `${broadcastId}.ogg`)
  const maps = createMapFiles(wholes, pathOf)
  const takes = createTakeFiles(join(folder, 'takes'))

  /** Whether a show was recorded here: parts, or a version with its map. No copy is put over that, which may have more. */
  async function isRecordedHere(broadcastId: number): Promise<boolean> {
    return (await partsIn(folder)).has(broadcastId) || (await maps.wholeOf(broadcastId))?.map != null
  }

  return {
    folder: wholes,
    takes,
    isRecordedHere,
    /** Bytes of what can be heard; null when it is not here. */
    async sizeOf(broadcastId: number): Promise<number | null> {
      const found = await unlessMissing(stat(pathOf(broadcastId)))
      return found?.size ?? null
    },
    /** Length and time of what can be heard; null when it is not here. */
    async stateOf(broadcastId: number): Promise<FileState | null> {
      const found = await unlessMissing(stat(pathOf(broadcastId)))
      return found && { bytes: found.size, modifiedMs: found.mtimeMs }
    },
    /** SHA-256 of what can be heard, in hexadecimal; null when it is not here. */
    async digestOf(broadcastId: number): Promise<string | null> {
      return unlessMissing(digestOf(pathOf(broadcastId)))
    },
    /** Opens one version and gives its bytes, whatever becomes of its name; null when it is not here. */
    open: (broadcastId: number) => openFile(pathOf(broadcastId)),
    /** Removes what a process that was killed has left half written; once, unless it failed. */
    removeUnfinished: () => unfinished.removeLeftovers(),
    /** Throws NO_ROOM when a copy of this many bytes has none. */
    async requireRoom(bytes: number): Promise<void> {
      await mkdir(wholes, { recursive: true, mode: 0o700 })
      await requireRoom(wholes, bytes)
    },
    /**
     * Puts a copy in place, when it is whole and has room, and `isCurrent` says that it is still the version that counts.
     * Throws when it does not. The copy is closed. Gives the file as it was put there.
     */
    async placeCopy(
      { broadcastId, bytes, sha256 }: Version,
      copy: Readable,
      isCurrent: () => Promise<boolean>,
    ): Promise<FileState | null> {
      try {
        await unfinished.removeLeftovers()
        const placed = await unfinished.write(pathOf(broadcastId), 'copy', async (path) => {
          await requireRoom(wholes, bytes)
          const state = await writeCopy(path, { bytes, sha256 }, copy)
          // What is recorded here may be longer; it is made ready first.
          if ((await isRecordedHere(broadcastId)) || !(await isCurrent()))
            throw new Error('The copy of a recording is of a version that counts no more')
          return state
        })
        await syncFolder(wholes)
        return placed
      } finally {
        copy.destroy()
      }
    },
    /** The paths of each show's parts, in order. */
    listParts: () => partsIn(folder),
    ...maps,
    /** The shows that have a file to be heard. */
    async listWholes(): Promise<number[]> {
      return (await namesIn(wholes)).map(readFileName).filter((id) => id !== null)
    },
    /** Gives `write` a path and puts what it wrote there in place: nobody is ever served half of one. */
    async place<T>(broadcastId: number, write: (path: string) => Promise<T | null>): Promise<T | null> {
      // Those that were begun by a process that died may still be written to, for a moment: their names are others.
      await unfinished.removeParts()
      const written = await unfinished.write(pathOf(broadcastId), 'part', write)
      if (written !== null) await syncFolder(wholes)
      return written
    },
    /** Removes what can be heard, if it is there. */
    async remove(broadcastId: number): Promise<void> {
      await rm(pathOf(broadcastId), { force: true })
      await maps.removeMaps(broadcastId, { isAll: true })
    },
  }
}

async function partsIn(folder: string): Promise<Map<number, string[]>> {
  const parts = (await namesIn(folder)).flatMap((name) => {
    const part = readPartName(name)
    return part ? [{ ...part, name }] : []
  })
  parts.sort((a, b) => a.number - b.number)
  const paths = new Map<number, string[]>()
  for (const { id, name } of parts) paths.set(id, [...(paths.get(id) ?? []), join(folder, name)])
  return paths
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? []
}
