import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const ANSWER_LIMIT_MS = 30_000

/** Asks a server what its main thread holds when all garbage is gone. The server starts with `environment`. */
export class HeldMemory {
  readonly environment: Record<string, string>
  readonly #folder = mkdtempSync(join(tmpdir(), 'carillon-memory-'))
  readonly #report = join(this.#folder, 'bytes')

  constructor() {
    const preload = join(import.meta.dirname, 'memory-preload.ts')
    this.environment = { NODE_OPTIONS: `--import ${preload}`, MEMORY_REPORT: this.#report }
  }

  /** Bytes on the heap and outside it, of JavaScript and of buffers. */
  async bytes(pid: number): Promise<number> {
    rmSync(this.#report, { force: true })
    process.kill(pid, 'SIGUSR2')
    const deadline = performance.now() + ANSWER_LIMIT_MS
    while (!existsSync(this.#report)) {
      if (performance.now() > deadline) throw new Error('The server does not say what it holds')
      await delay(20)
    }
    return Number(readFileSync(this.#report, 'utf8'))
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
