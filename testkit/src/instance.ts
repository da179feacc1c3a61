import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { COMPILE_CACHE } from './child-environment.ts'

/** Launch of the server, when not as `node server/src/main.ts`. */
export type Launch = {
  /** The program in the repository. */
  program?: string
  /** A command in front that becomes the server itself: `prlimit --nofile=256`. */
  launcher?: readonly string[]
}

const REPOSITORY = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 60_000
/** Names to the processes of a run the folder that `prepareData` left. */
const PREPARED_DATA = 'CARILLON_E2E_PREPARED_DATA'
export const ADMIN = { email: 'admin@station.test', password: 'correct horse battery' }

/** A real server: a child process on a port of its own, with a data folder of its own. */
export class Instance {
  /** Address at which it answers, whatever stands before it. */
  readonly address: string
  readonly #port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'carillon-e2e-'))
  readonly #environment: Record<string, string>
  readonly #launch: Launch
  readonly #killOnExit = () => this.#child?.kill('SIGKILL')
  #child: ChildProcess | null = null

  /**
   * Not started yet, on an empty folder or a copy of the prepared one; the caller closes it. `environment` adds
   * settings.
   */
  constructor(port: number, environment: Record<string, string> = {}, launch: Launch = {}) {
    this.#port = port
    this.#environment = environment
    this.#launch = launch
    this.address = `http://localhost:${port}`
    process.once('exit', this.#killOnExit)
    const prepared = process.env[PREPARED_DATA]
    if (prepared && !environment.DATABASE_URL) cpSync(prepared, this.#folder, { recursive: true })
  }

  /**
   * Starts an instance once and keeps its folder: an embedded database takes longer to be made than to be copied. From
   * then on, instances of this process and its children begin with a copy. Gives what removes it again.
   */
  static async prepareData(port: number): Promise<() => Promise<void>> {
    const instance = new Instance(port)
    await instance.startServer()
    await instance.stopServer()
    process.env[PREPARED_DATA] = instance.#folder
    return () => instance.close()
  }

  /** Makes a folder of its data one that other instances have too, as docs/OPERATIONS.md asks for uploads. */
  share(name: string, folder: string): void {
    symlinkSync(folder, join(this.#folder, name))
  }

  /** Process id of the server that runs now. */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('no server runs')
    return this.#child.pid
  }

  /** Whether a server was started that has not ended yet. */
  get isRunning(): boolean {
    const child = this.#child
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Starts the server on the folder it had before, and waits until it answers. */
  async startServer(): Promise<void> {
    const { program = 'server/src/main.ts', launcher = [] } = this.#launch
    const [command = process.execPath, ...rest] = [...launcher, process.execPath, join(REPOSITORY, program)]
    const child = spawn(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        PORT: String(this.#port),
        HOST: '0.0.0.0',
        DATA_DIR: this.#folder,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'fatal',
        ...this.#environment,
      },
    })
    this.#child = child
    await this.#answers(child)
  }

  /** Asks the server to stop, as a supervisor does. Gives its exit code. */
  async stopServer(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  /** Resolves with the exit code when the server that runs now ends, no matter who ends it. */
  async ended(): Promise<number | null> {
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child?.exitCode ?? null
  }

  /** Ends the server without a word, as a power switch does to a process. */
  async killServer(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Ends the server politely and removes its folder. */
  async close(): Promise<void> {
    await this.#end('SIGTERM')
    process.off('exit', this.#killOnExit)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }

  async #answers(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS
    while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
      const reply = await fetch(`${this.address}/api/stream/status`).catch(() => null)
      if (reply?.ok) return
      await delay(50)
    }
    child.kill('SIGKILL')
    throw new Error(`The station did not start (${child.signalCode ?? `exit code ${child.exitCode}`})`)
  }
}
