import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authEndpoints, login } from '@carillon/contract/auth/endpoints'
import { updateBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { DESTINATIONS } from '@carillon/contract/destination'
import { wireTo } from '@carillon/testkit/cuttable-proxy'
import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { createPlace } from './database.ts'
import { type ServerProcess, spawnServer } from './process.ts'
import { callStation, PASSWORD } from './station.ts'
import { frameText, openWire, type WireClient } from './stomp.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@station.test', ADMIN_PASSWORD: 'correct horse battery' }

/** Seldom: people may not change a show as often as they like. */
const RETRY_MS = 500

/** One process of a station that has several. */
export type Instance = { origin: string; socketOrigin: string; process: ServerProcess }

export type Campus = Awaited<ReturnType<typeof openCampus>>

/** A station of several processes: one PostgreSQL, one Redis, a data folder for each. The caller closes it. */
// Long: every member starts or ends one of the processes that all share.
export async function openCampus() {
  const place = await createPlace('postgres')
  const database = await wireTo(place.databaseUrl ?? '')
  const redis: RedisServer = await startRedis()
  const processes: ServerProcess[] = []
  const folders: string[] = []
  const instances: Instance[] = []

  /** Starts a process with these settings more; an empty one is left out. */
  function spawn(settings: Record<string, string> = {}): ServerProcess {
    const dataDir = mkdtempSync(join(tmpdir(), 'carillon-instance-'))
    folders.push(dataDir)
    const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' }
    const started = spawnServer({ DATA_DIR: dataDir, ...shared, ...ADMIN, ...settings })
    processes.push(started)
    return started
  }

  async function start(settings?: Record<string, string>): Promise<Instance> {
    const started = spawn(settings)
    const origin = await started.origin
    const instance = { origin, socketOrigin: origin.replace('http', 'ws'), process: started }
    instances.push(instance)
    return instance
  }

  return {
    /** The wire to PostgreSQL, which can be cut. */
    database,
    redis,
    spawn,
    start,
    /** Two that run: those of the test before, unless it killed them. What has to be started gets these settings more. */
    async pair(settings?: Record<string, string>): Promise<[Instance, Instance]> {
      const [first, second] = instances.filter(isRunning)
      const here = first ?? (await start(settings))
      return [here, second ?? (await start(settings))]
    },
    /** Kills all that run but one. */
    async keepOne(): Promise<void> {
      for (const { process } of instances.filter(isRunning).slice(1)) {
        process.child.kill('SIGKILL')
        await process.ended
      }
    },
    /** The token of the administrator. */
    async signIn({ origin }: Instance): Promise<string> {
      const body = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }
      return (await callStation(origin, login, { body })).data.token
    },
    async close(): Promise<void> {
      for (const { child, ended } of processes) {
        child.kill('SIGKILL')
        await ended
      }
      await redis.stop()
      database.close()
      await place.remove()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isRunning({ process: { child } }: Instance): boolean {
  return child.exitCode === null && child.signalCode === null && !child.killed
}

/** Somebody new, signed in. */
export async function signUp({ origin }: Instance) {
  const person = { firstname: 'Ana', lastname: 'Reyes', birthdate: '2000-02-29', gender: '' as const }
  const account = { email: `${crypto.randomUUID()}@station.test`, password: PASSWORD }
  await callStation(origin, authEndpoints.register, { body: { ...person, ...account } })
  const { data } = await callStation(origin, authEndpoints.login, { body: account })
  return { id: data.user.id, token: data.token }
}

/** Subscribed to the chat of a show. */
export function openRoom(instance: Instance, token: string, id: number): Promise<WireClient> {
  return openQueue(instance, token, `/topic/broadcast/${id}/chat`)
}

/** Subscribed to what a person is told. */
export function openOwn(instance: Instance, token: string): Promise<WireClient> {
  return openQueue(instance, token, DESTINATIONS.notifications.pattern)
}

/** Waits until each of these receives the others, with a scheduled show: what one sends before they know each other is lost. */
export async function untilKnown(instances: readonly Instance[], token: string, id: number): Promise<void> {
  for (const instance of instances) {
    const wire = await openQueue(instance, token, `/topic/broadcast/${id}`)
    const others = instances.filter((other) => other !== instance)
    let count = 0
    const send = () => {
      const body = { title: `Harana Hour ${++count}` }
      for (const { origin } of others)
        void callStation(origin, updateBroadcast, { as: token, params: { id }, body })
    }
    const sending = setInterval(send, RETRY_MS)
    send()
    await wire.next()
    clearInterval(sending)
    wire.close()
  }
}

async function openQueue(instance: Instance, token: string, destination: string): Promise<WireClient> {
  const wire = await openWire(instance, 'raw websocket')
  await wire.connect({ Authorization: `Bearer ${token}` })
  await wire.ask(frameText('SUBSCRIBE', { id: '0', destination, receipt: 'subscribed' }))
  return wire
}
