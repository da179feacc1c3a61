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

const REPOSITORY = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 60_000
const ADMIN = { email: 'admin@station.test', password: 'correct horse battery' }

/** A real station: the server as a child process on a free port, with a data folder of its own. */
export class Station {
  readonly origin: string
  readonly #port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'carillon-e2e-'))
  readonly #environment: Record<string, string>
  readonly #killOnExit = () => this.#child?.kill('SIGKILL')
  #child: ChildProcess | null = null
  #admin: Member | null = null
  #members = 0

  private constructor(port: number, environment: Record<string, string>) {
    this.#port = port
    this.#environment = environment
    this.origin = `http://localhost:${port}`
    process.once('exit', this.#killOnExit)
  }

  /** Starts a station on an empty folder; the caller closes it. `environment` adds settings. */
  static async start(environment: Record<string, string> = {}): Promise<Station> {
    const station = new Station(await freePort(), environment)
    await station.startServer()
    return station
  }

  /** Process id of the server that runs now. */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('no server runs')
    return this.#child.pid
  }

  /** The same place as a websocket address, with this path. */
  socketUrl(path: string): string {
    return `ws://localhost:${this.#port}${path}`
  }

  /** Starts the server on the folder it had before, and waits until it answers. */
  async startServer(): Promise<void> {
    const child = spawn(process.execPath, [join(REPOSITORY, 'server/src/main.ts')], {
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

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
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
