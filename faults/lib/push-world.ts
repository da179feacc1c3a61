import { execFileSync } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDns } from '@carillon/testkit/dns-server'
import { findCommand } from '@carillon/testkit/processes'
import type { Member } from '@carillon/testkit/station'
import type { Setting } from './fault-rig.ts'
import type { Ports } from './push-world-preload.ts'

/** Nobody's names: of a push service that works, of some that accept and say nothing, and of some that no DNS knows. */
const HONEST = 'honest.push.example'
const HANGING = 'hanging.push.example'
/** Any public address will do: nothing is sent there. */
const PUBLIC = '9.9.9.9'
const PRELOAD = join(import.meta.dirname, 'push-world-preload.ts')

/** Returns what this machine lacks for push services of its own; null when it has all. */
export function lacksPushWorld(): string | null {
  return findCommand('openssl') ? null : 'no openssl on this machine'
}

/** Push services, and the DNS servers that know some of them, as a station has them that was started with `setting`. */
export class PushWorld {
  /** Of a station in this world. */
  readonly setting: Required<Setting>
  /** When the honest service was called, on the monotonic clock. */
  readonly calledAtMs: number[]
  /** When the station gave up one that said nothing, on the same clock. */
  readonly gaveUpAtMs: number[]
  readonly #close: () => void

  private constructor(
    setting: Required<Setting>,
    { calledAtMs, gaveUpAtMs }: Pick<PushWorld, 'calledAtMs' | 'gaveUpAtMs'>,
    close: () => void,
  ) {
    this.setting = setting
    this.calledAtMs = calledAtMs
    this.gaveUpAtMs = gaveUpAtMs
    this.#close = close
  }

  /** The caller closes it. */
  static async open(): Promise<PushWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-push-'))
    const certificate = makeCertificate(folder)
    const [calledAtMs, gaveUpAtMs]: [number[], number[]] = [[], []]
    const known = (name: string) => name === HONEST || name.endsWith(HANGING)
    const dns = await startDns((name) => (known(name) ? PUBLIC : 'silence'))
    const honest = createHttps(certificate, (request, response) => {
      calledAtMs.push(performance.now())
      request.resume()
      response.writeHead(201).end()
    })
    const held = new Set<Socket>()
    const hanging = createServer((socket) => {
      held.add(socket.on('error', () => {}).resume())
      socket.once('close', () => gaveUpAtMs.push(performance.now()))
    })
    const ports: Ports = {
      dns: Number(dns.server.split(':')[1]),
      honest: await listen(honest),
      hanging: await listen(hanging),
    }
    const environment = {
      PUSH_WORLD: JSON.stringify(ports),
      NODE_EXTRA_CA_CERTS: join(folder, 'certificate'),
    }
    // What the scene itself preloads stays.
    const launcher = ['sh', '-c', `NODE_OPTIONS="$NODE_OPTIONS --import ${PRELOAD}" exec "$0" "$@"`]
    return new PushWorld({ environment, launch: { launcher } }, { calledAtMs, gaveUpAtMs }, () => {
      dns.close()
      for (const server of [honest, hanging]) server.close()
      honest.closeAllConnections()
      for (const socket of held) socket.destroy()
      rmSync(folder, { recursive: true })
    })
  }

  close(): void {
    this.#close()
  }
}

/** Endpoints of one browser each; no two of the same number. */
export const endpoints = {
  honest: (number: number) => `https://${HONEST}/${number}`,
  hanging: (number: number) => `https://h${number}.${HANGING}/`,
  unknown: (number: number) => `https://h${number}.slow.push.example/`,
}

/** Asks for pushes to these addresses. */
export async function subscribe({ api }: Member, addresses: readonly string[]): Promise<void> {
  for (const endpoint of addresses) {
    const browser = createECDH('prime256v1')
    browser.generateKeys()
    const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
    await api.data('PUT', '/api/notifications/push', { endpoint, keys })
  }
}

function makeCertificate(folder: string): { key: Buffer; cert: Buffer } {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=push', '-addext', `subjectAltName=DNS:${HONEST}`]
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key), cert: readFileSync(certificate) }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
