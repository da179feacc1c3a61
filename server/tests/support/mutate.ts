/** A stream of numbers in [0, 1) that is the same each time: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Changes a few bytes of `bytes`: other ones, fewer, more, twice, or cut off. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  let result: Buffer = Buffer.from(bytes)
  const changes = 1 + Math.floor(random() * 4)
  for (let change = 0; change < changes; change++) {
    const kind = Math.floor(random() * CHANGES.length)
    result = CHANGES[kind]?.(result, random) ?? result
  }
  return result
}

type Change = (bytes: Buffer, random: () => number) => Buffer

const at = (bytes: Buffer, random: () => number) => Math.floor(random() * (bytes.length + 1))
const DELIMITERS = [0, 10, 13, 58, 92, 255]

const CHANGES: Change[] = [
  (bytes, random) => {
    if (bytes.length > 0) bytes[Math.min(at(bytes, random), bytes.length - 1)] = Math.floor(random() * 256)
    return bytes
  },
  (bytes, random) => insert(bytes, at(bytes, random), Buffer.of(DELIMITERS[Math.floor(random() * 6)] ?? 0)),
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => {
    const start = at(bytes, random)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + Math.floor(random() * 20))])
  },
  (bytes, random) => {
    const start = at(bytes, random)
    return insert(bytes, start, bytes.subarray(start, start + Math.floor(random() * 200)))
  },
  (bytes, random) => insert(bytes, at(bytes, random), Buffer.alloc(Math.floor(random() * 3_000), 0x61)),
]

function insert(bytes: Buffer, index: number, more: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index)])
}
