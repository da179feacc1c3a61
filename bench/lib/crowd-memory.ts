import { setTimeout as delay } from 'node:timers/promises'
import { residentBytes } from '@carillon/testkit/process-cost'
import type { Crowd } from './crowd.ts'

/** Connections are open and answered by then. */
export const SETTLE_MS = 5_000
const KIB = 1024

/** Opens a crowd of `count` at the station of this process; returns KiB of its memory for each of the last nine tenths. */
export async function gather(
  crowd: Crowd,
  { pid, port, path, count }: { pid: number; port: number; path: string; count: number },
): Promise<number> {
  const first = count / 10
  await crowd.open(port, path, first)
  await delay(SETTLE_MS)
  const before = residentBytes(pid)
  await crowd.open(port, path, count)
  await delay(SETTLE_MS)
  return (residentBytes(pid) - before) / KIB / (count - first)
}
