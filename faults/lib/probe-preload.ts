import { openSync, writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Report of the server on itself: the lateness of its event loop since the last one, and its memory now. */
export type ProbeReport = { loopP99Ms: number; loopMaxMs: number; heldBytes: number }

/**
 * Preloaded into a server (`node --import`): on SIGUSR2 its main thread adds a line to the file that PROBE_REPORT names,
 * which is open from the start: a process without descriptors can still tell.
 */
const path = process.env.PROBE_REPORT
// Its children have nothing to report.
delete process.env.PROBE_REPORT
const NANOSECONDS_PER_MS = 1e6
const RESOLUTION_MS = 5

if (path && isMainThread) listen(openSync(path, 'a'))

function listen(file: number): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  process.on('SIGUSR2', () => {
    // The histogram counts its own interval as well.
    const beyondMs = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS)
    const [loopP99Ms, loopMaxMs] = [beyondMs(delays.percentile(99)), beyondMs(delays.max)]
    // What buffers held outside the heap is counted as free by the collection after the one that frees it.
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    const report: ProbeReport = { loopP99Ms, loopMaxMs, heldBytes: heapUsed + external }
    writeSync(file, `${JSON.stringify(report)}\n`)
    delays.reset()
  })
}
