import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './processes.ts'

const PASSWORD = 'source-secret'
const ADMIN_PASSWORD = 'admin-secret'
const START_LIMIT_MS = 20_000
const MAX_STARTS = 5
const EXIT_LIMIT_MS = 2_000
/** Not sooner: on a busy machine its statistics take a moment to begin. */
const LOOK_EVERY_MS = 200

/** A real Icecast of its own, with the settings that docs/OPERATIONS.md asks for. */
export class IcecastServer {
  readonly port: number
  readonly #folder: string
  #child: ChildProcess | null = null

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
  }

  /** Starts one on a free port; the caller closes it. `master` makes it a relay of another one's mount. */
  static async start(master?: IcecastServer): Promise<IcecastServer> {
    const folder = mkdtempSync(join(tmpdir(), 'icecast-'))
    chmodSync(folder, 0o777)
    const server = new IcecastServer(await freePort(), folder)
    writeFileSync(join(folder, 'icecast.xml'), configuration(server.port, folder, master?.port))
    await server.run()
    return server
  }

  /** Settings of a station that uses it. */
  get settings(): { url: string; adminUrls: string[]; publicUrl: null } {
    const url = `http://source:${PASSWORD}@127.0.0.1:${this.port}/live.ogg`
    return { url, adminUrls: [this.adminUrl], publicUrl: null }
  }

  get adminUrl(): string {
    return `http://admin:${ADMIN_PASSWORD}@127.0.0.1:${this.port}`
  }

  get listenUrl(): string {
    return `http://127.0.0.1:${this.port}/live.ogg`
  }

  /** Starts it again after `stop`. Resolves when it answers. */
  async run(): Promise<void> {
    // Icecast 2.4.4 may die of a question that comes before its statistics have begun.
    for (let tries = 0; tries < MAX_STARTS; tries++) if (await this.#start()) return
    throw new Error('Icecast did not start')
  }

  async #start(): Promise<boolean> {
    // Icecast refuses to run as root.
    const asNobody = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
    const file = join(this.#folder, 'icecast.xml')
    const child = spawn('icecast2', ['-c', file], { stdio: 'ignore', ...asNobody })
    this.#child = child
    for (const untilMs = Date.now() + START_LIMIT_MS; Date.now() < untilMs && isAlive(child); ) {
      await pause(LOOK_EVERY_MS)
      if (!(await this.#answers())) continue
      // It may die of the very question that it has answered: one that lives on answers another.
      await pause(LOOK_EVERY_MS)
      if ((await this.#answers()) && isAlive(child)) return true
    }
    await this.stop()
    return false
  }

  async #answers(): Promise<boolean> {
    const reply = await fetch(`http://127.0.0.1:${this.port}/status-json.xsl`).catch(() => null)
    await reply?.arrayBuffer()
    return reply?.ok ?? false
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || !isAlive(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Stops it in the middle of whatever it does, as a machine that hangs; SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal)
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /**
   * Its report about the mount: nothing while it has no source, or has not yet told all of it. Icecast 2.4.4 may die of
   * this question too where it comes while a source begins: it is started again then.
   */
  async mount(): Promise<{ streamStart: string; listeners: number } | null> {
    const xml = await this.#stats().catch((error: unknown) => this.#startAgain(error))
    if (xml === null) return null
    if (!xml.includes('<source mount="/live.ogg">')) return null
    const [, streamStart] = /<stream_start_iso8601>(.*?)</.exec(xml) ?? []
    const [, listeners] = /<listeners>(\d+)<\/listeners><listenurl>/.exec(xml) ?? []
    if (!streamStart || !listeners) return null
    return { streamStart, listeners: Number(listeners) }
  }

  async #stats(): Promise<string> {
    const { origin, username, password } = new URL(this.adminUrl)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    return (await fetch(`${origin}/admin/stats`, { headers: { authorization } })).text()
  }

  /** Throws the error of one that was stopped, or lives. */
  async #startAgain(error: unknown): Promise<null> {
    const child = this.#child
    if (!child) throw error
    if (isAlive(child)) await Promise.race([once(child, 'exit'), pause(EXIT_LIMIT_MS)])
    if (isAlive(child)) throw error
    await this.run()
    return null
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

function configuration(port: number, folder: string, masterPort: number | undefined): string {
  const relay = masterPort
    ? `<relay><server>127.0.0.1</server><port>${masterPort}</port><mount>/live.ogg</mount><local-mount>/live.ogg</local-mount><on-demand>0</on-demand></relay><master-update-interval>2</master-update-interval>`
    : ''
  return `<icecast>
  <location>test</location><admin>test@localhost</admin><hostname>127.0.0.1</hostname>
  <limits><clients>1000</clients><sources>2</sources><queue-size>524288</queue-size><source-timeout>10</source-timeout><burst-size>36864</burst-size></limits>
  <authentication><source-password>${PASSWORD}</source-password><relay-password>r</relay-password><admin-user>admin</admin-user><admin-password>${ADMIN_PASSWORD}</admin-password></authentication>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <http-headers><header name="Access-Control-Allow-Origin" value="*" /></http-headers>
  ${relay}
  <paths><basedir>/usr/share/icecast2</basedir><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>1</loglevel></logging>
</icecast>`
}
