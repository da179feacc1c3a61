import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const START_LIMIT_MS = 10_000
const PASSWORD = 'bench'

/** The peer: Debian's Icecast, fed with the very pages that a Carillon station sends. */
export class Icecast {
  readonly port: number
  readonly #child: ChildProcess
  readonly #folder: string
  #feed: { pages: IncomingMessage; source: Socket } | null = null

  private constructor(port: number, child: ChildProcess, folder: string) {
    this.port = port
    this.#child = child
    this.#folder = folder
  }

  static async start(port: number): Promise<Icecast> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-icecast-'))
    chmodSync(folder, 0o777)
    const file = join(folder, 'icecast.xml')
    writeFileSync(file, configuration(port, folder))
    // Icecast refuses to run as root.
    const asNobody = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
    const child = spawn('icecast2', ['-c', file], { stdio: 'ignore', ...asNobody })
    const icecast = new Icecast(port, child, folder)
    await icecast.#answers()
    return icecast
  }

  get pid(): number {
    if (!this.#child.pid) throw new Error('Icecast is not running')
    return this.#child.pid
  }

  static version(): string {
    return execFileSync('icecast2', ['-v'], { encoding: 'utf8' }).trim()
  }

  /** Sends on every page of `streamUrl` as Icecast's source, until closed. */
  async relay(streamUrl: string): Promise<void> {
    const source = connect(this.port, '127.0.0.1')
    const authorization = Buffer.from(`source:${PASSWORD}`).toString('base64')
    source.write(
      `SOURCE /live.ogg HTTP/1.0\r\nAuthorization: Basic ${authorization}\r\nContent-Type: application/ogg\r\n\r\n`,
    )
    await once(source, 'data')
    const request = get(streamUrl)
    const [pages] = (await once(request, 'response')) as [IncomingMessage]
    pages.on('data', (page: Buffer) => source.write(page))
    pages.on('error', () => {})
    source.on('error', () => {})
    this.#feed = { pages, source }
  }

  async close(): Promise<void> {
    this.#feed?.pages.destroy()
    this.#feed?.source.destroy()
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exited
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #answers(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS
    while (Date.now() < deadline && this.#child.exitCode === null) {
      const reply = await fetch(`http://127.0.0.1:${this.port}/status-json.xsl`).catch(() => null)
      if (reply?.ok) return
      await delay(50)
    }
    throw new Error('Icecast did not start')
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

function configuration(port: number, folder: string): string {
  return `<icecast>
  <location>bench</location><admin>bench@localhost</admin><hostname>localhost</hostname>
  <limits><clients>20000</clients><sources>2</sources><queue-size>524288</queue-size><burst-on-connect>1</burst-on-connect><burst-size>65535</burst-size></limits>
  <authentication><source-password>${PASSWORD}</source-password><relay-password>${PASSWORD}</relay-password><admin-user>admin</admin-user><admin-password>${PASSWORD}</admin-password></authentication>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <paths><basedir>/usr/share/icecast2</basedir><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>1</loglevel></logging>
</icecast>`
}
