import { setTimeout as delay } from 'node:timers/promises'
import type { Crowd } from './crowd.ts'

/** Connections are open and answered by then. */
export const SETTLE_MS = 5_000
const KIB = 1024

/** Opens a crowd of `count` at a server that has these bytes; returns KiB of them for each of the last nine tenths. */
export async function gather(
  crowd: Crowd,
  { port, path, count }: { port: number; path: string; count: number },
  bytes: () => number | Promise<number>,
): Promise<number> {
  const first = count / 10
  await crowd.open(port, path, first)
  await delay(SETTLE_MS)
  const before = await bytes()
  await crowd.open(port, path, count)
  await delay(SETTLE_MS)
  return ((await bytes()) - before) / KIB / (count - first)
}
