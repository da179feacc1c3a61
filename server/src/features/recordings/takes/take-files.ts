import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MapLine, mapLine, readMap, type TakeState } from '@carillon/media/takes/packet-map'
import { requireRoom } from '../../../kernel/free-space.ts'
import { UnfinishedFiles } from '../../../kernel/unfinished-files.ts'
import { unlessMissing } from '../../../kernel/unless-missing.ts'

/** `<take>.<first packet>-<packets>-<samples>.ogg`: what one call brought, as it came; gifts end in `.air.ogg` and `.late.ogg`. */
const FILE = /^([0-9a-f-]{36})\.(\d{1,8})-(\d{1,6})-(\d{1,10})(?:\.(air|late))?\.ogg$/
/** Takes that never had a connection. */
const TAKES_FILE = 'takes.map'

/** Packets in the recording of another instance, which this one lacks: recorded from the air, or uploaded there later. */
export type Gift = 'air' | 'late'
/** File that one call brought: packets of a take, from a number on; of a page, unless they are a gift. */
export type KeptFile = {
  takeId: string
  from: number
  count: number
  samples: number
  path: string
  gift: Gift | null
}

export type TakeFiles = ReturnType<typeof createTakeFiles>

/** Files of packets that came after they were missed, below `folder`, until their recording has them. */
export function createTakeFiles(folder: string) {
  const folderOf = (broadcastId: number) => join(folder, String(broadcastId))
  return {
    /** Returns what is kept for a show, gifts first: they have their place also where an upload has none. */
    async list(broadcastId: number): Promise<KeptFile[]> {
      const names = (await unlessMissing(readdir(folderOf(broadcastId)))) ?? []
      const files = names.sort().flatMap((name) => {
        const [, takeId, from, count, samples, gift = null] = FILE.exec(name) ?? []
        if (takeId === undefined) return []
        const path = join(folderOf(broadcastId), name)
        const numbers = { from: Number(from), count: Number(count), samples: Number(samples) }
        return [{ takeId, ...numbers, path, gift: gift as Gift | null }]
      })
      return [...files.filter(({ gift }) => gift), ...files.filter(({ gift }) => !gift)]
    },
    /** Shows for which anything is kept. */
    async listShows(): Promise<number[]> {
      const names = (await unlessMissing(readdir(folder))) ?? []
      return names.map(Number).filter((id) => Number.isInteger(id) && id > 0)
    },
    /** Returns what is known of takes that never had a connection. */
    async listTakes(broadcastId: number): Promise<MapLine[]> {
      const text = await unlessMissing(readFile(join(folderOf(broadcastId), TAKES_FILE), 'utf8'))
      return readMap(text ?? '')
    },
    async addTake(broadcastId: number, take: TakeState): Promise<void> {
      await mkdir(folderOf(broadcastId), { recursive: true, mode: 0o700 })
      await appendFile(join(folderOf(broadcastId), TAKES_FILE), mapLine({ ...take, type: 'take' }), {
        mode: 0o600,
      })
    },
    /** Keeps a body. Throws NO_ROOM. */
    async add(broadcastId: number, kept: Omit<KeptFile, 'path'>, body: Uint8Array): Promise<void> {
      const { takeId, from, count, samples, gift } = kept
      const place = folderOf(broadcastId)
      await mkdir(place, { recursive: true, mode: 0o700 })
      await requireRoom(place, body.length)
      await new UnfinishedFiles(place).write(
        join(place, `${takeId}.${from}-${count}-${samples}${gift ? `.${gift}` : ''}.ogg`),
        'part',
        async (path) => {
          await writeFile(path, body, { mode: 0o600, flush: true })
          return path
        },
      )
    },
    /** Removes files whose packets have their place. */
    async removeFiles(files: readonly KeptFile[]): Promise<void> {
      for (const { path } of files) await rm(path, { force: true })
    },
    /** Removes everything that is kept for a show. */
    remove: (broadcastId: number): Promise<void> =>
      rm(folderOf(broadcastId), { recursive: true, force: true }),
  }
}
