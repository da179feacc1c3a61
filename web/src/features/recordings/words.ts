import type { RecordedOutage } from '@carillon/contract/recordings/schemas'

/** A place in a recording: `0:07`, `12:30`, `1:02:03`. */
export function clockWords(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** The same to be read aloud: `1 hour 2 minutes 3 seconds`. */
export function spokenClock(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms)
  const words = [counted(hours, 'hour'), counted(minutes, 'minute'), counted(seconds, 'second')]
  return words.filter((word) => !word.startsWith('0 ')).join(' ') || '0 seconds'
}

/** A length: `0.4 s`, `41 s`, `15 min 20 s`. */
export function lengthWords(ms: number): string {
  if (ms < 950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`
}

/** Silence of a packet or two, which nobody hears. */
const INAUDIBLE_MS = 100

/** Whether all that was said while the line was lost is in the recording. */
export function isMended({ silentMs }: RecordedOutage): boolean {
  return silentMs < INAUDIBLE_MS
}

/** Outages in a sentence: `The line was lost twice, 53 s in all: 3 s are silent.` */
export function outagesWords(outages: readonly RecordedOutage[]): string {
  const sum = (of: (outage: RecordedOutage) => number) =>
    outages.reduce((total, outage) => total + of(outage), 0)
  const length = lengthWords(sum(({ durationMs }) => durationMs))
  const lost =
    outages.length === 1 ? `once, for ${length}` : `${timesWords(outages.length)}, for ${length} in all`
  const silentMs = sum((outage) => (isMended(outage) ? 0 : outage.silentMs))
  const rest = silentMs > 0 ? `${lengthWords(silentMs)} of it is silent.` : 'nothing of it is missing.'
  return `The DJ’s line was lost ${lost}: ${rest}`
}

/** `12.3 MB`, in millions of bytes as file managers have it. */
export function sizeWords(bytes: number): string {
  return `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`
}

/** Splits a length into whole parts, rounded down: one of 24.9 s is 0:24, as players have it. */
function partsOf(ms: number) {
  const whole = Math.floor(ms / 1000)
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor((whole % 3600) / 60),
    seconds: whole % 60,
  }
}

function timesWords(count: number): string {
  return count === 2 ? 'twice' : `${count} times`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
