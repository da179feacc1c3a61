import { expect, it } from 'vitest'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import { OpusFile, READ_AHEAD_MS } from './opus-file.ts'
import { createFolder, oggOf, packetsOf } from './testing.ts'

const SECOND = packetsOf('firefox-destination').slice(0, 50)
/** Ten minutes; each packet is told from the others by its place in the minute. */
const LONG = Array.from({ length: 600 }, () => SECOND).flat()

/** Everything that a file gives, to its end. */
async function readAll(file: OpusFile): Promise<Uint8Array[]> {
  const packets: Uint8Array[] = []
  while (!file.isOver) {
    packets.push(...file.take(SAMPLES_PER_MS * 1_000).map(({ bytes }) => bytes))
    await file.fill()
  }
  await file.close()
  return packets
}

/** As bytes: thirty thousand packets are compared one by one for ten seconds. */
function expectSame(packets: readonly Uint8Array[], expected: readonly Uint8Array[]): void {
  expect(packets).toHaveLength(expected.length)
  expect(Buffer.concat(packets).equals(Buffer.concat(expected))).toBe(true)
}

it('[PG4] the packets of a file come in their order, without its headers and with little read ahead', async () => {
  const { write } = await createFolder()
  const file = await OpusFile.open(await write(oggOf(LONG)))
  expect(file.aheadMs).toBeGreaterThanOrEqual(READ_AHEAD_MS)
  expect(file.aheadMs).toBeLessThan(READ_AHEAD_MS + 2_000)
  expectSame(await readAll(file), LONG)
})

it.each([0, 20, 1_000, 61_020, 599_980])(
  '[PG5] a file is played from %i ms on, to the packet',
  async (fromMs) => {
    const { write } = await createFolder()
    const file = await OpusFile.open(await write(oggOf(LONG)), fromMs)
    expectSame(await readAll(file), LONG.slice(fromMs / 20))
  },
)

it('[PG5] there is nothing to play behind the end', async () => {
  const { write } = await createFolder()
  await expect(OpusFile.open(await write(oggOf(SECOND)), 1_000)).rejects.toThrow('holds no sound')
})

it('[PG5] damage in the middle does not keep a file from being played from a place behind it', async () => {
  const { write } = await createFolder()
  const bytes = oggOf(LONG)
  bytes.fill(0x4f, Math.floor(bytes.length * 0.2), Math.floor(bytes.length * 0.6))
  const file = await OpusFile.open(await write(bytes), 500_000)
  expectSame(await readAll(file), LONG.slice(25_000))
})

it('[PG6] damage inside a file is passed over', async () => {
  const { write } = await createFolder()
  const bytes = oggOf(LONG)
  bytes.fill(0, Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.5) + 20_000)
  const packets = await readAll(await OpusFile.open(await write(bytes)))
  expect(packets.length).toBeLessThan(LONG.length)
  expect(packets.length).toBeGreaterThan(LONG.length * 0.95)
})

it.each([
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(1)],
  ['no Ogg', new Uint8Array(500_000).fill(0x4f)],
  ['headers alone', oggOf([])],
])('[PG6] a file of %s is refused', async (_, bytes) => {
  const { write } = await createFolder()
  await expect(OpusFile.open(await write(bytes))).rejects.toThrow()
})

it('[PG6] a file that is missing is refused', async () => {
  const { missing } = await createFolder()
  await expect(OpusFile.open(missing)).rejects.toThrow('ENOENT')
})
