import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import { startDumps } from './db/dumps.ts'
import { databaseFault } from './db/failures.ts'
import { createIdempotencyStore } from './db/idempotency.ts'
import { lockFolder } from './db/lock.ts'
import { migrate } from './db/migrate.ts'
import { createAuth } from './features/auth/create-auth.ts'
import type { Credentials } from './features/auth/first-admin.ts'
import { AppError } from './http/app-error.ts'
import { createEdge } from './http/edge.ts'
import { acceptUpgrades, type Sockets } from './http/upgrade.ts'
import { createShutdown } from './shutdown.ts'

/** A station that answers. */
export type Station = {
  port: number
  /** Made up on an empty database without ADMIN_EMAIL: to be shown once. */
  firstAdmin: Credentials | null
  /** Refuses what is new, finishes what runs, closes sockets with 1012, lets go of the folder. Idempotent. */
  close(): Promise<void>
}

export type StationOptions = { logger: Logger; clock?: Clock }

const FORGET_EVERY_MS = 60 * 60_000
const SESSION_REVOKED = 4001

/** The composition root: everything that is shared is made here, and features meet only here. */
export async function startStation(
  config: Config,
  { logger, clock = systemClock }: StationOptions,
): Promise<Station> {
  const shutdown = createShutdown(logger)
  try {
    return await compose(config, logger, clock, shutdown)
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function compose(
  config: Config,
  logger: Logger,
  clock: Clock,
  shutdown: ReturnType<typeof createShutdown>,
): Promise<Station> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(config.dataDir, new Date(clock.now()))
  shutdown.add('lock', () => lock.release())
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  const database = await connect({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, onError })
  shutdown.add('database', () => database.close())
  const applied = await migrate(database)
  if (applied.length > 0) logger.info({ applied }, 'database migrated')

  let sockets: Sockets | null = null
  const auth = createAuth({
    db: database.tables(),
    clock,
    timeZone: config.timeZone,
    events: {
      onSessionEnded: (id) => sockets?.close((session) => session?.id === id, SESSION_REVOKED, 'Signed out'),
      onSessionsEnded: (userId) =>
        sockets?.close((session) => session?.person.id === userId, SESSION_REVOKED, 'Session revoked'),
      onRoleChanged: (userId) =>
        sockets?.close((session) => session?.person.id === userId, SESSION_REVOKED, 'Role changed'),
    },
  })
  const firstAdmin = await auth.ensureFirstAdmin(config.admin)
  const idempotency = createIdempotencyStore(database.tables(), clock)
  const forget = () => Promise.all([auth.forgetExpired(), idempotency.forgetOld()]).catch(onError)
  const forgetting = setInterval(forget, FORGET_EVERY_MS)
  shutdown.add('housekeeping', () => clearInterval(forgetting))
  const { dump } = database
  if (dump) shutdown.add('dumps', startDumps({ dump, dataDir: config.dataDir, clock, onError }))

  const origins = { publicUrl: config.publicUrl, allowedOrigins: config.allowedOrigins }
  const shared = {
    authenticate: auth.authenticate,
    translate,
    origins,
    logger,
    isClosing: () => shutdown.isClosing,
  }
  const edge = await createEdge({
    ...shared,
    routes: [...auth.routes],
    rawRoutes: [],
    idempotency,
    trustProxy: config.trustProxy,
  })
  sockets = acceptUpgrades(edge.server, { ...shared, upgrades: [] })
  shutdown.add('http', () => edge.close())
  shutdown.add('requests', () => edge.idle())
  shutdown.add('sockets', () => sockets?.close(() => true, 1012, 'The station is restarting'))
  await edge.listen({ port: config.port, host: config.host })
  const { port } = edge.server.address() as AddressInfo
  return { port, firstAdmin, close: shutdown.run }
}

/** What the database's failures mean to a caller. */
function translate(error: unknown): AppError | null {
  const fault = databaseFault(error)
  if (fault === 'AWAY') return new AppError('DATABASE_AWAY')
  return fault === 'UNSTORABLE' ? new AppError('INVALID_INPUT') : null
}
