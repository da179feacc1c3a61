import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
/** A share of 100 is what a process without a group has, in both generations. */
const EVEN_SHARE = 100
const V1_EVEN_SHARES = 1_024
/** $0 and $1 are the files that take process ids; the rest is the command. */
const JOIN_AND_RUN = 'echo $$ > "$0" && echo $$ > "$1" && shift && exec "$@"'

type Generation = { cpu: string; accounting: string; setShare(folder: string, share: number): void }

/** Controllers apart from each other, as they were first, and in one tree. */
const V1: Generation = {
  cpu: join(ROOT, 'cpu'),
  accounting: join(ROOT, 'cpuacct'),
  setShare: (folder, share) =>
    writeFileSync(join(folder, 'cpu.shares'), `${Math.round((share * V1_EVEN_SHARES) / EVEN_SHARE)}`),
}
const V2: Generation = {
  cpu: ROOT,
  accounting: ROOT,
  setShare: (folder, share) => writeFileSync(join(folder, 'cpu.weight'), `${share}`),
}

/**
 * A control group of Linux: its processes and theirs have this share of the processor while others want it too, and
 * what they used is counted together, no matter who started or outlived whom.
 */
export class CpuGroup {
  /** Put in front of a command, runs it and its children in the group. */
  readonly launcher: readonly string[]
  readonly #folders: { cpu: string; accounting: string }

  private constructor(generation: Generation, name: string, share: number) {
    const cpu = join(generation.cpu, name)
    const accounting = join(generation.accounting, name)
    for (const folder of new Set([cpu, accounting])) mkdirSync(folder)
    generation.setShare(cpu, share)
    this.#folders = { cpu, accounting }
    this.launcher = ['sh', '-c', JOIN_AND_RUN, join(cpu, 'cgroup.procs'), join(accounting, 'cgroup.procs')]
  }

  /** `share` is 100 for as much as a process outside has. Null where this machine or user has no such groups. */
  static create(name: string, share: number): CpuGroup | null {
    const generation = generationHere()
    if (process.getuid?.() !== 0 || !generation) return null
    try {
      return new CpuGroup(generation, `carillon-${process.pid}-${name}`, share)
    } catch {
      // A container may show the groups and let nobody make one: the lanes then share evenly.
      return null
    }
  }

  adopt(pid: number): void {
    for (const folder of new Set(Object.values(this.#folders)))
      writeFileSync(join(folder, 'cgroup.procs'), `${pid}`)
  }

  /** Processor time of all its processes since it was created, in milliseconds. */
  get usedMs(): number {
    const { accounting } = this.#folders
    const v1 = join(accounting, 'cpuacct.usage')
    if (existsSync(v1)) return Number(readFileSync(v1, 'utf8')) / 1e6
    const [, used] = /usage_usec (\d+)/.exec(readFileSync(join(accounting, 'cpu.stat'), 'utf8')) ?? []
    return Number(used) / 1e3
  }

  /** Removes it; one that still has processes stays, and costs nothing. */
  remove(): void {
    for (const folder of new Set(Object.values(this.#folders))) {
      try {
        rmdirSync(folder)
      } catch {
        // Processes are still ending in it.
      }
    }
  }
}

function generationHere(): Generation | null {
  if (existsSync(join(ROOT, 'cpu/cpu.shares')) && existsSync(join(ROOT, 'cpuacct/cpuacct.usage'))) return V1
  const controllers = join(ROOT, 'cgroup.subtree_control')
  return existsSync(controllers) && readFileSync(controllers, 'utf8').split(/\s/).includes('cpu') ? V2 : null
}
