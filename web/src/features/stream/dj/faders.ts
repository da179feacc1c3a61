/** Gains of the mix, 0 to 1.5; 1 leaves a source as it is. */
export type Faders = { microphone: number; computer: number }

export const MAX_FADER = 1.5
/** Faders of the specification: the microphone whole, the computer a little lower. */
export const DEFAULT_FADERS: Faders = { microphone: 1, computer: 0.8 }

/** "1.0". */
export function formatFader(gain: number): string {
  return gain.toFixed(1)
}
