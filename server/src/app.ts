import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SOURCE_CLOSE } from '@carillon/contract/stream'
import type { Logger } from 'pino'
import { keepAirInStep } from './air-in-step.ts'
import { createAttempts } from './attempts.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { recordActivity } from './db/activities.ts'
import { claimDatabase } from './db/claim.ts'
import { connect } from './db/connect.ts'
import { answerDumpRequests } from './db/dump-requests.ts'
import { startDumps } from './db/dumps.ts'
import { databaseFault } from './db/failures.ts'
import { createIdempotencyStore } from './db/idempotency.ts'
import { readInstanceKey } from './db/instance-key.ts'
import { lockFolder } from './db/lock.ts'
import { knownSteps, migrate, newestApplied } from './db/migrate.ts'
import { findShow, recordShowEvent } from './db/shows.ts'
import { CallerLeft } from './db/wanted.ts'
import { type EndedSessions, hasEnded, readEndedSessions } from './ended-sessions.ts'
import { watchExpiry } from './expired-sessions.ts'
import { createAnalytics } from './features/analytics/create-analytics.ts'
import { createAnnouncements } from './features/announcements/create-announcements.ts'
import { createAuth } from './features/auth/create-auth.ts'
import type { Credentials } from './features/auth/first-admin.ts'
import { createBroadcasts } from './features/broadcasts/create-broadcasts.ts'
import { createBroadcastTopics } from './features/broadcasts/topics.ts'
import { createChat } from './features/chat/create-chat.ts'
import { createNotifications } from './features/notifications/create-notifications.ts'
import type { Alarm } from './features/notifications/other-news.ts'
import { pushSubjectOf } from './features/notifications/push/push-subject.ts'
import { createPolls } from './features/polls/create-polls.ts'
import { createRecordings } from './features/recordings/create-recordings.ts'
import { createSongRequests } from './features/song-requests/create-song-requests.ts'
import { createStream } from './features/stream/create-stream.ts'
import { createEncoders } from './features/stream/encoder/create-encoders.ts'
import { listenersUrlOf } from './features/stream/icecast/address.ts'
import { readRunningSince, writeRunningSince } from './features/stream/instances/media-service.ts'
import type { Bid } from './features/stream/instances/ports.ts'
import { createStreamTopics } from './features/stream/topics.ts'
import { AppError } from './http/app-error.ts'
import { trustOf } from './http/client-address.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitAddresses } from './http/connections.ts'
import { type Diversion, divertConnections } from './http/diversions.ts'
import { docsRoutes } from './http/docs.ts'
import { createEdge } from './http/edge.ts'
import type { RawRoute, Route } from './http/route.ts'
import type { Session } from './http/session.ts'
import { acceptUpgrades, SESSION_REVOKED, type Upgrade } from './http/upgrade.ts'
import { instanceUrl } from './instance-url.ts'
import { createMailer } from './mail/mailer.ts'
import { createOperations } from './operations/create-operations.ts'
import { createLocalBus } from './realtime/bus.ts'
import { createRealtime } from './realtime/create-realtime.ts'
import { createRedisAttempts } from './realtime/redis-attempts.ts'
import { createRedisBus } from './realtime/redis-bus.ts'
import { createRedisLeases } from './realtime/redis-leases.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

/** A station that answers. */
export type Station = {
  port: number
  /** Everything that can be called, for a test to hold against the table of permissions. */
  routes: readonly Route[]
  rawRoutes: readonly RawRoute[]
  upgrades: readonly Upgrade[]
  diversions: readonly Diversion[]
  /** Connections that have joined a broadcast. */
  presence(broadcastId: number): number
  /** Made up on an empty database without ADMIN_EMAIL: to be shown once. */
  firstAdmin: Credentials | null
  /** Refuses what is new, finishes what runs, closes sockets with 1012, lets go of the folder. Idempotent. */
  close(): Promise<void>
}

/** What a station needs beside its settings. */
export type StationOptions = {
  logger: Logger
  clock?: Clock
  /** Something without which there is no station is gone: the process is to end and be started again. */
  onFatal?: (error: Error) => void
  /** For tests alone: push services may be anywhere, also on this machine and without TLS. */
  isPushOpen?: boolean
  /** For tests alone, which wait for less. */
  limits?: ConnectionLimits
}

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist')
const FORGET_EVERY_MS = 60 * 60_000
const SERVER_RESTARTING = SOURCE_CLOSE.SERVER_RESTARTING

/** The composition root: everything that is shared is made here, and features meet only here. */
export async function startStation(config: Config, options: StationOptions): Promise<Station> {
  const shutdown = createShutdown(options.logger)
  try {
    return await compose(config, options, shutdown)
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function compose(
  config: Config,
  { logger, clock = systemClock, onFatal, isPushOpen = false, limits = CONNECTION_LIMITS }: StationOptions,
  shutdown: Shutdown,
): Promise<Station> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(config.dataDir, new Date(clock.now()))
  shutdown.add('lock', () => lock.release())
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  const { databaseUrl } = config
  if (databaseUrl) {
    const claim = await claimDatabase({ databaseUrl, isShared: config.redisUrl !== null, onError })
    shutdown.add('claim', () => claim.release())
  }
  const database = await connect({ ...config, onError, onLost: onFatal ?? onError })
  shutdown.add('database', () => database.close())
  const applied = await migrate(database)
  if (applied.length > 0) logger.debug({ applied }, 'database migrated')

  const now = () => new Date(clock.now())
  /** Takes people off the sockets and private streams of this instance. */
  const endSessionsHere = (isMeant: (session: Session) => boolean, reason: string) => {
    stream.stream.endSessions(isMeant)
    realtime.endSessions(isMeant, reason)
    sockets.close((session) => session !== null && isMeant(session), SESSION_REVOKED, reason).catch(onError)
  }
  const endHere = (ended: EndedSessions) =>
    endSessionsHere((session) => hasEnded(ended, session), ended.reason)
  const endSessions = (ended: EndedSessions) => {
    endHere(ended)
    bus.send('sessions-ended', ended)
    if (ended.userId !== undefined) encoders.withdrawOf(ended.userId).catch(onError)
  }
  const mailer = createMailer({ settings: config, clock, log: logger })
  shutdown.add('mail', () => mailer.close())
  const deliver = () => notifications.deliver()
  const redis = config.redisUrl ? createRedisBus(config.redisUrl, logger) : null
  const bus = redis ?? createLocalBus()
  shutdown.add('bus', () => bus.close())
  const key = await readInstanceKey(database.tables())
  const station = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const local = createAttempts(clock)
  const attempts = redis ? createRedisAttempts(redis, { station, local }) : local
  const auth = createAuth({
    db: database.tables(),
    clock,
    attempts,
    timeZone: config.timeZone,
    stationName: config.stationName,
    postMail: mailer.post,
    publicUrl: config.publicUrl,
    events: {
      onSessionEnded: (sessionId) => endSessions({ sessionId, reason: 'Signed out' }),
      onSessionsEnded: (userId) => endSessions({ userId, reason: 'Session revoked' }),
      onOtherSessionsEnded: (userId, keptId) => endSessions({ userId, keptId, reason: 'Password changed' }),
      onRoleChanged: (userId) => endSessions({ userId, reason: 'Role changed' }),
    },
    tellRegistered: (trx, registered) => notifications.tellRegistered(trx, registered),
    onRegistered: deliver,
    log: logger,
  })
  const origins = { publicUrl: config.publicUrl, allowedOrigins: config.allowedOrigins }
  bus.on('sessions-ended', (letter) => {
    const ended = readEndedSessions(letter)
    if (ended) endHere(ended)
  })
  const realtime = createRealtime({
    message: (call) => chat.receive(call),
    authenticate: auth.authenticate,
    translate,
    origins,
    bus,
    log: logger,
    now: () => performance.now(),
  })
  const { broker } = realtime
  const notifications = createNotifications({
    db: database.tables(),
    clock,
    timeZone: config.timeZone,
    connected: broker,
    relay: bus,
    pushSubject: pushSubjectOf(config),
    isPushOpen,
    log: logger,
    onError,
  })
  const idempotency = createIdempotencyStore(database.tables(), clock)
  const chat = createChat({
    db: database.tables(),
    clock,
    timeZone: config.timeZone,
    publish: broker.publish,
    idempotency,
    log: logger,
  })
  const songRequests = createSongRequests({
    db: database.tables(),
    clock,
    publish: broker.publish,
    publishToUser: broker.publishToUser,
    tellAnswered: (trx, request) => notifications.tellAnswered(trx, request),
    onAnswered: deliver,
  })
  const polls = createPolls({
    db: database.tables(),
    clock,
    publish: broker.publish,
    relay: bus,
    now: () => performance.now(),
    onError,
  })
  /** Nobody on the air waits until those who can do something about it are told. */
  const alarm = (what: Alarm, id: number) => {
    const tell = async () => {
      const show = await findShow(database.tables(), id)
      if (show) await notifications.alert(what, show)
    }
    tell().catch(onError)
  }
  const instance = randomUUID()
  let ownUrl = config.instanceUrl
  const leases = redis && createRedisLeases<Bid>(redis, station)
  const stream = createStream({
    settings: config,
    ...(redis && {
      async keepRunningSince(since: Date | null) {
        await writeRunningSince(database.tables(), since)
        inStep?.tell()
      },
    }),
    instances: leases && { id: instance, url: () => ownUrl, key, leases },
    clock,
    now: () => performance.now(),
    log: logger,
    findOnAir: () => broadcasts.findOnAir(),
    findBroadcast: (id) => broadcasts.findSourceBroadcast(id),
    endBroadcast: (id) => broadcasts.endAsSourceLost(id),
    savePeak: (id, peak) => broadcasts.savePeak(id, peak),
    saveSample: (sample) => analytics.saveSample(sample),
    recordSource: (event) => analytics.recordSource(event),
    onStatus: createStreamTopics(broker.publishHere),
    onSilence: (event) => {
      recordShowEvent(database.tables(), event).catch(onError)
      if (event.type === 'DEAD_AIR') alarm('dead air', event.broadcastId)
    },
    onRecorded: () => void recordings.work(),
    onRecordingFailed: (id) => alarm('recording stopped', id),
    recordFeed: ({ isHeld, broadcastId, userId }) => {
      const activityType = isHeld ? 'STREAM_STOP' : 'STREAM_START'
      const description = `Feed of broadcast ${broadcastId} ${isHeld ? 'held' : 'opened'}`
      recordActivity(database.tables(), { activityType, description, userId }, now()).catch(onError)
    },
  })
  let unreadyRecordings = 0
  const encoders = createEncoders({
    db: database.tables(),
    clock,
    now: () => performance.now(),
    log: logger,
    stream: stream.stream,
    encoderAddress: config.encoderAddress,
    publicUrl: config.publicUrl,
    findBroadcast: (id) => broadcasts.findSourceBroadcast(id),
    findPerson: auth.findPerson,
    relay: bus,
    isClosing: () => shutdown.isClosing,
    translate,
  })
  const recordings = createRecordings({
    db: database.tables(),
    clock,
    dataDir: config.dataDir,
    recordingDays: config.recordingDays,
    publicUrl: config.publicUrl,
    instances: redis && { url: () => ownUrl, key },
    isRecording: (id) => stream.stream.isRecording(id),
    onChanged: (id) => void broadcasts.tellUpdated(id).catch(onError),
    onFailure: (id, err) => {
      logger.error({ err, broadcastId: id }, 'a recording could not be made ready')
      unreadyRecordings++
      alarm('recording not ready', id)
    },
    onError,
  })
  const topics = createBroadcastTopics({
    publish: broker.publish,
    publicUrl: config.publicUrl,
    timeZone: config.timeZone,
    stream: stream.stream,
  })
  const broadcasts = createBroadcasts({
    db: database.tables(),
    clock,
    timeZone: config.timeZone,
    stationName: config.stationName,
    stream: stream.stream,
    events: {
      ...topics,
      onEnded(broadcast) {
        topics.onEnded(broadcast)
        void polls.onBroadcastEnded(broadcast.id)
      },
    },
    news: {
      tell: (trx, happening, broadcast) => notifications.tellBroadcast(trx, happening, broadcast),
      deliver,
    },
    publicUrl: config.publicUrl,
    onMoved: () => inStep?.tell(),
    onError,
  })
  const analytics = createAnalytics({
    db: database.tables(),
    canCancel: database.kind === 'postgres',
    clock,
    timeZone: config.timeZone,
    instance,
    stream: stream.stream,
    describe: (ids, asked) => broadcasts.describe(ids, asked),
  })
  const announcements = createAnnouncements({
    db: database.tables(),
    clock,
    timeZone: config.timeZone,
    dataDir: config.dataDir,
    publish: broker.publish,
    notify: notifications.notify,
    deliverNotices: deliver,
    now: () => performance.now(),
    onError,
  })
  const forget = () => Promise.all([auth.forgetExpired(), idempotency.forgetOld()]).catch(onError)
  const forgetting = setInterval(forget, FORGET_EVERY_MS)
  shutdown.add('housekeeping', () => clearInterval(forgetting))
  const { endedAmong } = auth
  const { sessionIds } = realtime
  const { findOnAir, inTurn } = broadcasts
  const inStep =
    redis &&
    keepAirInStep({
      bus,
      inTurn,
      async findOnAir() {
        stream.stream.heedRadio(await readRunningSince(database.tables()))
        return findOnAir()
      },
      stream: stream.stream,
      onError,
    })
  shutdown.add('in step', () => inStep?.stop())
  const expiry = {
    hasOthers: redis !== null,
    sessionIds,
    sourceUserIds: () => stream.stream.sourceUserIds,
    endedAmong,
    findOnAir,
    findPerson: auth.findPerson,
    endSessions: redis ? endSessionsHere : realtime.endSessions,
    onError,
  }
  shutdown.add('expiry', watchExpiry(expiry))
  const { dump } = database
  if (dump) {
    const { dataDir } = config
    shutdown.add('dumps', startDumps({ dump, dataDir, clock, onError }))
    shutdown.add('dump requests', answerDumpRequests({ dump, dataDir, onError }))
  }

  const firstAdmin = await auth.ensureFirstAdmin(config.admin)
  const isClosing = () => shutdown.isClosing
  const trust = trustOf(config.trustProxy)
  const shared = { authenticate: auth.authenticate, translate, origins, trust, logger, isClosing }
  const operations = createOperations({
    metricsToken: config.metricsToken,
    isClosing,
    askSchema: () => newestApplied(database),
    knownSchema: (await knownSteps()).at(-1) ?? null,
    now: () => performance.now(),
    gather: () => ({
      stream: stream.stream.figures(),
      realtime: realtime.figures(),
      sockets: sockets.countByPath(),
      database: database.pool(),
      isRedisUp: isUp(bus.isAway()),
      isIcecastUp: config.icecast ? stream.stream.health().icecastServer === 'UP' : null,
      chatMessages: chat.messageCount(),
      unreadyRecordings,
    }),
  })
  const routes = [
    ...auth.routes,
    ...broadcasts.routes,
    ...chat.routes,
    ...songRequests.routes,
    ...polls.routes,
    ...stream.routes,
    ...encoders.routes,
    ...recordings.routes,
    ...analytics.routes,
    ...notifications.routes,
    ...announcements.routes,
  ]
  const answering = [
    ...stream.rawRoutes,
    ...encoders.rawRoutes,
    ...recordings.rawRoutes,
    ...broadcasts.rawRoutes,
    ...chat.rawRoutes,
    ...announcements.rawRoutes,
    ...realtime.rawRoutes,
    ...operations.rawRoutes,
  ]
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const rawRoutes = [...answering, ...docsRoutes({ endpoints, rawRoutes: answering }, config.stationName)]
  const upgrades = [...stream.upgrades, ...polls.upgrades, ...realtime.upgrades]
  const edge = await createEdge({
    ...shared,
    routes,
    rawRoutes,
    webFolder: WEB_FOLDER,
    stationName: config.stationName,
    soundOrigins: soundOriginsOf(config),
    idempotency,
    limits,
    onReply: operations.onReply,
  })
  const sockets = acceptUpgrades(edge.server, { ...shared, upgrades })
  const diverting = divertConnections(edge.server, encoders.diversions)
  limitAddresses(edge.server, limits, trust)
  shutdown.add('recordings', () => recordings.close())
  shutdown.add('notifications', () => notifications.close())
  shutdown.add('polls', () => polls.close())
  shutdown.add('announcements', () => announcements.close())
  shutdown.add('broadcasts', () => broadcasts.close())
  shutdown.add('http', () => edge.close())
  shutdown.add('first bytes', () => diverting.close())
  shutdown.add('requests', () => edge.idle())
  shutdown.add('transfers', () => recordings.cut())
  shutdown.add('sockets', () => sockets.close(() => true, SERVER_RESTARTING, 'The station is restarting'))
  shutdown.add('realtime', () => realtime.close())
  shutdown.add('stream', () => stream.stream.close())
  await polls.restore()
  await stream.stream.restore()
  broadcasts.start()
  await notifications.start()
  await announcements.start()
  recordings.start()
  await edge.listen({ port: config.port, host: config.host })
  const { port } = edge.server.address() as AddressInfo
  ownUrl ??= instanceUrl(config.host, port)
  const { presence } = realtime
  const { diversions } = encoders
  return { port, routes, rawRoutes, upgrades, diversions, presence, firstAdmin, close: shutdown.run }
}

/** Null stays null: there is nothing that could be away. */
function isUp(isAway: boolean | null): boolean | null {
  return isAway === null ? null : !isAway
}

/** The page may have come from another of the station's addresses than the one its sound has. */
function soundOriginsOf({ publicUrl, icecast }: Config): string[] {
  return [...(publicUrl ? [publicUrl] : []), ...(icecast ? [new URL(listenersUrlOf(icecast)).origin] : [])]
}

/** What the database's failures mean to a caller. */
function translate(error: unknown): AppError | null {
  if (error instanceof CallerLeft) return new AppError('CALLER_LEFT')
  const fault = databaseFault(error)
  if (fault === 'AWAY') return new AppError('DATABASE_AWAY')
  return fault === 'UNSTORABLE' ? new AppError('INVALID_INPUT') : null
}
