import { BETWEEN_SHOWS } from './between-shows.ts'
import { CALLS } from './calls.ts'
import { FILES } from './files.ts'
import type { Fixed, Holding } from './holding.ts'
import { FIXED_MEMORY, MEMORY } from './memory.ts'
import { FIXED_SHARES, SHARES } from './shares.ts'
import { SOCKETS } from './sockets.ts'
import { FIXED_TABLES, TABLES } from './tables.ts'
import { FIXED_WORK, WORK } from './work.ts'

/** Every place where anybody's act holds something. What is not here may not exist: a test walks the station. */
export const HOLDINGS: readonly Holding[] = [
  ...CALLS,
  ...SOCKETS,
  ...TABLES,
  ...MEMORY,
  ...SHARES,
  ...FILES,
  ...WORK,
  ...BETWEEN_SHOWS,
]

/** The places of the same sorts that stay as they are, no matter who does what. */
export const FIXED: readonly Fixed[] = [...FIXED_TABLES, ...FIXED_MEMORY, ...FIXED_SHARES, ...FIXED_WORK]
