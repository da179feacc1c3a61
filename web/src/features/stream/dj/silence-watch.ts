/** Quieter than this, -50 dBFS, is silence, as for the station's dead-air monitor; 1 is full scale. */
export const SILENT_BELOW = 10 ** (-50 / 20)
/** Sound that is shorter is a click and ends no silence, as for that monitor. */
export const CLICK_MS = 300

/** Silence on the caller's clock: its beginning, and that of the sound that may end it. */
export type SilenceState = { silentSince: number | null; soundSince: number | null }

/** Before the first frame. */
export const NO_SILENCE: SilenceState = { silentSince: null, soundSince: null }

/** The silence after one more frame of this loudness. */
export function watchSilence(before: SilenceState, loudness: number, now: number): SilenceState {
  if (loudness < SILENT_BELOW) return { silentSince: before.silentSince ?? now, soundSince: null }
  const soundSince = before.soundSince ?? now
  const isClick = now - soundSince < CLICK_MS
  return { silentSince: isClick ? before.silentSince : null, soundSince }
}
