import { knownSteps, newestApplied } from './db/migrate.ts'
import type { Sockets } from './http/open-sockets.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createOperations } from './operations/create-operations.ts'
import type { Features, Wiring } from './wiring.ts'

/** Probes and metrics: collected from all parts of the station when they are asked for. */
export async function createMonitoring(
  base: Infrastructure,
  features: Features,
  { countUnready }: Wiring,
  socketsByPath: Sockets['countByPath'],
) {
  const { config, database, bus, redis, now, isClosing } = base
  const { stream, playout, realtime, chat, notifications, recordings, library } = features
  return createOperations({
    metricsToken: config.metricsToken,
    isClosing,
    askSchema: () => newestApplied(database),
    knownSchema: (await knownSteps()).at(-1) ?? null,
    now,
    gather: () => ({
      stream: stream.stream.metrics(),
      playout: playout.metrics(),
      realtime: realtime.metrics(),
      sockets: socketsByPath(),
      database: database.pool(),
      failedDumps: database.failedDumps(),
      isRedisUp: isUp(bus.isAway()),
      redisRefused: redis?.refused() ?? {},
      isIcecastUp: config.icecast ? stream.stream.health().icecastServer === 'UP' : null,
      chatMessages: chat.messageCount(),
      pushes: notifications.pushMetrics(),
      unreadyRecordings: countUnready(),
      copies: recordings.copies(),
      missingLibraryFiles: library.missing(),
      damagedRows: base.damaged.count,
    }),
  })
}

/** Null stays null: there is nothing that could be away. */
function isUp(isAway: boolean | null): boolean | null {
  return isAway === null ? null : !isAway
}
