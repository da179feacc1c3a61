/** Slow mode for one listener; null is as often as they like. */
export type SlowMode = { seconds: number } | null

export type PauseState = {
  slowMode: SlowMode
  isExempt: boolean
  /** When the viewer last said something, in ms of the station's clock; 0 for never. */
  lastOwnMs: number
  /** Before this the station has said that it will refuse. */
  refusedUntilMs: number
}

/** When the viewer may write again, in ms of the station's clock. */
export function mayWriteAtMs({ slowMode, isExempt, lastOwnMs, refusedUntilMs }: PauseState): number {
  if (slowMode === null || isExempt || lastOwnMs === 0) return refusedUntilMs
  return Math.max(refusedUntilMs, lastOwnMs + slowMode.seconds * 1_000)
}
