import type { AddressInfo } from 'node:net'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import { createOwnInstance } from './cluster/instance.ts'
import { composeFeatures } from './compose.ts'
import type { Config } from './config.ts'
import type { Credentials } from './features/auth/first-admin.ts'
import type { EndSessions } from './features/auth/revoke-sessions.ts'
import type { Session } from './http/session.ts'
import { SESSION_REVOKED } from './http/upgrade.ts'
import { type Infrastructure, openInfrastructure, type StationOptions } from './infrastructure.ts'
import { startJobs } from './jobs.ts'
import { createShutdown, type Shutdown } from './kernel/shutdown.ts'
import { createMonitoring } from './monitoring.ts'
import { type Calls, collectCalls } from './routes.ts'
import { createServers, type Servers } from './servers.ts'
import type { Features } from './wiring.ts'

const { SERVER_RESTARTING } = SOURCE_CLOSE

/** A station that answers. What can be called is there for a test to hold against the table of permissions. */
export type Station = Calls & {
  port: number
  /** Connections that have joined a broadcast. */
  presence(broadcastId: number): number
  /** Made up on an empty database without ADMIN_EMAIL: to be shown once. */
  firstAdmin: Credentials | null
  /** Refuses what is new, finishes what runs, closes sockets with 1012, releases the folder. Idempotent. */
  close(): Promise<void>
}

/** Starts a station: all that is shared is made in the files beside this one, and features meet only there. */
export async function startStation(config: Config, options: StationOptions): Promise<Station> {
  const shutdown = createShutdown(options.logger)
  try {
    return await start(config, options, shutdown)
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function start(config: Config, options: StationOptions, shutdown: Shutdown): Promise<Station> {
  const base = await openInfrastructure(config, options, shutdown)
  const own = createOwnInstance(config)
  let servers: Servers | null = null
  const endSockets: EndSessions = (isMeant, reason) => {
    const isTheirs = (session: Session | null) => session !== null && isMeant(session)
    servers?.sockets.close(isTheirs, SESSION_REVOKED, reason).catch(base.onError)
  }
  const isPushOpen = options.isPushOpen ?? false
  const { features, wiring } = composeFeatures(base, { own, isPushOpen, endSockets })
  await adoptRecordings(base, features)
  startJobs(base, features, wiring, shutdown)
  const firstAdmin = await features.auth.ensureFirstAdmin(config.admin)
  const countSockets = () => servers?.sockets.countByPath() ?? new Map<string, number>()
  const monitoring = await createMonitoring(base, features, wiring, countSockets)
  const calls = collectCalls(features, monitoring.rawRoutes, config.stationName)
  const { authenticate } = features.auth
  const { limits } = options
  const { onReply } = monitoring
  servers = await createServers(base, calls, { authenticate, onReply, ...(limits && { limits }) })
  const { edge } = servers
  planStop(features, servers, shutdown)
  await startFeatures(features)
  await edge.listen({ port: config.port, host: config.host })
  const { port } = edge.server.address() as AddressInfo
  own.listensOn(port)
  // Side by side: between shows nothing waits for years of recordings.
  void features.recordings.share()
  features.library.share()
  return { ...calls, port, presence: features.realtime.presence, firstAdmin, close: shutdown.run }
}

/** Takes up recordings that are newer than the database, before one can be begun. Where that fails the station starts all the same. */
async function adoptRecordings({ logger, onError }: Infrastructure, { recordings }: Features): Promise<void> {
  try {
    const folder = await recordings.adopt()
    if (folder) logger.warn({ folder }, 'Recordings of shows that the database does not know were moved')
  } catch (error) {
    onError(error)
  }
}

/** Takes up what the last run left, before anybody can ask for it. */
async function startFeatures(features: Features): Promise<void> {
  await features.polls.restore()
  await features.stream.stream.restore(await features.playout.isOn())
  await features.playout.follow()
  features.broadcasts.start()
  await features.notifications.start()
  await features.announcements.start()
  features.recordings.start()
  void features.library.removeLeftovers()
}

/**
 * The order of the end, to be read from below: sound and sockets go first, then calls under way are waited for, then the
 * servers close, and last go the features that nobody calls any more.
 */
function planStop(features: Features, { edge, sockets, protocolRouter }: Servers, { add }: Shutdown): void {
  add('recordings', () => features.recordings.close())
  add('library', () => features.library.close())
  add('playout', () => features.playout.settled())
  add('notifications', () => features.notifications.close())
  add('polls', () => features.polls.close())
  add('announcements', () => features.announcements.close())
  add('broadcasts', () => features.broadcasts.close())
  add('http', () => edge.close())
  add('first bytes', () => protocolRouter.close())
  add('requests', () => edge.idle())
  add('transfers', () => features.recordings.cut())
  add('uploads', async () => features.library.cut())
  add('sockets', () => sockets.close(() => true, SERVER_RESTARTING, 'The station is restarting'))
  add('realtime', () => features.realtime.close())
  add('encoders', async () => features.encoders.close())
  add('stream', () => features.stream.stream.close())
}
