import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Keeps a process and all its threads on one core, so that what is measured is what one core can do. */
export function pin(pid: number, core: number): void {
  if (availableParallelism() > 1)
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
}
