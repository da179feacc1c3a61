import { METER_FLOOR_DB, toDecibels } from '../../../lib/decibels.ts'

export const PEAK_HOLD_MS = 1_500
export const CLIP_CLEAR_MS = 10_000
export const NO_SIGNAL_MS = 5_000
export const DEAD_AIR_MS = 15_000
export const IDENTICAL_MS = 3_000
/** Quieter than this is silence. */
export const SILENCE_DB = -55
/**
 * Frame of the meter, from the worklet at most 20 times a second: the loudest sample of each channel since the last
 * one.
 */
export type MeterFrame = {
  peaks: readonly [left: number, right: number]
  /** Root mean square of both channels, 1 being full scale. */
  loudness: number
  /** Channels that really arrive, before mono is put on both sides; 0 when nothing is connected. */
  channels: number
  /** Left and right were the same, sample by sample. */
  identical: boolean
  clipped: boolean
}

/** State of the meter after a frame. All times in milliseconds of the caller's clock. */
export type SignalState = {
  decibels: readonly [number, number]
  held: readonly [Held, Held]
  /** Loudest level of the last second and a half, both sides. */
  peakDb: number
  /** Lit until dismissed or ten seconds clean. */
  clippedAt: number | null
  /** Since when nothing is heard; null while there is sound. */
  silentSince: number | null
  channels: number | null
  identicalSince: number | null
}

type Held = { decibels: number; at: number }

const SILENT_HOLD: Held = { decibels: METER_FLOOR_DB, at: 0 }

/** Before the first frame; silence counts from `now`. */
export function silentSignal(now: number): SignalState {
  return {
    decibels: [METER_FLOOR_DB, METER_FLOOR_DB],
    held: [SILENT_HOLD, SILENT_HOLD],
    peakDb: METER_FLOOR_DB,
    clippedAt: null,
    silentSince: now,
    channels: null,
    identicalSince: null,
  }
}

/** The meter after one more frame. */
export function watchSignal(before: SignalState, frame: MeterFrame, now: number): SignalState {
  const left = toDecibels(frame.peaks[0])
  const right = toDecibels(frame.peaks[1])
  const held: [Held, Held] = [hold(before.held[0], left, now), hold(before.held[1], right, now)]
  const isSilent = Math.max(left, right) < SILENCE_DB
  return {
    decibels: [left, right],
    held,
    peakDb: Math.max(held[0].decibels, held[1].decibels),
    clippedAt: latchClip(before.clippedAt, frame.clipped, now),
    silentSince: isSilent ? (before.silentSince ?? now) : null,
    channels: frame.channels === 0 ? before.channels : frame.channels,
    identicalSince: frame.identical && !isSilent ? (before.identicalSince ?? now) : null,
  }
}

/** Warning to the DJ, as words rather than a level. */
export type SignalWarning = 'clipping' | 'no-signal' | 'dead-air' | null

/** The most urgent warning. Dead air is told only while others listen. */
export function signalWarning(signal: SignalState, now: number, isOnAir: boolean): SignalWarning {
  const silentMs = signal.silentSince === null ? 0 : now - signal.silentSince
  if (isOnAir && silentMs >= DEAD_AIR_MS) return 'dead-air'
  if (silentMs >= NO_SIGNAL_MS) return 'no-signal'
  return signal.clippedAt === null ? null : 'clipping'
}

/** Left and right have been the same for three seconds of sound. */
export function looksMono(signal: SignalState, now: number): boolean {
  return signal.identicalSince !== null && now - signal.identicalSince >= IDENTICAL_MS
}

function hold(before: Held, decibels: number, now: number): Held {
  const isOver = decibels >= before.decibels || now - before.at > PEAK_HOLD_MS
  return isOver ? { decibels, at: now } : before
}

function latchClip(before: number | null, clipped: boolean, now: number): number | null {
  if (clipped) return now
  return before !== null && now - before >= CLIP_CLEAR_MS ? null : before
}
