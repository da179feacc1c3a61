import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../../kernel/sync-folder.ts'
import { readFileName, readPartName } from './file-name.ts'
import { requireRoom } from './room.ts'

/** What gets its name when it is whole. */
const UNFINISHED = /\.(part|copy)$/

export type RecordingFiles = ReturnType<typeof createRecordingFiles>

/** The files of recordings: parts as the mounts wrote them in `folder`, and what can be heard again below it. */
export function createRecordingFiles(folder: string) {
  const wholes = join(folder, 'shows')
  /** Is in the names of what this process writes: that is never taken for something left. */
  const own = randomUUID()
  let cleared: Promise<void> | undefined
  const clear = async () => {
    for (const name of await namesIn(wholes))
      if (UNFINISHED.test(name) && !name.includes(own)) await rm(join(wholes, name), { force: true })
  }
  const clearOnce = () => {
    cleared ??= clear().catch((error: unknown) => {
      cleared = undefined // the next who asks tries again
      throw error
    })
    return cleared
  }
  const unfinishedPathOf = (broadcastId: number, ending: 'part' | 'copy') =>
    `${pathOf(broadcastId)}.${own}.${randomUUID()}.${ending}`
  const pathOf = (broadcastId: number) => join(wholes, `${broadcastId}.ogg`)

  return {
    folder: wholes,
    pathOf,
    /** Bytes of what can be heard; null when it is not here. */
    async sizeOf(broadcastId: number): Promise<number | null> {
      const found = await stat(pathOf(broadcastId)).catch(orMissing)
      return found?.size ?? null
    },
    /** Removes what a process that was killed has left half written; once, unless it failed. */
    removeUnfinished: clearOnce,
    /** Puts a copy in place, when it is whole and has room. Throws when it is not, or has none. The copy is closed. */
    async placeCopy(broadcastId: number, bytes: number, copy: Readable): Promise<void> {
      const unfinished = unfinishedPathOf(broadcastId, 'copy')
      try {
        await clearOnce()
        await mkdir(wholes, { recursive: true, mode: 0o700 })
        await requireRoom(wholes, bytes)
        await pipeline(copy, createWriteStream(unfinished, { mode: 0o600, flush: true }))
        const { size } = await stat(unfinished)
        if (size !== bytes) throw new Error(`The copy of a recording has ${size} bytes, not ${bytes}`)
        await rename(unfinished, pathOf(broadcastId))
      } finally {
        copy.destroy()
        await rm(unfinished, { force: true })
      }
    },
    /** The paths of each show's parts, in order. */
    async listParts(): Promise<Map<number, string[]>> {
      const parts = (await namesIn(folder)).flatMap((name) => {
        const part = readPartName(name)
        return part ? [{ ...part, name }] : []
      })
      parts.sort((a, b) => a.number - b.number)
      const paths = new Map<number, string[]>()
      for (const { id, name } of parts) paths.set(id, [...(paths.get(id) ?? []), join(folder, name)])
      return paths
    },
    /** The shows that have a file to be heard. */
    async listWholes(): Promise<number[]> {
      return (await namesIn(wholes)).map(readFileName).filter((id) => id !== null)
    },
    /** Gives `write` a path and puts what it wrote there in place: nobody is ever served half of one. */
    async place<T>(broadcastId: number, write: (path: string) => Promise<T | null>): Promise<T | null> {
      await mkdir(wholes, { recursive: true, mode: 0o700 })
      // Those that were begun by a process that died may still be written to, for a moment: their names are others.
      const begun = (await namesIn(wholes)).filter((name) => name.endsWith('.part'))
      for (const name of begun) await rm(join(wholes, name), { force: true })
      const unfinished = unfinishedPathOf(broadcastId, 'part')
      try {
        const written = await write(unfinished)
        if (written === null) return null
        await rename(unfinished, pathOf(broadcastId))
        await syncFolder(wholes)
        return written
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    /** Removes what can be heard, if it is there. */
    remove: (broadcastId: number): Promise<void> => rm(pathOf(broadcastId), { force: true }),
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(orMissing)) ?? []
}

function orMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
