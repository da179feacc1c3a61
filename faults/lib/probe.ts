import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { residentBytes } from '@carillon/testkit/process-cost'
import type { ProbeReport } from './probe-preload.ts'

const LOOK_EVERY_MS = 100
const ANSWER_LIMIT_MS = 30_000

/** A server as the probe sees it: whether one runs now, and as which process. */
type Server = { readonly isRunning: boolean; readonly pid: number }

/** Looks at a server process from outside and asks it from inside. The server starts with `environment`. */
export class Probe {
  readonly environment: Record<string, string>
  readonly #folder = mkdtempSync(join(tmpdir(), 'carillon-probe-'))
  readonly #report = join(this.#folder, 'reports')
  #server: Server | null = null
  readonly #timer: NodeJS.Timeout
  #mostResidentBytes = 0
  #mostDescriptors = 0

  constructor() {
    writeFileSync(this.#report, '')
    this.environment = {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'probe-preload.ts')}`,
      PROBE_REPORT: this.#report,
    }
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
  }

  /** From now on this one is looked at. */
  lookAt(server: Server): void {
    this.#server = server
  }

  /** Resident memory now, in bytes. */
  get residentBytes(): number {
    return this.#ofServer(residentBytes)
  }

  /** Open descriptors now, but those of the embedded database's files: it keeps all that it has met, up to a limit of its own. */
  get descriptors(): number {
    return this.#ofServer(
      (pid) => readdirSync(`/proc/${pid}/fd`).filter((name) => !isOfDatabase(pid, name)).length,
    )
  }

  /** All open descriptors now, those of the database's files included: what a limit of the process counts. */
  get allDescriptors(): number {
    return this.#ofServer((pid) => readdirSync(`/proc/${pid}/fd`).length)
  }

  /** The most since this was last asked. */
  takeMost(): { residentBytes: number; descriptors: number } {
    this.#look()
    const most = { residentBytes: this.#mostResidentBytes, descriptors: this.#mostDescriptors }
    this.#mostResidentBytes = 0
    this.#mostDescriptors = 0
    return most
  }

  /** Asks for the server's report on itself since the last one, or since its start. */
  async ask(): Promise<ProbeReport> {
    const known = this.#lines().length
    process.kill(this.#pid ?? Number.NaN, 'SIGUSR2')
    const deadline = performance.now() + ANSWER_LIMIT_MS
    while (this.#lines().length === known) {
      if (performance.now() > deadline) throw new Error('The server does not say how it is')
      await delay(20)
    }
    return JSON.parse(this.#lines().at(-1) ?? '')
  }

  close(): void {
    clearInterval(this.#timer)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #pid(): number | null {
    return this.#server?.isRunning ? this.#server.pid : null
  }

  #lines(): string[] {
    return readFileSync(this.#report, 'utf8').split('\n').slice(0, -1)
  }

  #look(): void {
    this.#mostResidentBytes = Math.max(this.#mostResidentBytes, this.residentBytes)
    this.#mostDescriptors = Math.max(this.#mostDescriptors, this.descriptors)
  }

  /** 0 while no server runs: it may end between two looks. */
  #ofServer(look: (pid: number) => number): number {
    const pid = this.#pid
    try {
      return pid === null ? 0 : look(pid)
    } catch {
      return 0
    }
  }
}

function isOfDatabase(pid: number, name: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/${name}`).includes('/embedded/database/')
  } catch {
    return false // closed meanwhile
  }
}
