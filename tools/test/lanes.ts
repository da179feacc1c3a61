import { availableParallelism } from 'node:os'
import { type RunOptions, run } from '@carillon/testkit/processes'
import { CpuGroup } from './cpu-group.ts'
import type { Counts, LaneResult, StepResult } from './steps.ts'
import { machineCpuMs, type Spent } from './time-budget.ts'

/**
 * Shares of processor time. Lanes that work yield to those that wait: a browser that plays sound must have its turn at
 * once. The database serves all of them. No share is so small that its timeouts pass before its turn comes.
 */
const SHARES = { work: 600, waits: 1_000, long: 3_000, sound: 3_000, database: 1_000 } as const
/** Niceness where groups cannot be made: lanes that work step back. */
const NICE = { work: ['nice', '-n', '10'], waits: [], long: [], sound: [], database: [] } as const
export type LaneName = keyof typeof SHARES

/** Steps that go one after the other, in a control group of their own where there are any. */
export class Lane {
  readonly name: LaneName
  readonly #group: CpuGroup | null
  readonly #results: StepResult[]
  #wallMs = 0

  constructor(name: LaneName, results: StepResult[]) {
    this.name = name
    this.#group = CpuGroup.create(name, SHARES[name])
    this.#results = results
  }

  /** Runs a command whose lines are printed with the lane's name before them. Gives its exit code. */
  run(command: string, args: string[], options: RunOptions = {}): Promise<number> {
    const launcher = this.#group?.launcher ?? NICE[this.name]
    return run(command, args, { ...options, launcher, onLine: (line) => this.#print(line) })
  }

  /** One step: `action` gives an exit code, `count` afterwards its tests. Nothing begins once the run was interrupted. */
  async step(name: string, action: () => Promise<number>, count?: () => Counts | null): Promise<void> {
    if (process.exitCode) return
    this.#print(`== ${name}`)
    const startedAt = performance.now()
    const cpuBefore = this.#cpuMs
    const code = await action().catch(failedBy)
    const durationMs = performance.now() - startedAt
    const cpuMs = this.#cpuMs === null ? null : this.#cpuMs - (cpuBefore ?? 0)
    this.#wallMs += durationMs
    const outcome = code === 0 ? 'passed' : 'failed'
    this.#results.push({ name, lane: this.name, ...this.#counted(outcome, count), durationMs, cpuMs })
    this.#print(`== ${name}: ${outcome} after ${(durationMs / 1000).toFixed(1)} s`)
  }

  /** A report that was cut off in its middle is a failure of its step, and of no other. */
  #counted(
    outcome: 'passed' | 'failed',
    count?: () => Counts | null,
  ): Pick<StepResult, 'outcome' | 'counts'> {
    try {
      return { outcome, counts: count?.() ?? null }
    } catch (error) {
      console.error(error)
      return { outcome: 'failed', counts: null }
    }
  }

  skip(name: string, note: string): void {
    this.#print(`SKIPPED ${name}: ${note}`)
    this.#results.push({
      name,
      lane: this.name,
      outcome: 'skipped',
      durationMs: 0,
      cpuMs: 0,
      counts: null,
      note,
    })
  }

  /** Takes in a process that was started elsewhere; what that has started before stays where it was. */
  adopt(pid: number): void {
    this.#group?.adopt(pid)
  }

  /** Records a failure outside of a step. */
  fail(name: string): void {
    this.#results.push({ name, lane: this.name, outcome: 'failed', durationMs: 0, cpuMs: 0, counts: null })
  }

  get result(): LaneResult {
    return { name: this.name, wallMs: this.#wallMs, cpuMs: this.#cpuMs }
  }

  get #cpuMs(): number | null {
    return this.#group?.usedMs ?? null
  }

  close(): void {
    this.#group?.remove()
  }

  #print(line: string): void {
    console.log(`[${this.name}] ${line}`)
  }
}

function failedBy(error: unknown): number {
  console.error(error)
  return 1
}

/** All lanes of a run, and what it took from the first step to the last. */
export class Lanes {
  readonly results: StepResult[] = []
  readonly work = new Lane('work', this.results)
  readonly waits = new Lane('waits', this.results)
  readonly long = new Lane('long', this.results)
  readonly sound = new Lane('sound', this.results)
  readonly database = new Lane('database', this.results)
  readonly #startedAt = performance.now()
  readonly #machineMs = machineCpuMs()

  get lanes(): LaneResult[] {
    return this.#all.map(({ result }) => result)
  }

  /** The wall time until now, and how much of the machine went to programs that no lane started. */
  spent(): Spent {
    const wallMs = performance.now() - this.#startedAt
    const machineMs = machineCpuMs()
    const counted = this.lanes.map(({ cpuMs }) => cpuMs)
    if (machineMs === null || this.#machineMs === null || counted.includes(null))
      return { wallMs, others: null }
    const own = counted.reduce<number>((sum, cpuMs) => sum + (cpuMs ?? 0), 0)
    const others = (machineMs - this.#machineMs - own) / (wallMs * availableParallelism())
    return { wallMs, others: Math.max(0, others) }
  }

  close(): void {
    for (const lane of this.#all) lane.close()
  }

  get #all(): Lane[] {
    return [this.work, this.waits, this.long, this.sound, this.database]
  }
}
