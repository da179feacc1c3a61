import { setFlagsFromString } from 'node:v8'

/** V8 derives the last two from the first only when it is given on the command line. */
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/**
 * From now on this process compiles WebAssembly once, with V8's baseline compiler. Its optimizing one needs 600 MB for a
 * single function of PostgreSQL, soon after every start: more than all else that a station holds.
 */
export function keepWasmLean(): void {
  for (const flag of FLAGS) setFlagsFromString(flag)
}
