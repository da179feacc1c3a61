import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from '@carillon/testkit/instance'
import { Station } from '@carillon/testkit/station'
import type { FaultContext } from './fault.ts'
import type { FaultRig } from './fault-rig.ts'
import { hasMemoryLimit, MemoryLimit } from './memory-limit.ts'

/** Outlives restarts by the Filesystem Hierarchy Standard (s5.15), so it is no memory. */
const ON_DISK = '/var/tmp'
const LIMIT_BYTES = 1024 ** 3
const HEAP_MB = 384
const PROGRAM = 'cli/start.ts'
const DEMO = join(import.meta.dirname, '../../cli/demo.ts')
const LIMITED_HEAP = [
  'sh',
  '-c',
  `NODE_OPTIONS="$NODE_OPTIONS --max-old-space-size=${HEAP_MB}" exec "$@"`,
  'sh',
]
const KIB = 1024

/** A station with the demonstration's past, in no more memory than a small machine has. */
export class SmallStation {
  // On a disk: files in memory would count against what this machine has.
  readonly dataFolder = mkdtempSync(join(existsSync(ON_DISK) ? ON_DISK : tmpdir(), 'carillon-small-'))
  readonly #limit = hasMemoryLimit() ? new MemoryLimit(LIMIT_BYTES) : null
  /** Put in front of a command, runs it within the memory. */
  readonly #launcher = [...(this.#limit?.launcher ?? []), ...LIMITED_HEAP]

  /** Limit on its memory, in words. */
  get limit(): string {
    return this.#limit ? 'a control group of 1 GB' : `--max-old-space-size=${HEAP_MB} alone`
  }

  /**
   * Present memory that counts against its limit, files that the kernel could drop included; 0 without a control group.
   */
  get usedBytes(): number {
    return this.#limit?.usedBytes ?? 0
  }

  /** Starts it on its empty folder for the first time, and ends it. Gives the most memory that it had. */
  async startFirst(): Promise<number> {
    const station = await Station.start(this.#environment, this.#launch)
    const mostBytes = mostResidentBytes(station.pid)
    await station.close()
    return mostBytes
  }

  /** Fills it with people, shows and messages. */
  async fill(): Promise<void> {
    const [command = '', ...rest] = [...this.#launcher, process.execPath, DEMO]
    const account = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    const environment = { ...process.env, ...this.#environment, ...account }
    const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`The demonstration ended with ${code}`)
  }

  /** Puts it on air. */
  open(context: FaultContext): Promise<FaultRig> {
    return context.open({ environment: this.#environment, launch: this.#launch })
  }

  async remove(): Promise<void> {
    await this.#limit?.remove()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }

  get #environment() {
    return { DATA_DIR: this.dataFolder }
  }

  get #launch() {
    return { program: PROGRAM, launcher: this.#launcher }
  }
}

/** The most that a process has ever had. */
function mostResidentBytes(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * KIB
}
