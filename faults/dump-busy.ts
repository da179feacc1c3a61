import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseBytes, makeLargeStation } from '@carillon/testkit/large-station'
import { type Member, Station } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { Fault, FaultContext } from './lib/fault.ts'
import type { FaultRig, Measures } from './lib/fault-rig.ts'
import { runOnFolder } from './lib/run-on-folder.ts'

const LARGE = { shows: 2_000, messages: 1_400_000, people: 50_000 }
const SMALL = { shows: 20, messages: 5_000, people: 500 }
const MEGA = 1e6
const SPEAKERS_AT_ONCE = 4
/** Fills pages: whatever is written goes into the log and the files. */
const LONG = '放'.repeat(1_000)
const SAID_BEFORE = 20
const MOST_WAIT_MS = 500
const MOST_MORE_BYTES = 200 * MEGA
const LIMIT_MS = 60_000

/** A backup is made of a station that writes all the while, and a station is made of the backup. */
export const dumpBusy: Fault = {
  name: 'dump-busy',
  sentence: 'A large embedded station, on air and writing, is dumped and backed up, and restored elsewhere.',
  async run(context) {
    const place = await makeLargeStation(context.isQuick ? SMALL : LARGE)
    context.atEnd(() => place.remove())
    const rig = await context.open({ environment: { DATA_DIR: place.dataDir } })
    await until(() => rig.writer.acknowledged > SAID_BEFORE, LIMIT_MS, 'messages are said')
    // Not the writer itself: so much would be more than one person may write.
    const speakers = await Promise.all(
      Array.from({ length: SPEAKERS_AT_ONCE }, () => rig.station.newMember('MODERATOR')),
    )
    const folder = mkdtempSync(join(tmpdir(), 'carillon-dump-busy-'))
    context.atEnd(() => rmSync(folder, { recursive: true }))
    let [saidBefore, tookMs, path] = [0, 0, '']
    const measures = await context.measure(rig, async () => {
      const stop = new AbortController()
      const crowd = speakers.map((speaker) => flood(rig, speaker, stop.signal))
      saidBefore = rig.writer.acknowledged
      const startedAt = performance.now()
      path = await backUp(place.dataDir, folder)
      tookMs = performance.now() - startedAt
      stop.abort()
      await Promise.all(crowd)
    })
    const lost = await lostOf(context, rig, { path, saidBefore, dataDir: join(folder, 'restored') })
    judge(context, measures, lost)
    const { before, most } = measures.residentBytes
    return `${megabytes(databaseBytes(place.dataDir))} backed up in ${(tookMs / 1000).toFixed(1)} s; the slowest call ${measures.calls.slowestMs.toFixed(0)} ms, ${megabytes(most - before)} more memory; ${lost.length} of ${saidBefore} lost in the restored`
  },
}

async function backUp(dataDir: string, folder: string): Promise<string> {
  await runOnFolder('backup', [folder, '--without-recordings'], dataDir)
  const [name = ''] = readdirSync(folder)
  return join(folder, name)
}

/** Messages acknowledged before the backup began that are not in a station that is made of it. */
async function lostOf(
  { atEnd }: FaultContext,
  { writer }: FaultRig,
  { path, saidBefore, dataDir }: { path: string; saidBefore: number; dataDir: string },
): Promise<string[]> {
  await runOnFolder('restore', [path], dataDir)
  const restored = await Station.start({ DATA_DIR: dataDir })
  atEnd(() => restored.close())
  return writer.findMissingAt(restored.origin, saidBefore)
}

/** Time and memory are those of a machine that does nothing else. */
function judge({ isQuick, promise }: FaultContext, { calls, residentBytes }: Measures, lost: string[]): void {
  promise(lost.length === 0, 'what was acknowledged before the backup is in the restored station')
  promise(calls.failures.length === 0, 'no call fails')
  if (isQuick) return
  promise(calls.slowestMs < MOST_WAIT_MS, `no call waits over ${MOST_WAIT_MS} ms`)
  const more = residentBytes.most - residentBytes.before
  promise(more < MOST_MORE_BYTES, `at most ${megabytes(MOST_MORE_BYTES)} more memory`)
}

async function flood({ broadcastId }: FaultRig, speaker: Member, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    await (await speaker.api.send('POST', `/api/chats/${broadcastId}`, { content: LONG })).arrayBuffer()
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGA).toFixed(0)} MB`
}
