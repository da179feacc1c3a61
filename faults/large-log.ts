import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { logBytes, makeLargeStation } from '@carillon/testkit/large-station'
import { Station } from '@carillon/testkit/station'
import type { Fault } from './lib/fault.ts'

const MEGA = 1e6
const LOG_BYTES = 2_000 * MEGA
const QUICK_LOG_BYTES = 60 * MEGA
const MOST_KEPT_BYTES = 200 * MEGA
const START_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 20
const PROGRAM = join(import.meta.dirname, '../server/tests/support/write-over-process.ts')

/** Rows are written over and over, and the process is gone without a word. */
export const largeLog: Fault = {
  name: 'large-log',
  sentence: 'The embedded database writes 2 GB of log, is killed with -9 and started.',
  endsProcess: true,
  async run({ isQuick, promise, say, atEnd }) {
    const place = await makeLargeStation({ shows: 20, messages: 1_000, people: 100 })
    atEnd(() => place.remove())
    const written = await writeUntilKilled(place.dataDir, isQuick ? QUICK_LOG_BYTES : LOG_BYTES)
    const left = logBytes(place.dataDir)
    say(`${megabytes(written.bytes)} of log were written, ${megabytes(left)} are left`)
    const startedAt = performance.now()
    const station = await Station.start({ DATA_DIR: place.dataDir })
    const startMs = performance.now() - startedAt
    atEnd(() => station.close())
    promise(written.most < MOST_KEPT_BYTES, `the log is under ${megabytes(MOST_KEPT_BYTES)} throughout`)
    promise(isQuick || startMs < START_WITHIN_MS, `it starts within ${START_WITHIN_MS / 1000} s`)
    return `${megabytes(written.bytes)} written, at most ${megabytes(written.most)} kept; started ${(startMs / 1000).toFixed(1)} s after kill -9`
  },
}

/** Gives what was written and the most that its log took on the disk. */
async function writeUntilKilled(dataDir: string, bytes: number): Promise<{ bytes: number; most: number }> {
  const child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, logBytes(dataDir))
  }, LOOK_EVERY_MS)
  let [first, last] = [0, 0]
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    first ||= last
    if (last - first > bytes) break
  }
  clearInterval(timer)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  return { bytes: last - first, most }
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGA).toFixed(0)} MB`
}
