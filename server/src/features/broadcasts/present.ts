import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { canModerate, ownersOf } from '@carillon/contract/policies'
import { recordingPath } from '@carillon/contract/recordings/schemas'
import type { Person } from '@carillon/contract/roles'
import { STREAM_PATH, testStreamPath } from '@carillon/contract/stream/schemas'
import { toLocalDateTime } from '@carillon/contract/time'
import type { StoredBroadcast } from './table.ts'

/** From where a broadcast is looked at. */
export type ViewerContext = {
  /** Null is a visitor. */
  viewer: Person | null
  /** Base URL of the station in public, without a slash at the end. */
  origin: string
  timeZone: string
  /** Present number of listeners to a broadcast on air. */
  listenerCount(broadcastId: number): number
}

/** The wire form of a stored broadcast, as `viewer` may know it: a foreign test looks SCHEDULED. */
export function presentBroadcast(stored: StoredBroadcast, from: ViewerContext): Broadcast {
  const status = statusFor(stored, from.viewer)
  const isSupervisor = canModerate(from.viewer, ownersOf(stored))
  const listenerCount = status === 'LIVE' ? from.listenerCount(stored.id) : 0
  return {
    id: stored.id,
    title: stored.title,
    description: stored.description,
    status,
    scheduledStart: toLocalDateTime(stored.scheduledStart, from.timeZone),
    scheduledEnd: toLocalDateTime(stored.scheduledEnd, from.timeZone),
    actualStart: stored.actualStart?.toISOString() ?? null,
    actualEnd: stored.actualEnd?.toISOString() ?? null,
    endReason: stored.endReason,
    createdBy: stored.createdBy,
    startedBy: status === 'SCHEDULED' ? null : stored.startedBy,
    slowModeEnabled: stored.slowModeEnabled,
    slowModeSeconds: stored.slowModeSeconds,
    listenerCount,
    peakListeners: Math.max(stored.peakListeners, listenerCount),
    totalInteractions: stored.totalInteractions,
    streamUrl: streamUrl(stored.id, status, from.origin),
    recordingUrl: recordingUrl(stored, from),
    nowPlaying: stored.nowPlaying && {
      ...stored.nowPlaying,
      since: stored.nowPlaying.since.toISOString(),
    },
    ...(isSupervisor && stored.standBySince && { standingBySince: stored.standBySince.toISOString() }),
    ...(isSupervisor && stored.ending && { ending: stored.ending }),
  }
}

/** `Harana Hour with Mikael Reyes is on air since 2:00 PM`, in the zone of the station. */
export function onAirSentence(live: StoredBroadcast, timeZone: string): string {
  const { title, startedBy, createdBy, actualStart } = live
  const since = actualStart ? ` since ${clockTime(actualStart, timeZone)}` : ''
  return `${title} with ${(startedBy ?? createdBy).name} is on air${since}`
}

function statusFor(stored: StoredBroadcast, viewer: Person | null): Broadcast['status'] {
  const isHidden = stored.status === 'TESTING' && !canModerate(viewer, ownersOf(stored))
  return isHidden ? 'SCHEDULED' : stored.status
}

function streamUrl(id: number, status: Broadcast['status'], origin: string): string | null {
  if (status === 'LIVE') return `${origin}${STREAM_PATH}`
  return status === 'TESTING' ? `${origin}${testStreamPath(id)}` : null
}

function recordingUrl(stored: StoredBroadcast, { viewer, origin }: ViewerContext): string | null {
  const isHidden = stored.recording === 'private' && !canModerate(viewer, ownersOf(stored))
  return stored.recording === null || isHidden ? null : origin + recordingPath(stored.id)
}

/** `2:00 PM`: the specification's 'h:mm a'. ICU puts a narrow no-break space before PM; people type a plain one. */
function clockTime(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  return format.format(instant).replace('\u202f', ' ')
}
