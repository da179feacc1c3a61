import type { Logger } from 'pino'
import type { ConnectionLimits } from '../http/connections.ts'
import type { Clock } from '../kernel/clock.ts'

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
  /** For tests alone, whose people write so many times as often as people do. */
  writeFactor?: number
}
