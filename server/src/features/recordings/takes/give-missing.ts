import { open, readFile, rm } from 'node:fs/promises'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { readMap, type TakeState } from '@carillon/media/takes/packet-map'
import type { RecordingFiles } from '../files.ts'
import { fetchHeldTakes } from './held-takes.ts'
import { countMissing, type MissingRun, missingRuns } from './missing-runs.ts'
import { passOn } from './share-take.ts'

type Giver = { files: RecordingFiles; url: string; key: string; signal: AbortSignal }
/** The version that counts, and the instance that made it. `isOver`: it is too old for anything to be put into it. */
type Counting = { broadcastId: number; holder: string; isOver: boolean }

/**
 * Lets a copy replace what was recorded here, once the instance whose version of it counts has all that is here and was not
 * there: whichever instances died during a show, between them they have all of it. Rejects while the other one is away, or does
 * not take it.
 */
export async function releaseOwn(giver: Giver, { broadcastId, holder, isOver }: Counting): Promise<void> {
  const { files, url } = giver
  const own = await files.wholeOf(broadcastId)
  if (!own?.map) return
  if (!isOver) {
    if ((await files.takes.list(broadcastId)).length > 0)
      throw new Error(`Uploads wait to be put into recording ${broadcastId}`)
    if (holder !== url) await giveMissing(giver, { broadcastId, holder, path: own.path, mapPath: own.map })
  }
  await rm(own.map, { force: true })
}

type Own = { broadcastId: number; holder: string; path: string; mapPath: string }

async function giveMissing(
  { files, key, signal }: Giver,
  { broadcastId, holder, path, mapPath }: Own,
): Promise<void> {
  const held = await fetchHeldTakes(holder, broadcastId, { key, signal })
  if (!held) return
  const map = readMap(await readFile(mapPath, 'utf8'))
  const takes = new Map(map.flatMap((line) => (line.type === 'take' ? [[line.takeId, line] as const] : [])))
  let left = countMissing(map, held)
  if (left === 0) return
  const file = await open(path)
  try {
    if ((await files.wholeOf(broadcastId))?.map !== mapPath)
      throw new Error(`Recording ${broadcastId} has changed meanwhile`)
    for await (const run of missingRuns(file, map, held)) {
      signal.throwIfAborted()
      left -= run.packets.length
      const take = takes.get(run.takeId)
      if (take) await give(holder, key, { broadcastId, take, run, left })
    }
  } finally {
    await file.close()
  }
}

type Given = { broadcastId: number; take: TakeState; run: MissingRun; left: number }

async function give(holder: string, key: string, { broadcastId, take, run, left }: Given): Promise<void> {
  const { takeId, userId, after } = take
  const muxer = new OggMuxer({ serialNumber: 1 })
  const answer = await passOn(holder, key, {
    ...{ broadcastId, takeId, userId, gift: run.gift },
    query: { from: run.from, left, ...(after && { after: after.takeId, afterPackets: after.packets }) },
    body: Buffer.concat([muxer.headerPages(), muxer.lastPage(run.packets)]),
  })
  if (answer.type === 'refused') throw answer.reason
  if (answer.type === 'away') throw new Error(`${holder} does not answer`)
}
