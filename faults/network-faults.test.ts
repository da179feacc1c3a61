import { it } from 'vitest'
import { expectKept } from './lib/expect-kept.ts'
import { slowRead } from './slow-read.ts'

const LIMIT_MS = 240_000

// It makes a network for a while, and browsers give up what they load whenever this machine's networks change.
it.each([slowRead].filter((fault) => !fault.lacks?.()))(
  '[FT11] $name: every promise is kept',
  expectKept,
  LIMIT_MS,
)
