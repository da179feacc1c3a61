import { createWriteStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireRoom } from '../../kernel/free-space.ts'
import { syncFolder } from '../../kernel/sync-folder.ts'
import { UnfinishedFiles } from '../../kernel/unfinished-files.ts'
import { unlessMissing } from '../../kernel/unless-missing.ts'
import { readFileName, readPartName } from './file-name.ts'

export type RecordingFiles = ReturnType<typeof createRecordingFiles>

/** The files of recordings: parts as the mounts wrote them in `folder`, and what can be heard again below it. */
export function createRecordingFiles(folder: string) {
  const wholes = join(folder, 'shows')
  const unfinished = new UnfinishedFiles(wholes)
  const pathOf = (broadcastId: number) => join(wholes, `${broadcastId}.ogg`)

  return {
    folder: wholes,
    /** Bytes of what can be heard; null when it is not here. */
    async sizeOf(broadcastId: number): Promise<number | null> {
      const found = await unlessMissing(stat(pathOf(broadcastId)))
      return found?.size ?? null
    },
    /** Opens one version and gives its bytes, whatever becomes of its name; null when it is not here. */
    async open(broadcastId: number): Promise<{ bytes: number; file: Readable } | null> {
      const handle = await unlessMissing(open(pathOf(broadcastId)))
      if (!handle) return null
      const { size } = await handle.stat()
      return { bytes: size, file: handle.createReadStream({ end: size - 1 }) }
    },
    /** Removes what a process that was killed has left half written; once, unless it failed. */
    removeUnfinished: () => unfinished.removeLeftovers(),
    /** Puts a copy in place, when it is whole and has room. Throws when it is not, or has none. The copy is closed. */
    async placeCopy(broadcastId: number, bytes: number, copy: Readable): Promise<void> {
      try {
        await unfinished.removeLeftovers()
        await unfinished.write(pathOf(broadcastId), 'copy', async (path) => {
          await requireRoom(wholes, bytes)
          await pipeline(copy, createWriteStream(path, { mode: 0o600, flush: true }))
          const { size } = await stat(path)
          if (size !== bytes) throw new Error(`The copy of a recording has ${size} bytes, not ${bytes}`)
          return size
        })
      } finally {
        copy.destroy()
      }
    },
    /** The paths of each show's parts, in order. */
    listParts: () => partsIn(folder),
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
    remove: (broadcastId: number): Promise<void> => rm(pathOf(broadcastId), { force: true }),
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
