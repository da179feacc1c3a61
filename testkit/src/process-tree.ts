import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for anyone who reads /proc. */
const MS_PER_TICK = 10
/** Under which a test of Playwright notes what it cost, for the table of costs. */
export const CPU_ANNOTATION = 'cpu-ms'

type Process = { pid: number; parent: number; ticks: number }

/**
 * Processor time in milliseconds that a process and all that descend from it have used until now, those that ended and
 * were waited for included. Zero where there is no /proc.
 */
export function cpuMsOfTree(root: number = process.pid): number {
  const processes = readProcesses()
  const family = new Set([root])
  // A child may stand before its parent once process ids have wrapped: look until nobody is added.
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  return processes.reduce((sum, { pid, ticks }) => (family.has(pid) ? sum + ticks * MS_PER_TICK : sum), 0)
}

function readProcesses(): Process[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  } catch {
    return []
  }
}

function readProcess(pid: number): Process[] {
  try {
    return [{ pid, ...parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')) }]
  } catch {
    // It has ended since its name was read.
    return []
  }
}

/** proc_pid_stat(5): after the command's name in brackets come state, ppid, ...; utime, stime, cutime, cstime are 14 to 17. */
export function parseStat(text: string): { parent: number; ticks: number } {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), ticks }
}
