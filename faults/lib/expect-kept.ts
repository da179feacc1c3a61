import { expect } from 'vitest'
import type { Fault } from './fault.ts'
import { runFault } from './run-fault.ts'

/** Runs a fault in its short form, on a machine that is busy with other tests, and expects each of its promises kept. */
export async function expectKept(fault: Fault): Promise<void> {
  const row = await runFault(fault, { isQuick: true, isGapJudged: false, say: () => {} })
  expect(row.problems.join('\n')).toBe('')
  expect(row.outcome).toBe('kept')
}
