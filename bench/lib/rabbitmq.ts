import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@carillon/testkit/processes'

const START_LIMIT_MS = 60_000
// The script behind Debian's /usr/sbin/rabbitmq-server, which only the system's own user may run.
const INSTALLED = '/usr/lib/rabbitmq'

/** The peer: Debian's RabbitMQ with its Web-STOMP plugin, on ports, data folder and node name of its own. */
export class RabbitMq {
  /** Port of Web-STOMP, at the path `/ws`. Signing in: guest, guest. */
  readonly port: number
  readonly #folder: string
  readonly #server: ChildProcess
  readonly #portMapper: ChildProcess

  private constructor(port: number, folder: string, server: ChildProcess, portMapper: ChildProcess) {
    this.port = port
    this.#folder = folder
    this.#server = server
    this.#portMapper = portMapper
  }

  static async start(): Promise<RabbitMq> {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-rabbitmq-'))
    const [port, stompPort, amqpPort, clusterPort, mapperPort] = await Promise.all(
      Array.from({ length: 5 }, () => freePort()),
    )
    writeFileSync(join(folder, 'rabbitmq.conf'), configuration(port ?? 0, stompPort ?? 0, amqpPort ?? 0))
    writeFileSync(join(folder, 'enabled_plugins'), '[rabbitmq_web_stomp].\n')
    // A mapper of our own: the one that Erlang starts by itself would outlive the bench.
    const mapper = spawn('epmd', ['-port', String(mapperPort), '-address', '127.0.0.1'], { stdio: 'ignore' })
    const server = spawn(join(INSTALLED, 'bin/rabbitmq-server'), {
      stdio: 'ignore',
      env: environment(folder, clusterPort ?? 0, mapperPort ?? 0),
    })
    const rabbit = new RabbitMq(port ?? 0, folder, server, mapper)
    await rabbit.#answers()
    return rabbit
  }

  /** Process id of the Erlang machine. */
  get pid(): number {
    return Number(readFileSync(join(this.#folder, 'pid'), 'utf8'))
  }

  static version(): string {
    const folder = readdirSync(join(INSTALLED, 'lib')).find((name) => name.startsWith('rabbitmq_server-'))
    return folder?.replace('rabbitmq_server-', 'RabbitMQ ') ?? 'RabbitMQ'
  }

  async close(): Promise<void> {
    await ended(this.#server)
    await ended(this.#portMapper)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #answers(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS
    while (Date.now() < deadline && this.#server.exitCode === null) {
      if (await accepts(this.port)) return
      await delay(200)
    }
    await this.close()
    throw new Error('RabbitMQ did not start')
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = once(socket, 'connect').then(() => true)
  const refused = once(socket, 'close').then(() => false)
  const isOpen = await Promise.race([opened.catch(() => false), refused.catch(() => false)])
  socket.destroy()
  return isOpen
}

function environment(folder: string, clusterPort: number, mapperPort: number): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    ERL_EPMD_PORT: String(mapperPort),
    RABBITMQ_NODENAME: `bench${process.pid}@localhost`,
    RABBITMQ_DIST_PORT: String(clusterPort),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
  }
}

function configuration(port: number, stompPort: number, amqpPort: number): string {
  return `web_stomp.tcp.port = ${port}
web_stomp.tcp.ip = 127.0.0.1
stomp.listeners.tcp.1 = 127.0.0.1:${stompPort}
listeners.tcp.1 = 127.0.0.1:${amqpPort}
log.file.level = error
`
}
