import { setTimeout as delay } from 'node:timers/promises'
import type { Member } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { FaultContext } from './fault.ts'
import type { FaultRig } from './fault-rig.ts'
import type { SmallDisk } from './small-disk.ts'
import { Supervisor } from './supervisor.ts'

const FULL_MS = 20_000
const QUICK_FULL_MS = 5_000
/** Message that fills pages: shorter ones would find room in them. */
const LONG = '放'.repeat(1_500)
const SPEAKERS_AT_ONCE = 4
const REFUSED_WAIT_MS = 100
const BACK_WITHIN_MS = 60_000

/**
 * Fills the disk, writes on until it is noticed, stays so for a while and frees it. A process that ends is started again
 * at once. Gives the figure.
 */
export async function fullDisk(context: FaultContext, rig: FaultRig, disk: SmallDisk): Promise<string> {
  const { station, writer } = rig
  const supervisor = new Supervisor(station)
  context.atEnd(() => supervisor.stop())
  const refusals = new Set<string>()
  // Each has what one person may write; who writes all the while keeps theirs.
  const speakers: Member[] = []
  for (let n = 0; n < SPEAKERS_AT_ONCE; n += 1) speakers.push(await station.newMember('MODERATOR'))
  let refusedMs = 0
  let backMs = 0
  await context.measure(rig, async () => {
    disk.fill()
    const stop = new AbortController()
    const crowd = speakers.map((speaker) => flood(rig, speaker, { refusals, signal: stop.signal }))
    refusedMs = await until(() => refusals.size > 0, BACK_WITHIN_MS, 'a message is refused')
    await delay(context.isQuick ? QUICK_FULL_MS : FULL_MS)
    context.say(`refused with ${[...refusals].join(', ')}`)
    stop.abort()
    await Promise.all(crowd)
    disk.free()
    const freedAt = performance.now()
    backMs = await until(() => writer.acknowledgedAtMs > freedAt, BACK_WITHIN_MS, 'messages are taken again')
    const backAt = performance.now()
    await until(() => rig.isReceivedSince(backAt), BACK_WITHIN_MS, 'listeners hear the studio')
  })
  const ends = supervisor.ends === 0 ? 'the process lives' : `the process ended ${supervisor.ends} times`
  return `${[...refusals].join(', ')} after ${(refusedMs / 1000).toFixed(1)} s; taken again ${(backMs / 1000).toFixed(1)} s after there was room; ${ends}`
}

/** Says long things until it is told to stop, and notes what it is refused with. */
async function flood(
  { broadcastId }: FaultRig,
  { api }: Member,
  { refusals, signal }: { refusals: Set<string>; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const reply = await api.send('POST', `/api/chats/${broadcastId}`, { content: LONG }).catch(() => null)
    if (reply?.status === 201) continue
    refusals.add(reply ? `${reply.status} ${((await reply.json()) as { code: string }).code}` : 'no answer')
    await delay(REFUSED_WAIT_MS)
  }
}
