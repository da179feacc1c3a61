import { setPriority } from 'node:os'

const LOW_PRIORITY = 10

/**
 * Lets the calls and the sound go before this thread: on Linux a priority is of a thread, elsewhere of the process. It is a
 * courtesy: where the system allows no change, as in a sandbox or below `nice`, it stays.
 */
export function yieldToOthers(set: (priority: number) => void = setPriority): void {
  if (process.platform !== 'linux') return
  try {
    set(LOW_PRIORITY)
  } catch {
    // It works at the priority that it has.
  }
}
