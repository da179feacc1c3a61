import { appendFileSync } from 'node:fs'
import { cpuMsOfTree } from '@carillon/testkit/process-tree'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the test in its own process, in milliseconds. */
    cpuMs?: number
  }
}

const US_PER_MS = 1_000
const report = process.env.TEST_COSTS

// What a file and its tests cost, for the list at the end of `npm test`.
if (report) {
  const before = cpuMsOfTree()
  let started = process.cpuUsage()

  beforeEach(() => {
    started = process.cpuUsage()
  })
  afterEach(({ task }) => {
    const { user, system } = process.cpuUsage(started)
    task.meta.cpuMs = Math.round((user + system) / US_PER_MS)
  })
  afterAll(() => {
    appendFileSync(
      report,
      `${JSON.stringify({ file: expect.getState().testPath, cpuMs: cpuMsOfTree() - before })}\n`,
    )
  })
}
