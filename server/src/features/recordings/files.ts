import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Content, digestOf, type FileState, openFile, writeCopy } from '../../kernel/copied-file.ts'
import { requireRoom } from '../../kernel/free-space.ts'
import { syncFolder } from '../../kernel/sync-folder.ts'
import { UnfinishedFiles } from '../../kernel/unfinished-files.ts'
import { unlessMissing } from '../../kernel/unless-missing.ts'
import { mapNameOf, readFileName, readOwnerName, readPartName } from './file-name.ts'
import { createMapFiles } from './map-files.ts'
import { createTakeFiles } from './takes/take-files.ts'

/** A version of a recording. */
type Version = Content & { broadcastId: number }

const WHOLES = 'shows'
const TAKES = 'takes'
/** Folders of files of shows that the database did not know begin with it. */
export const ASIDE_PREFIX = '.aside-'

export type RecordingFiles = ReturnType<typeof createRecordingFiles>

// Long: a list of members of a few lines.
/** The files of recordings: parts as the mounts wrote them in `folder`, and what can be heard again below it. */
export function createRecordingFiles(folder: string) {
  const wholes = join(folder, WHOLES)
  const unfinished = new UnfinishedFiles(wholes)
  const pathOf = (broadcastId: number) => join(wholes, `${broadcastId}.ogg`)
  const maps = createMapFiles(wholes, pathOf)
  const takes = createTakeFiles(join(folder, TAKES))

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
    /** Makes what can be heard of a show its first part again; it is to have no other. */
    async reopen(broadcastId: number): Promise<void> {
      const whole = await maps.wholeOf(broadcastId)
      if (!whole) return
      const part = join(folder, `${broadcastId}.ogg`)
      // In this order one that is killed in between goes on at the next start.
      if (whole.map) await rename(whole.map, mapNameOf(part))
      await rename(whole.path, part)
      await syncFolder(folder)
    },
    /** Moves all that was recorded of a show, and what its page has uploaded, to another folder. */
    async moveAside(broadcastId: number, aside: string): Promise<void> {
      await moveOf(broadcastId, folder, aside)
      await moveOf(broadcastId, wholes, join(aside, WHOLES))
      const kept = join(aside, TAKES)
      await mkdir(kept, { recursive: true, mode: 0o700 })
      await unlessMissing(rename(join(folder, TAKES, String(broadcastId)), join(kept, String(broadcastId))))
    },
    /** Recordings of shows whose files went aside, each with the folder that it is in. */
    async listAside(): Promise<{ broadcastId: number; bytes: number; folder: string }[]> {
      const found = []
      for (const name of await namesIn(folder)) {
        if (!name.startsWith(ASIDE_PREFIX)) continue
        const place = join(folder, name, WHOLES)
        for (const file of await namesIn(place)) {
          const broadcastId = readFileName(file)
          if (broadcastId !== null)
            found.push({ broadcastId, bytes: (await stat(join(place, file))).size, folder: place })
        }
      }
      return found
    },
    /** Puts what can be heard of a show back in place, with its maps. */
    async bringBack(broadcastId: number, from: string): Promise<void> {
      await moveOf(broadcastId, from, wholes)
      await syncFolder(wholes)
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

/** Moves the files of a show from one folder to another. */
async function moveOf(broadcastId: number, from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await namesIn(from))
    if (readOwnerName(name) === broadcastId) await rename(join(from, name), join(to, name))
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? []
}
