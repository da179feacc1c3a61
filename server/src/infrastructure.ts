import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Bus, createLocalBus } from './cluster/bus.ts'
import { createRedisBus, type RedisBus } from './cluster/redis-bus.ts'
import { createRedisLimiter } from './cluster/redis-limiter.ts'
import type { Config } from './config.ts'
import { claimDatabase } from './db/claim.ts'
import { connect, type Database, type DatabaseSettings, tableNames } from './db/connect.ts'
import { createIdempotencyStore } from './db/idempotency.ts'
import { readInstanceKey } from './db/instance-key.ts'
import { CALL_LIMITS } from './db/limited-pool.ts'
import { lockFolder } from './db/lock.ts'
import { migrate } from './db/migrate.ts'
import { requireFinished } from './db/swap.ts'
import { TableChanges } from './db/table-changes.ts'
import { PASSWORD_COST, type PasswordCost } from './features/auth/password.ts'
import type { ConnectionLimits } from './http/connections.ts'
import { createWritePace, type PaceWrite } from './http/write-pace.ts'
import { MAX_WRITES_AT_ONCE } from './http/writes-at-once.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { RateLimiter } from './kernel/rate-limiter.ts'
import type { Shutdown } from './kernel/shutdown.ts'
import { createSlidingWindowLimiter } from './kernel/sliding-window-limiter.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { DamagedRows } from './operations/damaged-rows.ts'

/** Options of a station beside its settings. */
export type StationOptions = {
  logger: Logger
  clock?: Clock
  /** Something without which there is no station is gone: the process is to end and be started again. */
  onFatal?: (error: Error) => void
  /** For tests alone: push services may be anywhere, also on this machine and without TLS. */
  isPushOpen?: boolean
  /** For tests alone, which wait for less. */
  limits?: ConnectionLimits
  /** For tests alone, whose people write more often than people do, by this factor. */
  writeFactor?: number
  /** For tests alone, which prove nothing of their people's passwords. */
  passwordCost?: PasswordCost
}

/** Infrastructure below all features. */
export type Infrastructure = {
  config: Config
  clock: Clock
  /** Monotonic milliseconds. */
  now(): number
  logger: Logger
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
  isClosing(): boolean
  database: Database
  /** Which tables change, here and on other instances. */
  changes: TableChanges
  mailer: Mailer
  bus: Bus
  /** The bus of several instances; null: this one is alone. */
  redis: RedisBus | null
  /** Secret shared by the instances of this station. */
  key: string
  /** The station's name among others; it does not give the key away. */
  station: string
  limiter: RateLimiter
  passwordCost: PasswordCost
  paceWrite: PaceWrite
  /** Writes of one person at work at once. */
  writesAtOnce: number
  /** Stored rows that cannot be shown. */
  damaged: DamagedRows
  idempotency: ReturnType<typeof createIdempotencyStore>
}

/** Takes the folder and the database, and opens what leads out of the station. What it opened, `shutdown` closes. */
export async function openInfrastructure(
  config: Config,
  { logger, clock = systemClock, onFatal, writeFactor = 1, passwordCost = PASSWORD_COST }: StationOptions,
  shutdown: Shutdown,
): Promise<Infrastructure> {
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  takeFolder(config.dataDir, clock, shutdown)
  for (const name of PRIVATE_FOLDERS) closeToOthers(join(config.dataDir, name), onError)
  await takeDatabase(config, onError, shutdown)
  const changes = new TableChanges()
  const settings = { ...config, changes, onError, onLost: onFatal ?? onError }
  const database = await openDatabase(settings, logger, shutdown)
  changes.know(await tableNames(database))
  const mailer = createMailer({ settings: config, clock, log: logger })
  shutdown.add('mail', () => mailer.close())
  const key = await readInstanceKey(database.tables())
  const station = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const redis = config.redisUrl ? createRedisBus(config.redisUrl, logger, { station, key }) : null
  const bus = redis ?? createLocalBus()
  shutdown.add('bus', () => bus.close())
  shareChanges(changes, bus)
  const local = createSlidingWindowLimiter(clock)
  const limiter = redis ? createRedisLimiter(redis, { station, local }) : local
  return {
    config,
    clock,
    now: () => performance.now(),
    logger,
    onError,
    isClosing: () => shutdown.isClosing,
    database,
    changes,
    mailer,
    bus,
    redis,
    key,
    station,
    limiter,
    passwordCost,
    paceWrite: createWritePace(limiter, writeFactor),
    writesAtOnce: MAX_WRITES_AT_ONCE * writeFactor,
    damaged: new DamagedRows(logger),
    idempotency: createIdempotencyStore(database.tables(), clock),
  }
}

function shareChanges(changes: TableChanges, bus: Bus): void {
  changes.onChange((tables) => bus.send('tables-changed', { tables: [...tables] }))
  bus.on('tables-changed', ({ tables }) => changes.receive(tables))
}

/** Folders for the station alone. An older station made them readable, and so may anyone who restores files. */
const PRIVATE_FOLDERS = ['embedded', 'dumps', 'recordings', 'library', 'outbox']
const OTHERS = 0o077

/** One that is not ours to change is reported, and used as it is. */
function closeToOthers(folder: string, onError: Infrastructure['onError']): void {
  try {
    const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
    if (mode & OTHERS) chmodSync(folder, mode & ~OTHERS)
  } catch (error) {
    onError(error)
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
  onError: Infrastructure['onError'],
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
  if (settings.databaseUrl) await migrateUnlimited(settings, logger)
  const database = await connect({ ...settings, limits: CALL_LIMITS })
  shutdown.add('database', () => database.close())
  if (!settings.databaseUrl) await migrateAndLog(database, logger)
  return database
}

/** A step may take any time on what years have left; the calls that follow may not. */
async function migrateUnlimited(settings: DatabaseSettings, logger: Logger): Promise<void> {
  const database = await connect(settings)
  try {
    await migrateAndLog(database, logger)
  } finally {
    await database.close()
  }
}

async function migrateAndLog(database: Database, logger: Logger): Promise<void> {
  const applied = await migrate(database)
  if (applied.length > 0) logger.debug({ applied }, 'database migrated')
}
