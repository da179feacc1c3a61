import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/** Waits until something is so; gives after how many milliseconds. Throws when it is not so in time, saying what was awaited. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
  awaited: string,
): Promise<number> {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`Not within ${limitMs / 1000} s: ${awaited}`)
    await delay(LOOK_EVERY_MS)
  }
  return performance.now() - startedAt
}
