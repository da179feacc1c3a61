export const METER_FLOOR_DB = -60
/** Marks of the meter, in dBFS. */
export const METER_MARKS_DB = [-60, -36, -18, -6, -3, 0] as const

/** Peak amplitude (1 is full scale) as dBFS, never below the floor of the meter. */
export function toDecibels(amplitude: number): number {
  if (!(amplitude > 0)) return METER_FLOOR_DB
  return Math.max(METER_FLOOR_DB, 20 * Math.log10(amplitude))
}

/**
 * Position of a level on the meter, 0 to 1. The marks stand at equal distances, so that the loud end, where people mix,
 * gets most of the room.
 */
export function meterPosition(decibels: number): number {
  const clamped = Math.min(0, Math.max(METER_FLOOR_DB, decibels))
  const segment = METER_MARKS_DB.findIndex((mark) => clamped <= mark)
  const upper = METER_MARKS_DB[segment] ?? 0
  const lower = METER_MARKS_DB[segment - 1] ?? METER_FLOOR_DB
  const within = upper === lower ? 0 : (clamped - upper) / (upper - lower)
  return (segment + within) / (METER_MARKS_DB.length - 1)
}

/** "−6" with a real minus sign; whole decibels. */
export function formatDecibels(decibels: number): string {
  const rounded = Math.round(decibels)
  return rounded < 0 ? `−${-rounded}` : String(Math.abs(rounded))
}

/** Below this peak listeners reach for their volume. */
export const QUIET_DB = -20

/** Above this peak the next louder word clips. */
export const CLIP_RISK_DB = -1

/** Meaning of a level, in words: the text beside the meter and for screen readers. */
export function levelVerdict(peakDb: number): { tone: 'quiet' | 'good' | 'loud'; text: string } {
  if (peakDb < -30) return { tone: 'quiet', text: 'Very quiet' }
  if (peakDb < QUIET_DB) return { tone: 'quiet', text: 'A little quiet' }
  if (peakDb <= -3) return { tone: 'good', text: 'Good level' }
  return { tone: 'loud', text: 'Loud' }
}
