import { keepAirInStep } from '../cluster/sync-on-air.ts'
import { answerDumpRequests } from '../db/dump-requests.ts'
import { startDumps } from '../db/dumps.ts'
import { startVacuums } from '../db/vacuum.ts'
import { watchExpiry } from '../features/auth/expire-sessions.ts'
import { readRunningSince } from '../features/stream/cluster/media-service.ts'
import type { Shutdown } from '../kernel/shutdown.ts'
import type { Base } from './base.ts'
import type { Features } from './features.ts'

export const FORGET_EVERY_MS = 60 * 60_000

/** Begins what goes on by the clock, beside all that people do. `shutdown` ends it. */
export function keepHouse(base: Base, features: Features, shutdown: Shutdown): void {
  shutdown.add('housekeeping', forgetWhatRanOut(base, features))
  shutdown.add('in step', followOtherInstances(base, features))
  shutdown.add('expiry', endWhatRanOut(base, features))
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

function forgetWhatRanOut({ idempotency, onError }: Base, { auth }: Features): Stop {
  const forget = () => Promise.all([auth.forgetExpired(), idempotency.forgetOld()]).catch(onError)
  const timer = setInterval(forget, FORGET_EVERY_MS)
  return () => clearInterval(timer)
}

function followOtherInstances({ redis, bus, database, onError }: Base, features: Features): Stop {
  if (!redis) return () => undefined
  const { runExclusive, findOnAir } = features.broadcasts
  const { stream } = features.stream
  return keepAirInStep({
    bus,
    runExclusive,
    async findOnAir() {
      stream.radio.follow(await readRunningSince(database.tables()))
      return findOnAir()
    },
    stream,
    onError,
  })
}

function endWhatRanOut({ redis, onError }: Base, features: Features): Stop {
  const { auth, realtime, broadcasts, stream, encoders, endSessionsHere } = features
  return watchExpiry({
    hasOthers: redis !== null,
    sessionIds: realtime.sessionIds,
    sourcePeople: () => stream.stream.registry.sourcePeople,
    closeWithdrawn: encoders.closeWithdrawn,
    endedAmong: auth.endedAmong,
    findOnAir: broadcasts.findOnAir,
    findPerson: auth.findPerson,
    endSessions: redis ? endSessionsHere : realtime.endSessions,
    onError,
  })
}
