import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pageHeaderBytes } from '@carillon/media/ogg/page'
import { unlessMissing } from '../../kernel/unless-missing.ts'
import { mapNameOf, wholeMapName } from './file-name.ts'
import type { Part } from './join/parts.ts'

/** Maps beside the files of recordings. `pathOf` gives what can be heard of a show, in `folder`. */
export function createMapFiles(folder: string, pathOf: (broadcastId: number) => string) {
  /** Returns the map beside each of these parts; null where there is none. */
  const listMaps = (parts: readonly string[]) => Promise.all(parts.map((path) => ifThere(mapNameOf(path))))

  /** Returns what can be heard, with its map; null when it is not here. */
  async function wholeOf(broadcastId: number): Promise<Part | null> {
    const path = pathOf(broadcastId)
    const serialNumber = await unlessMissing(serialNumberOf(path))
    if (serialNumber == null) return null
    return { path, map: await ifThere(join(folder, wholeMapName(broadcastId, serialNumber))) }
  }

  return {
    listMaps,
    wholeOf,
    /** Returns everything that is here of a show with these parts: them, and what can be heard. */
    async soundOf(broadcastId: number, parts: readonly string[]): Promise<Part[]> {
      const maps = await listMaps(parts)
      const whole = await wholeOf(broadcastId)
      const pairs = parts.map((path, index) => ({ path, map: maps[index] ?? null }))
      return whole ? [...pairs, whole] : pairs
    },
    /** Puts the map of a file that is about to be placed beside it, if there is one; it names the stream that it is of. */
    async placeMap(broadcastId: number, { map, sound }: { map: string; sound: string }): Promise<void> {
      const serialNumber = await serialNumberOf(sound)
      if (serialNumber !== null)
        await unlessMissing(rename(map, join(folder, wholeMapName(broadcastId, serialNumber))))
    },
    /** Removes the maps of earlier versions, and with `isAll` the last one too. */
    async removeMaps(broadcastId: number, { isAll = false } = {}): Promise<void> {
      const kept = isAll ? null : (await wholeOf(broadcastId))?.map
      for (const name of (await unlessMissing(readdir(folder))) ?? []) {
        const path = join(folder, name)
        if (name.startsWith(`${broadcastId}.`) && name.endsWith('.map') && path !== kept)
          await rm(path, { force: true })
      }
    },
  }
}

async function ifThere(path: string): Promise<string | null> {
  return (await unlessMissing(stat(path))) ? path : null
}

/** Serial number of the first page of a file; null where there is none. */
async function serialNumberOf(path: string): Promise<number | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pageHeaderBytes), 0, pageHeaderBytes, 0)
    return bytesRead < pageHeaderBytes ? null : buffer.readUInt32LE(14)
  } finally {
    await file.close()
  }
}
