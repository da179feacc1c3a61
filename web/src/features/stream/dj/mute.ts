import type { SourceMode } from './capture.ts'
import type { SoundState } from './sound.ts'

type Mute = Pick<SoundState, 'isMuted' | 'isMusicMuted' | 'mode'>

/** Whether the DJ has muted everything that is open: of "Both", the microphone and the music. */
export function isAllMuted({ isMuted, isMusicMuted, mode }: Mute): boolean {
  return isMuted && (mode !== 'both' || isMusicMuted)
}

/** "Microphone muted", "Computer sound on": names what the mute takes. */
export function muteText({ isMuted, mode }: Pick<Mute, 'isMuted' | 'mode'>): string {
  return `${NAMES[mode]} ${isMuted ? 'muted' : 'on'}`
}

const NAMES: Record<SourceMode, string> = {
  microphone: 'Microphone',
  computer: 'Computer sound',
  both: 'Microphone',
}
