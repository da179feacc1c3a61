import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { Logger } from 'pino'
import { type Attempts, createAttempts } from '../attempts.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { claimDatabase } from '../db/claim.ts'
import { connect, type Database, type DatabaseSettings } from '../db/connect.ts'
import { createIdempotencyStore } from '../db/idempotency.ts'
import { readInstanceKey } from '../db/instance-key.ts'
import { lockFolder } from '../db/lock.ts'
import { migrate } from '../db/migrate.ts'
import { requireFinished } from '../db/swap.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'
import { type Bus, createLocalBus } from '../realtime/bus.ts'
import { createRedisAttempts } from '../realtime/redis-attempts.ts'
import { createRedisBus, type RedisBus } from '../realtime/redis-bus.ts'
import type { Shutdown } from '../shutdown.ts'
import type { StationOptions } from './options.ts'

/** What all features stand on. */
export type Base = {
  config: Config
  clock: Clock
  /** Monotonic milliseconds. */
  now(): number
  logger: Logger
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
  isClosing(): boolean
  database: Database
  mailer: Mailer
  bus: Bus
  /** The bus of several instances; null: this one is alone. */
  redis: RedisBus | null
  /** What only instances of this station know. */
  key: string
  /** The station's name among others; it does not give the key away. */
  station: string
  attempts: Attempts
  idempotency: ReturnType<typeof createIdempotencyStore>
}

/** Takes the folder and the database, and opens what leads out of the station. What it opened, `shutdown` closes. */
export async function openBase(
  config: Config,
  { logger, clock = systemClock, onFatal }: StationOptions,
  shutdown: Shutdown,
): Promise<Base> {
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  takeFolder(config.dataDir, clock, shutdown)
  await takeDatabase(config, onError, shutdown)
  const database = await openDatabase({ ...config, onError, onLost: onFatal ?? onError }, logger, shutdown)
  const mailer = createMailer({ settings: config, clock, log: logger })
  shutdown.add('mail', () => mailer.close())
  const key = await readInstanceKey(database.tables())
  const station = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const redis = config.redisUrl ? createRedisBus(config.redisUrl, logger, station) : null
  const bus = redis ?? createLocalBus()
  shutdown.add('bus', () => bus.close())
  const local = createAttempts(clock)
  return {
    config,
    clock,
    now: () => performance.now(),
    logger,
    onError,
    isClosing: () => shutdown.isClosing,
    database,
    mailer,
    bus,
    redis,
    key,
    station,
    attempts: redis ? createRedisAttempts(redis, { station, local }) : local,
    idempotency: createIdempotencyStore(database.tables(), clock),
  }
}

/** Throws FolderTaken where another process has it. */
function takeFolder(dataDir: string, clock: Clock, shutdown: Shutdown): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir, new Date(clock.now()))
  shutdown.add('lock', () => lock.release())
  requireFinished(dataDir)
}

/** Throws InstanceRefused where another station has it. The embedded one is taken with its folder. */
async function takeDatabase(
  { databaseUrl, redisUrl }: Config,
  onError: Base['onError'],
  shutdown: Shutdown,
): Promise<void> {
  if (!databaseUrl) return
  const claim = await claimDatabase({ databaseUrl, isShared: redisUrl !== null, onError })
  shutdown.add('claim', () => claim.release())
}

/** Throws DatabaseRefused and MigrationRefused. */
async function openDatabase(
  settings: DatabaseSettings,
  logger: Logger,
  shutdown: Shutdown,
): Promise<Database> {
  const database = await connect(settings)
  shutdown.add('database', () => database.close())
  const applied = await migrate(database)
  if (applied.length > 0) logger.debug({ applied }, 'database migrated')
  return database
}
