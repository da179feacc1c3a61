import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { freePort } from './processes.ts'

export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const
export type ProxyName = (typeof PROXIES)[number]

const FILES = join(import.meta.dirname, '../../deploy/proxies')
const START_LIMIT_MS = 30_000
const trusted: string[] = []

/** A configuration as used in a test: its file, the command, and the certificate. */
type Set = { args: string[]; env?: Record<string, string>; certificate: string }
type Ports = {
  http: number
  https: number
  admin: number
  stations: number[]
  icecast: number
  isPlain?: boolean
}

/** A real reverse proxy that runs with the file in `deploy/proxies`: only names, ports and folders are put in. */
export class ReverseProxy {
  readonly name: ProxyName
  /** Over TLS, with a certificate that this process trusts from now on. */
  readonly origin: string
  /** Its port without TLS, where everything is sent to the other one. */
  readonly plainOrigin: string
  readonly certificate: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(
    name: ProxyName,
    child: ChildProcess,
    folder: string,
    ports: Ports,
    certificate: string,
  ) {
    this.name = name
    this.#child = child
    this.#folder = folder
    this.origin = `${ports.isPlain ? 'http' : 'https'}://localhost:${ports.https}`
    this.plainOrigin = `http://localhost:${ports.http}`
    this.certificate = certificate
  }

  /** Starts one in front of these stations, and of an Icecast; the caller closes it. */
  static start(name: ProxyName, stations: number[], icecast = 1): Promise<ReverseProxy> {
    return ReverseProxy.#run(name, { stations, icecast })
  }

  /** The same, without TLS at its door: for browsers and programs that know no certificate of a test. */
  static startPlain(stations: number[], icecast: number): Promise<ReverseProxy> {
    return ReverseProxy.#run('haproxy', { stations, icecast, isPlain: true })
  }

  static async #run(
    name: ProxyName,
    behind: Pick<Ports, 'stations' | 'icecast' | 'isPlain'>,
  ): Promise<ReverseProxy> {
    const folder = mkdtempSync(join(tmpdir(), `carillon-${name}-`))
    const [http, https, admin] = await Promise.all([freePort(), freePort(), freePort()])
    const ports = { http, https, admin, ...behind }
    const { args, env, certificate } = SETS[name](folder, ports)
    const child = spawn(name, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
    let complaints = ''
    child.stderr.on('data', (text) => {
      complaints = (complaints + text).slice(-4_000)
    })
    const deadline = Date.now() + START_LIMIT_MS
    const untilAnswer = async (origin: string) => {
      while (!(await fetch(origin, { redirect: 'manual' }).catch(() => null))) {
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name}: ${complaints}`)
        await delay(50)
      }
    }
    await untilAnswer(`http://localhost:${http}/`)
    const text = readFileSync(certificate, 'utf8')
    trusted.push(text)
    setDefaultCACertificates(trusted)
    const proxy = new ReverseProxy(name, child, folder, ports, text)
    // Caddy listens a moment before it has made its certificate.
    await untilAnswer(proxy.origin)
    return proxy
  }

  async close(): Promise<void> {
    const gone = once(this.#child, 'exit')
    if (this.#child.exitCode === null && this.#child.kill('SIGTERM')) await gone
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const SETS: Record<ProxyName, (folder: string, ports: Ports) => Set> = {
  nginx(folder, { http, https, stations, icecast }) {
    const certificate = makeCertificate(folder)
    const site = withStations(read('nginx.conf'), /^ *#?server 127\.0\.0\.1:808\d/, stations)
      .replace(/^ *listen \[::\].*$/gm, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
      .replaceAll('radio.example.edu; # NAME', 'localhost;')
      .replaceAll('/etc/ssl/carillon/', `${folder}/`)
      .replaceAll('127.0.0.1:8000', `127.0.0.1:${icecast}`)
    // What Debian's own nginx.conf is around a site; the rest are places for files that a test may write.
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (part) => `${part}_temp_path ${folder}/${part};`,
    )
    const around = [
      'daemon off;',
      `pid ${folder}/pid;`,
      process.getuid?.() === 0 ? 'user root;' : '',
      'events {}',
    ]
    const web = ['http {', 'access_log off;', ...paths, `include ${folder}/carillon.conf;`, '}']
    writeFileSync(join(folder, 'carillon.conf'), site)
    writeFileSync(join(folder, 'nginx.conf'), [...around, ...web].join('\n'))
    return { args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'error_log stderr;'], certificate }
  },
  haproxy(folder, { http, https, stations, icecast, isPlain }) {
    const certificate = makeCertificate(folder)
    const whole = asWhoTests(read('haproxy.cfg'))
    const file = isPlain ? withoutTls(whole) : whole
    const config = withStations(file, /^ *#?server station-/, stations)
      .replaceAll('bind :80\n', `bind 127.0.0.1:${http}\n`)
      .replaceAll('bind :443 ', `bind 127.0.0.1:${https} `)
      .replaceAll('/etc/haproxy/carillon.pem', join(folder, 'both.pem'))
      .replaceAll('127.0.0.1:8000', `127.0.0.1:${icecast}`)
    writeFileSync(
      join(folder, 'both.pem'),
      readFileSync(certificate, 'utf8') + readFileSync(join(folder, 'key.pem'), 'utf8'),
    )
    writeFileSync(join(folder, 'haproxy.cfg'), config)
    return { args: ['-db', '-f', join(folder, 'haproxy.cfg')], certificate }
  },
  caddy(folder, { http, https, admin, stations, icecast }) {
    const home = join(folder, 'home')
    mkdirSync(home)
    const env = {
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      CADDY_ADMIN: `localhost:${admin}`,
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
      STATION_NAMES: 'localhost',
      STATIONS: stations.map((port) => `127.0.0.1:${port}`).join(' '),
      ICECAST: `127.0.0.1:${icecast}`,
    }
    const args = ['run', '--adapter', 'caddyfile', '--config', join(FILES, 'Caddyfile')]
    return { args, env, certificate: join(home, 'caddy/pki/authorities/local/root.crt') }
  },
}

/** Without what only root may do: give the process to another user, and shut it into a folder. */
function asWhoTests(haproxy: string): string {
  return process.getuid?.() === 0 ? haproxy : haproxy.replace(/^ *(?:user|group|chroot) .*\n/gm, '')
}

function withoutTls(haproxy: string): string {
  return haproxy
    .replace(/(bind :443) ssl .*/, '$1 ')
    .replace(/^ *http-request redirect scheme https .*$/m, '')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
}

/** Puts the ports of the stations into the lines that name one; of two lines, the second is there for a second station. */
function withStations(text: string, line: RegExp, ports: number[]): string {
  let at = 0
  const lines = text.split('\n').flatMap((each) => {
    if (!line.test(each)) return [each]
    const port = ports[at % 2]
    at += 1
    return port === undefined ? [] : [each.replace('#', '').replace(/:808\d/, `:${port}`)]
  })
  return lines.join('\n')
}

/** One for localhost, signed by itself; gives its file. */
function makeCertificate(folder: string): string {
  const certificate = join(folder, 'fullchain.pem')
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem'),
  ]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certificate, '-days', '2', ...name], {
    stdio: 'ignore',
  })
  return certificate
}

const read = (name: string) => readFileSync(join(FILES, name), 'utf8')
