import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { IcecastServer } from './icecast-server.ts'
import { Instance } from './instance.ts'
import { findPostgresFolder, startPostgres, type TemporaryPostgres } from './postgres.ts'
import { freePort } from './processes.ts'
import { type RedisServer, startRedis } from './redis-server.ts'
import { ReverseProxy } from './reverse-proxy.ts'
import { Station } from './station.ts'

/** The proxy looks each second which instance lives. */
const PROXY_LOOKS_EVERY_MS = 100

/** Servers beside the instances, each a real one. */
export type CampusParts = {
  postgres: TemporaryPostgres
  redis: RedisServer
  icecast: IcecastServer
  proxy: ReverseProxy
}

/** A station that outgrew one machine: two instances on one PostgreSQL, Redis and Icecast, behind deploy's HAProxy. */
export class Campus extends Station {
  readonly parts: CampusParts
  readonly second: Instance
  readonly #uploads = mkdtempSync(join(tmpdir(), 'carillon-uploads-'))

  private constructor(
    parts: CampusParts,
    ports: readonly [number, number],
    settings: Record<string, string>,
  ) {
    const settingsOf = (port: number) => ({ ...settings, INSTANCE_URL: `http://127.0.0.1:${port}` })
    super(ports[0], settingsOf(ports[0]), {}, parts.proxy.origin)
    this.parts = parts
    this.second = new Instance(ports[1], settingsOf(ports[1]))
  }

  /** Starts all of it on free ports; the caller closes it. `environment` adds settings of both instances. */
  static override async start(environment: Record<string, string> = {}): Promise<Campus> {
    const programs = findPostgresFolder()
    if (!programs) throw new Error('no PostgreSQL on this machine')
    const [postgres, redis, icecast] = await Promise.all([
      startPostgres(programs),
      startRedis(),
      IcecastServer.start(),
    ])
    const ports = [await freePort(), await freePort()] as const
    const proxy = await ReverseProxy.startPlain([...ports], icecast.port)
    const campus = new Campus({ postgres, redis, icecast, proxy }, ports, {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ICECAST_URL: icecast.settings.url,
      ICECAST_ADMIN_URL: icecast.adminUrl,
      ICECAST_PUBLIC_URL: `${proxy.origin}/icecast/live.ogg`,
      TRUST_PROXY: 'loopback',
      ...environment,
    })
    for (const instance of campus.instances) {
      instance.share('uploads', campus.#uploads)
      await instance.startServer()
    }
    while (!(await fetch(`${proxy.origin}/api/stream/status`)).ok) await delay(PROXY_LOOKS_EVERY_MS)
    return campus
  }

  get instances(): readonly [Instance, Instance] {
    return [this, this.second]
  }

  /** Of these, the instance that the DJ is connected to, by its own account. */
  async instanceOfDj(among: readonly Instance[] = this.instances): Promise<Instance | null> {
    for (const instance of among) {
      const metrics = await (await fetch(`${instance.address}/metrics`)).text()
      if (/^carillon_websockets\{[^}]*ws\/live[^}]*\} [1-9]/m.test(metrics)) return instance
    }
    return null
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.second.close()])
    const { postgres, redis, icecast, proxy } = this.parts
    await Promise.all([postgres.stop(), redis.stop(), icecast.close(), proxy.close()])
    rmSync(this.#uploads, { recursive: true, force: true })
  }
}
