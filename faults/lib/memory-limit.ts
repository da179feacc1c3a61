import { existsSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@carillon/testkit/until'

const ROOT = '/sys/fs/cgroup'
/** Names of the files in each generation of control groups: with controllers apart from each other, and in one tree. */
const GENERATIONS = [
  {
    folder: join(ROOT, 'memory'),
    sign: join(ROOT, 'memory/memory.limit_in_bytes'),
    limit: 'memory.limit_in_bytes',
    used: 'memory.usage_in_bytes',
  },
  {
    folder: ROOT,
    sign: join(ROOT, 'cgroup.subtree_control'),
    limit: 'memory.max',
    used: 'memory.current',
  },
] as const
/** $0 is the file that takes process ids; the rest is the command. */
const JOIN_AND_RUN = 'echo $$ > "$0" && exec "$@"'
const EMPTY_WITHIN_MS = 10_000

/** A control group of Linux: the processes in it have no more memory than this together, or one of them is killed. */
export class MemoryLimit {
  /** Put in front of a command, runs it and its children in the group. */
  readonly launcher: readonly string[]
  readonly #generation: (typeof GENERATIONS)[number]
  readonly #folder: string

  constructor(limitBytes: number) {
    const generation = findGeneration()
    if (!generation) throw new Error('This machine has no control group for memory')
    this.#generation = generation
    this.#folder = mkdtempSync(join(generation.folder, 'carillon-'))
    writeFileSync(join(this.#folder, generation.limit), String(limitBytes))
    this.launcher = ['sh', '-c', JOIN_AND_RUN, join(this.#folder, 'cgroup.procs')]
  }

  /** Present use of the group, files that the kernel could drop included. */
  get usedBytes(): number {
    return Number(readFileSync(join(this.#folder, this.#generation.used), 'utf8'))
  }

  /** Removes it. Its processes must be about to end. */
  async remove(): Promise<void> {
    const processes = join(this.#folder, 'cgroup.procs')
    await until(
      () => readFileSync(processes, 'utf8') === '',
      EMPTY_WITHIN_MS,
      'the group of processes is empty',
    )
    rmdirSync(this.#folder)
  }
}

/** Whether processes of this machine can be given a limit of memory together. */
export function hasMemoryLimit(): boolean {
  return process.getuid?.() === 0 && findGeneration() !== null
}

function findGeneration(): (typeof GENERATIONS)[number] | null {
  return GENERATIONS.find(({ sign }) => existsSync(sign) && isForMemory(sign)) ?? null
}

/** The one tree names the controllers that its groups have; the older kind has a folder for each. */
function isForMemory(sign: string): boolean {
  return !sign.endsWith('subtree_control') || readFileSync(sign, 'utf8').split(/\s/).includes('memory')
}
