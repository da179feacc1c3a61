import { readFile } from 'node:fs/promises'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { readMap, type TakeState } from '@carillon/media/takes/packet-map'
import type { RecordingFiles } from '../files.ts'
import { fetchHeldTakes } from './held-takes.ts'
import { countMissing, type MissingRun, missingRuns } from './missing-runs.ts'
import { passOn } from './share-take.ts'

type Giver = { files: RecordingFiles; key: string; signal: AbortSignal }

/**
 * Gives the instance whose version of a recording counts what was recorded here and not there: whichever instances died during
 * a show, between them they have all of it. From then on a copy may replace the file here. Rejects while the other one is away,
 * or does not take it.
 */
export async function giveMissing(
  { files, key, signal }: Giver,
  broadcastId: number,
  holder: string,
): Promise<void> {
  const own = await files.wholeOf(broadcastId)
  if (!own?.map) return
  const held = await fetchHeldTakes(holder, broadcastId, key)
  if (held) {
    const map = readMap(await readFile(own.map, 'utf8'))
    const takes = new Map(map.flatMap((line) => (line.type === 'take' ? [[line.takeId, line] as const] : [])))
    let left = countMissing(map, held)
    for await (const run of left > 0 ? missingRuns(own.path, map, held) : []) {
      signal.throwIfAborted()
      left -= run.packets.length
      const take = takes.get(run.takeId)
      if (take) await give(holder, key, { broadcastId, take, run, left })
    }
  }
  await files.removeMaps(broadcastId, { isAll: true })
}

type Gift = { broadcastId: number; take: TakeState; run: MissingRun; left: number }

async function give(holder: string, key: string, { broadcastId, take, run, left }: Gift): Promise<void> {
  const { takeId, userId, after } = take
  const muxer = new OggMuxer({ serialNumber: 1 })
  const answer = await passOn(holder, key, {
    ...{ broadcastId, takeId, userId, isOnAir: run.isOnAir },
    query: { from: run.from, left, ...(after && { after: after.takeId, afterPackets: after.packets }) },
    body: Buffer.concat([muxer.headerPages(), muxer.lastPage(run.packets)]),
  })
  if (answer.type === 'refused') throw answer.reason
  if (answer.type === 'away') throw new Error(`${holder} does not answer`)
}
