import { CLIP_RISK_DB, formatDecibels, levelVerdict } from '../../../lib/decibels.ts'
import { type AudioFormat, describeFormat, MIN_SAMPLE_RATE, qualityRefusal } from './audio-quality.ts'
import { formatSpan } from './durations.ts'
import type { Input } from './sound.ts'

export type CheckStatus = 'pending' | 'ok' | 'warn' | 'fail'
export type CheckId = 'secure' | 'recorder' | 'input' | 'signal' | 'format' | 'server' | 'station'
/** Remedy that a row offers; the page says how. */
export type CheckFix = 'choose-input' | 'wake' | 'check-again' | 'take-over' | 'resume' | 'show-how'
export type CheckRow = {
  id: CheckId
  label: string
  status: CheckStatus
  text: string
  fix?: { action: CheckFix; label: string }
}

/** Answer of the station: the round trip over a websocket, and who is on air. */
export type StationState =
  | { state: 'pending' }
  | { state: 'failed'; message: string }
  | { state: 'known'; roundTripMs: number | null; mediaServer: 'UP' | 'DOWN'; onAir: OnAirShow | null }
export type OnAirShow = { id: number; title: string; by: string; sinceMs: number; isMine: boolean }

export type PreflightSnapshot = {
  isSecure: boolean
  canRecord: boolean
  input: Input
  /** The browser lets the audio graph run; it needs a click first. */
  isAwake: boolean
  /** It was asked to, and may still begin without another click. */
  isStarting: boolean
  peakDb: number
  hasSignal: boolean
  isSilentLong: boolean
  /** The clipping lamp is lit. */
  isClipping: boolean
  station: StationState
  mayTakeOver: boolean
  now: number
}

/** The seven rows of the pre-flight list, top to bottom. */
export function preflightRows(snapshot: PreflightSnapshot): CheckRow[] {
  return [
    secureRow(snapshot),
    recorderRow(snapshot),
    inputRow(snapshot),
    signalRow(snapshot),
    formatRow(snapshot),
    serverRow(snapshot),
    stationRow(snapshot),
  ]
}

/** A fail stops the DJ, a warning does not; what is still being checked is waited for. */
export function preflightVerdict(rows: readonly CheckRow[]): 'setup' | 'checking' | 'ready' {
  if (rows.some(({ status }) => status === 'fail')) return 'setup'
  return rows.some(({ status }) => status === 'pending') ? 'checking' : 'ready'
}

function secureRow({ isSecure }: PreflightSnapshot): CheckRow {
  const text = isSecure ? 'The page is secure' : 'Browsers allow audio capture only on HTTPS and localhost'
  return { id: 'secure', label: 'Secure page', status: isSecure ? 'ok' : 'fail', text }
}

function recorderRow(snapshot: PreflightSnapshot): CheckRow {
  const row = { id: 'recorder', label: 'Recorder' } as const
  if (snapshot.canRecord) return { ...row, status: 'ok', text: 'Records Opus in WebM' }
  return { ...row, status: 'fail', text: 'This browser cannot record Opus. Use Chrome, Edge or Firefox' }
}

function inputRow({ input }: PreflightSnapshot): CheckRow {
  const row = { id: 'input', label: 'Input' } as const
  const fix = { action: 'choose-input', label: 'Choose input' } as const
  if (input.state === 'open') return { ...row, status: 'ok', text: input.label }
  if (input.state === 'opening') return { ...row, status: 'pending', text: 'Allow it when your browser asks' }
  if (input.state === 'none') return { ...row, status: 'fail', text: 'Nothing is chosen yet', fix }
  if (input.state === 'lost') return { ...row, status: 'fail', text: `${input.label} was disconnected`, fix }
  const how = { action: 'show-how', label: 'How to allow it' } as const
  const isBlocked = input.fault === 'MICROPHONE_DENIED'
  return { ...row, status: 'fail', text: input.message, fix: isBlocked ? how : fix }
}

function signalRow(snapshot: PreflightSnapshot): CheckRow {
  const { input, isAwake, isStarting, hasSignal, isSilentLong } = snapshot
  const row = { id: 'signal', label: 'Signal' } as const
  if (input.state !== 'open') return { ...row, status: 'pending', text: 'Waiting for an input' }
  const fix = { action: 'wake', label: 'Start the meter' } as const
  if (!isAwake && isStarting) return { ...row, status: 'pending', text: 'Starting the sound' }
  if (!isAwake) return { ...row, status: 'pending', text: 'Your browser needs a click', fix }
  if (snapshot.isClipping) return { ...row, status: 'warn', text: 'Clipping — lower the input' }
  if (hasSignal) return { ...row, ...levelCheck(snapshot.peakDb) }
  if (isSilentLong) return { ...row, status: 'warn', text: 'No signal for 5 s. Say something' }
  return { ...row, status: 'pending', text: 'Say something' }
}

/** Words of the meter, so that the two never disagree. */
function levelCheck(peakDb: number): { status: CheckStatus; text: string } {
  const text = `${levelVerdict(peakDb).text}, peaks at ${formatDecibels(peakDb)} dB`
  if (peakDb > CLIP_RISK_DB) return { status: 'warn', text: `${text}. Lower the input` }
  return { status: 'ok', text }
}

function formatRow({ input }: PreflightSnapshot): CheckRow {
  const row = { id: 'format', label: 'Quality' } as const
  if (input.state === 'failed' && input.fault === 'LOW_QUALITY') {
    return { ...row, status: 'fail', text: input.message }
  }
  if (input.state !== 'open') return { ...row, status: 'pending', text: 'Waiting for an input' }
  if (!input.format) return { ...row, status: 'pending', text: 'Measuring' }
  const refusal = input.mode === 'microphone' ? null : qualityRefusal(input.format)
  if (refusal) return { ...row, status: 'fail', text: refusal }
  return { ...row, ...formatVerdict(input.format, input.looksMono) }
}

/** Only a microphone comes this far with less than the rule asks: the mixer makes it stereo at 48 kHz. */
function formatVerdict(format: AudioFormat, looksMono: boolean): { status: CheckStatus; text: string } {
  const numbers = capitalised(describeFormat(format))
  if (format.sampleRate < MIN_SAMPLE_RATE) {
    return { status: 'warn', text: `${numbers}: will sound dull; try another microphone` }
  }
  if (format.channels < 2) return { status: 'warn', text: `${numbers}: sent on both channels` }
  if (looksMono) return { status: 'warn', text: `${numbers}, but both channels are identical: looks mono` }
  return { status: 'ok', text: numbers }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function serverRow({ station }: PreflightSnapshot): CheckRow {
  const row = { id: 'server', label: 'Server' } as const
  const fix = { action: 'check-again', label: 'Check again' } as const
  if (station.state === 'pending') return { ...row, status: 'pending', text: 'Connecting to the station' }
  if (station.state === 'failed') return { ...row, status: 'fail', text: station.message, fix }
  if (station.roundTripMs === null) {
    return { ...row, status: 'fail', text: 'WebSockets can’t reach the station', fix }
  }
  const text = `Answers in ${station.roundTripMs} ms`
  if (station.roundTripMs <= 400) return { ...row, status: 'ok', text }
  return { ...row, status: 'warn', text: `${text}: a slow line may cause gaps`, fix }
}

function stationRow({ station, mayTakeOver, now }: PreflightSnapshot): CheckRow {
  const row = { id: 'station', label: 'Nobody else on air' } as const
  const again = { action: 'check-again', label: 'Check again' } as const
  if (station.state === 'pending') return { ...row, status: 'pending', text: 'Checking who is live' }
  if (station.state === 'failed') return { ...row, status: 'pending', text: 'Waiting for the station' }
  if (station.mediaServer === 'DOWN') {
    return { ...row, status: 'fail', text: 'The media server is down', fix: again }
  }
  const { onAir } = station
  if (onAir === null) return { ...row, status: 'ok', text: 'The media server is up' }
  if (onAir.isMine) {
    const resume = { action: 'resume', label: 'Resume' } as const
    return { ...row, status: 'fail', text: `Your show “${onAir.title}” is still live`, fix: resume }
  }
  const text = `${onAir.by} is live with “${onAir.title}” for ${formatSpan(now - onAir.sinceMs)}`
  const takeOver = { action: 'take-over', label: 'Take over' } as const
  return { ...row, status: 'fail', text, fix: mayTakeOver ? takeOver : again }
}
