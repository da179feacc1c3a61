import { type RecordedOutage, type Recording, recordingPath } from '@carillon/contract/recordings/schemas'
import { expiryOf } from './retention.ts'
import type { StoredRecording } from './table.ts'

/** The wire form of a recording. `origin` is how the world reaches the station, without a slash at the end. */
export function presentRecording(
  stored: StoredRecording,
  outages: RecordedOutage[],
  { origin, recordingDays }: { origin: string; recordingDays: number | null },
): Recording {
  const { broadcastId, bytes, durationMs, isPublic, isKept } = stored
  const dueAt = expiryOf(stored.recordedAt, recordingDays)?.toISOString() ?? null
  return {
    broadcastId,
    url: origin + recordingPath(broadcastId),
    bytes,
    durationMs,
    peaks: Array.from(stored.peaks, (height) => Math.round((height / 255) * 1_000) / 1_000),
    outages,
    isPublic,
    isKept,
    expiresAt: isKept ? null : dueAt,
    dueAt,
  }
}
