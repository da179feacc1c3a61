import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiSession } from './api.ts'

export type Role = 'LISTENER' | 'DJ' | 'MODERATOR' | 'ADMIN'
/** Someone with an account, signed in over HTTP. */
export type Member = { id: number; email: string; password: string; role: Role; api: ApiSession }

/** How the server is run, when not as `node server/src/main.ts`. */
export type Launch = {
  /** The program in the repository. */
  program?: string
  /** A command in front that becomes the server itself: `prlimit --nofile=256`. */
  launcher?: readonly string[]
}

const REPOSITORY = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 60_000
const ADMIN = { email: 'admin@station.test', password: 'correct horse battery' }

/** A real station: the server as a child process on a free port, with a data folder of its own. */
export class Station {
  readonly origin: string
  readonly #port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'carillon-e2e-'))
  readonly #environment: Record<string, string>
  readonly #launch: Launch
  readonly #killOnExit = () => this.#child?.kill('SIGKILL')
  #child: ChildProcess | null = null
  #admin: Member | null = null
  #members = 0

  private constructor(port: number, environment: Record<string, string>, launch: Launch) {
    this.#port = port
    this.#environment = environment
    this.#launch = launch
    this.origin = `http://localhost:${port}`
    process.once('exit', this.#killOnExit)
  }

  /** Starts a station on an empty folder; the caller closes it. `environment` adds settings. */
  static async start(environment: Record<string, string> = {}, launch: Launch = {}): Promise<Station> {
    const station = new Station(await freePort(), environment, launch)
    await station.startServer()
    return station
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

  /** The same place as a websocket address, with this path. */
  socketUrl(path: string): string {
    return `ws://localhost:${this.#port}${path}`
  }

  /** Starts the server on the folder it had before, and waits until it answers. */
  async startServer(): Promise<void> {
    const { program = 'server/src/main.ts', launcher = [] } = this.#launch
    const [command = process.execPath, ...rest] = [...launcher, process.execPath, join(REPOSITORY, program)]
    const child = spawn(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
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

  /** Resolves with the exit code when the server that runs now ends, whoever ends it. */
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

  /** The administrator of the first start. */
  async admin(): Promise<Member> {
    this.#admin ??= await this.#signIn(ADMIN.email, ADMIN.password)
    return this.#admin
  }

  /** A new account of this role, signed in. `name` says how the person is called. */
  async newMember(role: Role, name: { firstname?: string; lastname?: string } = {}): Promise<Member> {
    this.#members += 1
    const email = `${role.toLowerCase()}${this.#members}@station.test`
    const password = `password of ${email}`
    const person = {
      firstname: 'Ana',
      lastname: `Number ${this.#members}`,
      birthdate: '2000-02-29',
      gender: '',
      ...name,
    }
    const visitor = new ApiSession(this.origin)
    const { id } = await visitor.data<{ id: number }>('POST', '/api/auth/register', {
      ...person,
      email,
      password,
    })
    if (role !== 'LISTENER') {
      const admin = await this.admin()
      await admin.api.data('PUT', `/api/auth/${id}/role?newRole=${role}`)
    }
    return this.#signIn(email, password)
  }

  /** Ends whatever is on air, so that the next test finds silence. */
  async endEverything(): Promise<void> {
    const { api } = await this.admin()
    const live = await api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
    for (const { id } of live) await api.data('POST', `/api/broadcasts/${id}/end`)
  }

  async #signIn(email: string, password: string): Promise<Member> {
    const visitor = new ApiSession(this.origin)
    const { user, token } = await visitor.data<{ user: { id: number; role: Role }; token: string }>(
      'POST',
      '/api/auth/login',
      { email, password },
    )
    return { ...user, email, password, api: new ApiSession(this.origin, token) }
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
    while (Date.now() < deadline && child.exitCode === null) {
      const reply = await fetch(`${this.origin}/api/stream/status`).catch(() => null)
      if (reply?.ok) return
      await delay(50)
    }
    child.kill('SIGKILL')
    throw new Error(`The station did not start (exit code ${child.exitCode})`)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
