import type { AddressInfo } from 'node:net'
import { openBase } from './app/base.ts'
import type { Calls } from './app/calls.ts'
import { createFeatures } from './app/features.ts'
import { keepHouse } from './app/keeping.ts'
import type { StationOptions } from './app/options.ts'
import { planStop, startFeatures } from './app/order.ts'
import { type Doors, serve } from './app/serve.ts'
import { createOwnInstance } from './cluster/instance.ts'
import type { Config } from './config.ts'
import type { Credentials } from './features/auth/first-admin.ts'
import type { EndSessions } from './features/auth/revoke-sessions.ts'
import type { Session } from './http/session.ts'
import { SESSION_REVOKED } from './http/upgrade.ts'
import { createShutdown, type Shutdown } from './kernel/shutdown.ts'

/** A station that answers. What can be called is there for a test to hold against the table of permissions. */
export type Station = Calls & {
  port: number
  /** Connections that have joined a broadcast. */
  presence(broadcastId: number): number
  /** Made up on an empty database without ADMIN_EMAIL: to be shown once. */
  firstAdmin: Credentials | null
  /** Refuses what is new, finishes what runs, closes sockets with 1012, lets go of the folder. Idempotent. */
  close(): Promise<void>
}

/** The composition root: everything that is shared is made here and in `app/`, and features meet only there. */
export async function startStation(config: Config, options: StationOptions): Promise<Station> {
  const shutdown = createShutdown(options.logger)
  try {
    return await compose(config, options, shutdown)
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function compose(config: Config, options: StationOptions, shutdown: Shutdown): Promise<Station> {
  const base = await openBase(config, options, shutdown)
  const own = createOwnInstance(config)
  let doors: Doors | null = null
  const endSockets: EndSessions = (isMeant, reason) => {
    const isTheirs = (session: Session | null) => session !== null && isMeant(session)
    doors?.sockets.close(isTheirs, SESSION_REVOKED, reason).catch(base.onError)
  }
  const features = createFeatures(base, { own, isPushOpen: options.isPushOpen ?? false, endSockets })
  keepHouse(base, features, shutdown)
  const firstAdmin = await features.auth.ensureFirstAdmin(config.admin)
  doors = await serve(base, features, options.limits)
  const { edge, calls } = doors
  planStop(features, doors, shutdown)
  await startFeatures(features)
  await edge.listen({ port: config.port, host: config.host })
  const { port } = edge.server.address() as AddressInfo
  own.listensOn(port)
  return { ...calls, port, presence: features.realtime.presence, firstAdmin, close: shutdown.run }
}
