import { expect, it } from 'vitest'
import { largeFrames } from './large-frames.ts'
import { runFault } from './lib/run-fault.ts'

/** Those that no test of the server does already, where this machine can do them. */
const SHORT = [largeFrames].filter((fault) => !fault.lacks?.())

it.each(SHORT)(
  '[FT2] in its short form, $name keeps every promise',
  async (fault) => {
    const row = await runFault(fault, { isQuick: true, isGapJudged: false, say: () => {} })
    expect(row.problems).toEqual([])
    expect(row.outcome).toBe('kept')
  },
  120_000,
)
