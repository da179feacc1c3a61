import type { OnAir } from '@carillon/contract/plays/now-playing'
import { RECOVERING_AFTER_MS, STATUS_INTERVAL_MS, type StreamHealth } from '@carillon/contract/stream/schemas'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'

export const HEALTH_POLL_MS = 15_000
/** No push for this long: none gets through, as they come every 15 s. */
export const PUSH_SILENCE_MS = STATUS_INTERVAL_MS + 5_000
/** The 'recovering' indicator waits this long from the last sound: most gaps are shorter, and nobody needs to read about them. */
export const RECOVERING_SHOWN_AFTER_MS = 4_000

/** Status of the station on this page. */
export type LiveStatus = {
  station: 'unknown' | 'off-air' | 'live'
  broadcastId: number | null
  listenerCount: number
  /** Fault of the stream, in the station's words; null for none. */
  problem: string | null
  /** The studio has sent nothing since this moment (ms); null while it is there. */
  recoveringSince: number | null
  /** There is a stream to hear: of a show, or between shows. */
  isStreaming: boolean
  /** Sound between shows; null while nothing plays then. */
  item: OnAir | null
  /** The station plays between shows, now and later. */
  playsBetweenShows: boolean
  /** Hours that listeners may go back between shows; 0 where they may not. */
  rewindHours: number
  /** Neither poll nor socket gets through: the rest is what was last known. */
  isStale: boolean
  /** The server's clock, in ms, at the newest report; 0 before the first. */
  reportedAt: number
}

export const UNKNOWN_STATUS: LiveStatus = {
  station: 'unknown',
  broadcastId: null,
  listenerCount: 0,
  problem: null,
  recoveringSince: null,
  isStreaming: false,
  item: null,
  playsBetweenShows: false,
  rewindHours: 0,
  isStale: false,
  reportedAt: 0,
}

type Sound = Pick<LiveStatus, 'isStreaming' | 'item' | 'playsBetweenShows' | 'rewindHours'>

export type Report = {
  isLive: boolean
  isRecovering: boolean
  broadcastId: number | null
  listenerCount: number
  problem: string | null
  reportedAt: number
  /** Sound, as far as the answer tells of it. */
  sound?: Pick<Sound, 'isStreaming' | 'item'> & Partial<Sound>
}

/** Report from a push of /ws/listener. */
export function reportOfPush(push: StreamStatusMessage): Report {
  return {
    isLive: push.isLive,
    isRecovering: push.health.recovering,
    broadcastId: push.broadcastId,
    listenerCount: push.listenerCount,
    problem: push.health.errorMessage,
    reportedAt: Date.parse(push.timestamp),
    sound: {
      isStreaming: push.isStreaming,
      item: push.isLive ? null : push.onAir,
      playsBetweenShows: push.playsBetweenShows ?? false,
      rewindHours: push.rewindHours ?? 0,
    },
  }
}

/** Report from an answer of the health poll. */
export function reportOfPoll(health: StreamHealth): Report {
  return {
    isLive: health.broadcastLive,
    isRecovering: health.recovering,
    broadcastId: health.broadcastId,
    listenerCount: health.listenerCount,
    problem: health.errorMessage,
    reportedAt: Date.parse(health.lastCheckedAt),
  }
}

/** Takes a report in; one that is older than what is known only proves that the server answers. */
export function withReport(status: LiveStatus, report: Report, now: number): LiveStatus {
  if (isOvertaken(status, report)) return { ...status, isStale: false }
  const isRecovering = report.isLive && report.isRecovering
  return {
    station: report.isLive ? 'live' : 'off-air',
    broadcastId: report.broadcastId,
    listenerCount: report.listenerCount,
    problem: report.problem,
    recoveringSince: isRecovering ? (status.recoveringSince ?? now - RECOVERING_AFTER_MS) : null,
    ...soundAfter(status, report),
    ...report.sound,
    isStale: false,
    reportedAt: report.reportedAt,
  }
}

/** A poll knows of shows alone: between them the last push stands, and after one the stream of a station goes on that plays then. */
function soundAfter(
  { station, isStreaming, item, playsBetweenShows, rewindHours }: LiveStatus,
  { isLive }: Report,
): Sound {
  const settings = { playsBetweenShows, rewindHours }
  if (isLive) return { isStreaming: true, item: null, ...settings }
  return { isStreaming: isStreaming && (station === 'off-air' || playsBetweenShows), item, ...settings }
}

/** An answer is on its way for the length of a poll at most: what is older still comes from a clock that was set back. */
function isOvertaken(status: LiveStatus, report: Report): boolean {
  const olderByMs = status.reportedAt - report.reportedAt
  return olderByMs > 0 && olderByMs <= HEALTH_POLL_MS
}

/** The server could not be asked: everything stays as last known, marked stale. */
export function withoutAnswer(status: LiveStatus): LiveStatus {
  return status.isStale ? status : { ...status, isStale: true }
}

/** Whether to show that the studio is reconnecting. */
export function showsRecovering(status: LiveStatus, now: number): boolean {
  return status.recoveringSince !== null && now - status.recoveringSince >= RECOVERING_SHOWN_AFTER_MS
}
