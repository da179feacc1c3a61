const MS_PER_DAY = 24 * 60 * 60_000

/** When a recording of this moment is deleted, unless it is kept; null: never. */
export function expiryOf(recordedAt: Date, recordingDays: number | null): Date | null {
  return recordingDays === null ? null : new Date(recordedAt.getTime() + recordingDays * MS_PER_DAY)
}

/** What was recorded before this moment is to be deleted now. */
export function expiredBefore(nowMs: number, recordingDays: number): Date {
  return new Date(nowMs - recordingDays * MS_PER_DAY)
}
