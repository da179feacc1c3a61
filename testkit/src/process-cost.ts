import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const KIB = 1024

/** Processor time of a process and all its threads so far, user and system, in seconds. Linux only: /proc/pid/stat. */
export function cpuSeconds(pid: number): number {
  return cpuSecondsIn(`/proc/${pid}/stat`)
}

/** The same of those of its threads that do not run workers: a station's embedded database is in one. */
export function cpuSecondsBesideWorkers(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`)
  const own = threads.filter((path) => readFileSync(`${path}/comm`, 'utf8').trim() !== 'WorkerThread')
  return own.reduce((sum, path) => sum + cpuSecondsIn(`${path}/stat`), 0)
}

/** The same of a process and those of its children that have ended. */
export function cpuSecondsWithChildren(pid: number): number {
  return cpuSecondsIn(`/proc/${pid}/stat`, 4)
}

/** Processor time that the kernel took for a process so far, in seconds. */
export function systemSeconds(pid: number): number {
  const [, system = 0] = cpuTimesIn(`/proc/${pid}/stat`)
  return system
}

/** Calls of write and writev that a process has made so far, to files, pipes and sockets. Linux only: /proc/pid/io. */
export function writeCalls(pid: number): number {
  const line = readFileSync(`/proc/${pid}/io`, 'utf8').match(/^syscw: (\d+)$/m)
  return Number(line?.[1] ?? 0)
}

/** Of utime, stime, cutime and cstime the first this many. */
function cpuSecondsIn(path: string, timeCount = 2): number {
  const times = cpuTimesIn(path).slice(0, timeCount)
  return times.reduce((sum, time) => sum + time, 0)
}

/** Fields 14 to 17 of the line, utime, stime, cutime and cstime, in seconds. */
function cpuTimesIn(path: string): number[] {
  const stat = readFileSync(path, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS_PER_SECOND)
}

/** Resident memory of a process in bytes, kernel buffers not included. */
export function residentBytes(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB$/m)
  return Number(line?.[1] ?? 0) * KIB
}

/** The same of a process and all that it has started, and so on. */
export function residentBytesWithChildren(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((id) =>
    readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children.reduce((sum, child) => sum + residentBytesWithChildren(Number(child)), residentBytes(pid))
}

/** The middle of a list of numbers; NaN when it is empty. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** The value that this share (0 to 1) of the list does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
