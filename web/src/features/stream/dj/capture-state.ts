import { type AudioFormat, knownFormat } from './audio-quality.ts'
import type { Capture, ChosenDevice } from './capture.ts'
import { mixedFallbackText } from './capture-errors.ts'
import { SAMPLE_RATE } from './mixer.ts'

/** Channels and sample rate, from the track or measured; null while neither is known. */
export function formatOf(capture: Capture, measuredChannels: number | null = null): AudioFormat | null {
  const stream = capture.computer ?? capture.microphone
  const settings = stream?.getAudioTracks()[0]?.getSettings() ?? {}
  return knownFormat(settings, { channels: measuredChannels, sampleRate: SAMPLE_RATE })
}

/** Name of the sources plugged in. */
export function labelOf(capture: Capture): string {
  const names = [capture.microphone, capture.computer].map((stream) => stream?.getAudioTracks()[0]?.label)
  const [microphone, computer] = names
  if (capture.mode === 'microphone') return microphone || 'Microphone'
  if (capture.mode === 'computer') return 'Computer sound'
  return `${microphone || 'Microphone'} and computer sound${computer === undefined ? ' (ended)' : ''}`
}

/** Name of the computer's shared sound, as far as the browser tells: of a window, or the kind of thing. */
export function sharedName({ computer }: Pick<Capture, 'computer'>): string | null {
  const [picture] = computer?.getVideoTracks() ?? []
  if (!computer) return null
  const label = picture?.label ?? ''
  if (label !== '' && !TECHNICAL_NAME.test(label)) return label
  return SURFACES[picture?.getSettings().displaySurface ?? ''] ?? 'Computer sound'
}

/** Technical name that Chromium gives to a shared thing: "web-contents-media-stream://12:3", "screen:0:0". */
const TECHNICAL_NAME = /^[a-z-]+:|^[\da-f-]{30,}$/i
const SURFACES: Readonly<Record<string, string>> = {
  browser: 'A browser tab',
  window: 'A window',
  monitor: 'The whole screen',
}

/** The microphone that was really opened; null without one. */
export function deviceOf(capture: Capture): ChosenDevice | null {
  const track = capture.microphone?.getAudioTracks()[0]
  const deviceId = track?.getSettings().deviceId
  return track && deviceId ? { deviceId, label: track.label } : null
}

/** Message for the DJ when one of two sources ended and the other plays on. */
export function lossText(part: 'microphone' | 'computer'): string {
  if (part === 'computer') return mixedFallbackText('Sharing was stopped')
  return 'The microphone was disconnected. Listeners hear the computer’s sound alone.'
}
