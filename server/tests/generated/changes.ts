import fc, { type Arbitrary } from 'fast-check'

/** One thing done to bytes; `at` is a share of their length, so that it stays where it was when they shrink. */
export type Change = { at: number } & (
  | { do: 'overwrite' | 'insert'; bytes: readonly number[] }
  | { do: 'remove' | 'repeat' | 'fill'; count: number }
  | { do: 'cut' }
)

const at = fc.noBias(fc.integer({ min: 0, max: 1_000 })).map((thousandths) => thousandths / 1_000)
const few = fc.array(
  fc.oneof(fc.constantFrom(0, 10, 13, 32, 34, 37, 44, 58, 91, 92, 127, 255), fc.nat(255)),
  {
    minLength: 1,
    maxLength: 4,
  },
)
const count = fc.integer({ min: 1, max: 200 })

const change: Arbitrary<Change> = fc.oneof(
  fc.record({ at, do: fc.constantFrom('overwrite' as const, 'insert' as const), bytes: few }),
  fc.record({ at, do: fc.constantFrom('remove' as const, 'repeat' as const), count }),
  fc.record({ at, do: fc.constant('fill' as const), count: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ at, do: fc.constant('cut' as const) }),
)

/** Changes to bytes on their way; none at all, too. */
export const changes: Arbitrary<readonly Change[]> = fc.array(change, { maxLength: 4 })

/** The bytes after everything that was done to them. */
export function changed(bytes: Buffer, done: readonly Change[]): Buffer {
  return done.reduce(changeOnce, bytes)
}

function changeOnce(bytes: Buffer, one: Change): Buffer {
  const start = Math.floor(one.at * bytes.length)
  const [before, after] = [bytes.subarray(0, start), bytes.subarray(start)]
  if (one.do === 'cut') return before
  if ('bytes' in one) {
    const replaced = one.do === 'overwrite' ? one.bytes.length : 0
    return Buffer.concat([before, Buffer.from(one.bytes), after.subarray(replaced)])
  }
  if (one.do === 'remove') return Buffer.concat([before, after.subarray(one.count)])
  if (one.do === 'repeat') return Buffer.concat([before, after.subarray(0, one.count), after])
  return Buffer.concat([before, Buffer.alloc(one.count, 0x61), after])
}
