import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './processes.ts'

/** The file that it runs. */
export const FILE = join(import.meta.dirname, '../../deploy/proxies/nginx-hls.conf')

/** The cache in front of HLS: nginx with the file of `deploy/proxies`, in which only name, ports and folders are put. */
export class HlsEdge {
  readonly origin: string
  readonly #folder: string
  #child: ChildProcess | null = null

  private constructor(port: number, folder: string) {
    this.origin = `http://127.0.0.1:${port}`
    this.#folder = folder
  }

  /** Starts one in front of a station or its balancer at this port; the caller closes it. */
  static async start(stationPort: number): Promise<HlsEdge> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-edge-'))
    const port = await freePort()
    writeFileSync(join(folder, 'nginx.conf'), configOf(folder, port, stationPort))
    const edge = new HlsEdge(port, folder)
    await edge.startServer()
    return edge
  }

  /** Starts it again with what it has kept on disk. */
  async startServer(): Promise<void> {
    const args = ['-p', this.#folder, '-c', join(this.#folder, 'nginx.conf'), '-g', 'error_log stderr;']
    const child = spawn('nginx', args, { stdio: 'ignore' })
    this.#child = child
    while (!(await fetch(this.origin).catch(() => null))) {
      if (child.exitCode !== null) throw new Error('nginx did not start')
      await delay(20)
    }
  }

  /** Ends it and all connections. */
  async stopServer(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }

  async close(): Promise<void> {
    await this.stopServer()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function configOf(folder: string, port: number, stationPort: number): string {
  const site = readFileSync(FILE, 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:8080', `127.0.0.1:${stationPort}`)
    .replace('/var/lib/nginx/', `${folder}/`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (part) => `${part}_temp_path ${folder}/${part};`,
  )
  const user = process.getuid?.() === 0 ? ['user root;'] : []
  // As the file itself advises for thousands of players.
  const events = ['worker_rlimit_nofile 32768;', 'events { worker_connections 16384; }']
  const around = ['daemon off;', `pid ${folder}/pid;`, ...user, ...events, 'http {', 'access_log off;']
  return [...around, ...paths, site, '}'].join('\n')
}
