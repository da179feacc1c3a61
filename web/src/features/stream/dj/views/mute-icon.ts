import { type LucideIcon, Mic, MicOff, MonitorOff, MonitorSpeaker } from 'lucide-react'
import type { SourceMode } from '../capture.ts'

/** Icon of the part that is muted: the microphone where there is one, else the computer. */
export function muteIcon(mode: SourceMode, isMuted: boolean): LucideIcon {
  if (mode === 'computer') return isMuted ? MonitorOff : MonitorSpeaker
  return isMuted ? MicOff : Mic
}
