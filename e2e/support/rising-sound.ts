import { spawnSync } from 'node:child_process'

const SAMPLE_RATE = 48_000
/** A window in which the pitch is measured, and the step to the next. In seconds. */
const WINDOW = 0.06
const STEP = 0.02
const SMOOTHED = 7
/** Quieter than this is silence. */
const LEAST_PEAK = 0.05
/** A period that differs this much from the others of its window is none of the sound's. */
const ODD_PERIOD = 0.15

/** The place of the rising sound (seconds of its file) that stands at each step of what was recorded; null is silence. */
export type PlayedAt = { at: number; played: number | null }

/** Reads which points of a rising sound a recording holds, and where. */
export function playedPoints(
  recording: Buffer,
  { fromHz, hzPerSecond }: { fromHz: number; hzPerSecond: number },
): PlayedAt[] {
  const samples = decode(recording)
  const points: PlayedAt[] = []
  for (let at = 0; at + WINDOW < samples.length / SAMPLE_RATE; at += STEP) {
    const begin = Math.round(at * SAMPLE_RATE)
    const hz = pitchOf(samples.subarray(begin, begin + WINDOW * SAMPLE_RATE))
    points.push({ at: at + WINDOW / 2, played: hz === null ? null : (hz - fromHz) / hzPerSecond })
  }
  return points
}

/** Silence of this length at a place of a recording, and how much of the sound is missing over it. All in seconds. */
export type SilenceAt = { at: number; length: number; missing: number }

/** Silences that are longer than so many seconds. */
export function silencesOver(points: readonly PlayedAt[], seconds: number): SilenceAt[] {
  const found: SilenceAt[] = []
  let begin = 0
  for (let end = 0; end <= points.length; end++) {
    if (points[end]?.played === null) continue
    const length = (end - begin) * STEP
    // Windows over its edges say nothing about the pitch.
    const [before, after] = [points[begin - SMOOTHED], points[end + SMOOTHED]]
    const missing = before && after ? missingBetween(before, after) : Number.NaN
    if (length > seconds) found.push({ at: points[begin]?.at ?? 0, length, missing })
    begin = end + 1
  }
  return found
}

/** Seconds of silence in a row, at most. */
export function longestSilence(points: readonly PlayedAt[]): number {
  return Math.max(0, ...silencesOver(points, 0).map(({ length }) => length))
}

/** Seconds of the sound that are not in the recording between two of its places, without those that stand there twice. */
export function missingBetween(from: PlayedAt, to: PlayedAt): number {
  return (to.played ?? 0) - (from.played ?? 0) - (to.at - from.at)
}

/** Biggest step back of the sound, in seconds: more than the measure is inexact by means that something was said twice. */
export function furthestBack(points: readonly PlayedAt[]): number {
  let furthest = 0
  let newest = Number.NEGATIVE_INFINITY
  for (const played of smoothed(points)) {
    furthest = Math.max(furthest, newest - played)
    newest = Math.max(newest, played)
  }
  return furthest
}

/** The middle one of each seven in a row: over a border of two recordings the pitch of a window means nothing. */
function smoothed(points: readonly PlayedAt[]): number[] {
  const all = points.flatMap(({ played }) => played ?? [])
  return all.slice(SMOOTHED - 1).map((_, end) => middleOf(all.slice(end, end + SMOOTHED)))
}

function decode(recording: Buffer): Float32Array {
  const { stdout, stderr, status } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le', 'pipe:1'],
    { input: recording, maxBuffer: 1 << 28 },
  )
  if (status !== 0) throw new Error(String(stderr))
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
}

/** Pitch by the zeros that the sound crosses upwards, in Hz; null for silence. */
function pitchOf(samples: Float32Array): number | null {
  const zeros: number[] = []
  let zero: number | null = null
  // Between two zeros a wave has a trough: what trembles around zero has none.
  let hasTrough = false
  for (let index = 1; index < samples.length; index++) {
    const [before = 0, after = 0] = [samples[index - 1], samples[index]]
    if (before < 0 && after >= 0 && hasTrough) zero = index - 1 + before / (before - after)
    if (after < -LEAST_PEAK) hasTrough = true
    if (after <= LEAST_PEAK || zero === null) continue
    zeros.push(zero)
    zero = null
    hasTrough = false
  }
  if (zeros.length < 3) return null
  const periods = zeros.slice(1).map((zero, index) => zero - (zeros[index] ?? 0))
  const usual = middleOf(periods)
  // A microphone that is short of time crackles, and each crackle has zeros of its own.
  const whole = periods.filter((period) => Math.abs(period - usual) < ODD_PERIOD * usual)
  return (whole.length * SAMPLE_RATE) / whole.reduce((sum, period) => sum + period, 0)
}

function middleOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
