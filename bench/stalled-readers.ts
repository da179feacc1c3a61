/**
 * Cost of readers who stop reading, and whether those who go on reading notice.
 *
 *   node bench/stalled-readers.ts [stalled] [healthy]     default: 200 50
 *
 * Environment: MEGABYTES of chat (20), PER_SECOND messages (100).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { quantile, residentBytes } from '@carillon/testkit/process-cost'
import { Station } from '@carillon/testkit/station'
import { carillonPeers } from './lib/chat-peers.ts'
import { Readers } from './lib/readers.ts'
import { stamped } from './lib/stamp.ts'

const MEGABYTES = Number(process.env.MEGABYTES ?? 20)
const PER_SECOND = Number(process.env.PER_SECOND ?? 100)
const [stalled = 200, healthy = 50] = process.argv.slice(2).map(Number)
/** The longest message there may be, of letters that have three bytes each. */
const MESSAGE_LENGTH = 1500
const FILLER = '放'
const MESSAGE_BYTES = 3 * MESSAGE_LENGTH
const MEGA = 1e6
const LATE_MS = 2_000

const station = await Station.start()
const [peer] = await carillonPeers(station)
const stalledReaders = new Readers()
const healthyReaders = new Readers()

const total = Math.ceil((MEGABYTES * MEGA) / MESSAGE_BYTES)
console.log(`${total} messages, ${MEGABYTES} MB, ${PER_SECOND} a second, ${healthy} readers who read`)
// The station's own growth under such a chat, and what the stalled add to it.
await run(0)
await run(stalled)
stalledReaders.end()
healthyReaders.end()
await station.close()
process.exit()

async function run(stalledCount: number): Promise<void> {
  await healthyReaders.open(peer.port, peer.dialect, healthy)
  await stalledReaders.open(peer.port, peer.dialect, stalledCount, { stalled: stalledCount })
  const before = residentBytes(station.pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(station.pid))
  }, 100)
  await say(total)
  await delay(LATE_MS)
  clearInterval(watch)
  const { whole, agesMs } = await healthyReaders.report(total, (total * (total - 1)) / 2)
  await stalledReaders.wake()
  await delay(LATE_MS)
  const { closed } = await stalledReaders.report(0, 0)
  await healthyReaders.close()
  await stalledReaders.close()
  console.log(
    `  ${stalledCount} stalled: memory +${((most - before) / MEGA).toFixed(0)} MB at most, ${closed} of them closed; ` +
      `${whole} of ${healthy} others had every message once, ` +
      `p50 ${quantile(agesMs, 0.5).toFixed(0)} ms, p95 ${quantile(agesMs, 0.95).toFixed(0)} ms`,
  )
}

/** Says this many messages, each at its moment, and waits until all are taken. */
async function say(messages: number): Promise<void> {
  const startedAt = performance.now()
  const saying: Promise<void>[] = []
  for (let number = 0; number < messages; number += 1) {
    await delay(Math.max(0, startedAt + (number * 1000) / PER_SECOND - performance.now()))
    saying.push(peer.say(stamped(number, MESSAGE_LENGTH, FILLER)))
  }
  await Promise.all(saying)
}
