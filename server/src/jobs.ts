import { HOUR_MS } from '@carillon/contract/durations'
import { syncOnAir } from './cluster/sync-on-air.ts'
import { answerDumpRequests } from './db/dump-requests.ts'
import { startDumps } from './db/dumps.ts'
import { startVacuums } from './db/vacuum.ts'
import { watchExpiry } from './features/auth/expire-sessions.ts'
import { readRunningSince } from './features/stream/cluster/media-service.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Shutdown } from './kernel/shutdown.ts'
import type { Features, Wiring } from './wiring.ts'

export const FORGET_EVERY_MS = HOUR_MS

/** Starts what runs by the clock. `shutdown` ends it. */
export function startJobs(
  base: Infrastructure,
  features: Features,
  wiring: Wiring,
  shutdown: Shutdown,
): void {
  shutdown.add('housekeeping', forgetExpired(base, features))
  shutdown.add('in step', followInstances(base, features))
  shutdown.add('expiry', endExpiredSessions(base, features, wiring))
  const { config, clock, onError } = base
  const { dump } = base.database
  if (!dump) return
  const onDumpFailed = (error: unknown) => {
    onError(error)
    features.notifications.alertOfDumps().catch(onError)
  }
  shutdown.add('vacuums', startVacuums(base.database.tables(), onError))
  shutdown.add('dumps', startDumps({ dump, dataDir: config.dataDir, clock, onError: onDumpFailed }))
  shutdown.add('dump requests', answerDumpRequests({ dump, dataDir: config.dataDir, onError }))
}

/** Each of these gives what stops it. */
type Stop = () => void

function forgetExpired(
  { idempotency, onError }: Infrastructure,
  { auth, chat, library, staffLine }: Features,
): Stop {
  const forget = () =>
    Promise.all([
      auth.forgetExpired(),
      chat.forgetExpired(),
      idempotency.forgetOld(),
      staffLine.forgetOld(),
      library.removeLeftovers(),
    ]).catch(onError)
  const timer = setInterval(forget, FORGET_EVERY_MS)
  return () => clearInterval(timer)
}

function followInstances({ redis, bus, database, onError }: Infrastructure, features: Features): Stop {
  if (!redis) return () => undefined
  const { runExclusive, findOnAir } = features.broadcasts
  const { stream } = features.stream
  return syncOnAir({
    bus,
    runExclusive,
    async findOnAir() {
      stream.radio.follow(await readRunningSince(database.tables()))
      await features.playout.follow()
      return findOnAir()
    },
    stream,
    onError,
  })
}

function endExpiredSessions({ redis, onError }: Infrastructure, features: Features, wiring: Wiring): Stop {
  const { auth, realtime, broadcasts, stream, encoders } = features
  return watchExpiry({
    hasOthers: redis !== null,
    connected: realtime.connected,
    sourcePeople: () => stream.stream.registry.sourcePeople,
    closeWithdrawn: encoders.closeWithdrawn,
    findStandings: auth.findStandings,
    findOnAir: broadcasts.findOnAir,
    endSessions: redis ? wiring.endSessionsHere : realtime.endSessions,
    onError,
  })
}
