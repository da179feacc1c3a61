import type { SourceMode } from './capture.ts'
import type { SoundState } from './sound.ts'

type Mute = Pick<SoundState, 'isMuted' | 'mode'>

/** Whether the DJ has muted everything that is open: of "Both", the mute takes the microphone and leaves the music. */
export function isAllMuted({ isMuted, mode }: Mute): boolean {
  return isMuted && mode !== 'both'
}

/** "Microphone muted", "Computer sound on": names what the mute takes. */
export function muteText({ isMuted, mode }: Mute): string {
  return `${NAMES[mode]} ${isMuted ? 'muted' : 'on'}`
}

const NAMES: Record<SourceMode, string> = {
  microphone: 'Microphone',
  computer: 'Computer sound',
  both: 'Microphone',
}
