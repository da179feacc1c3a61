import { MINUTE_MS } from '@carillon/contract/durations'

/** Duration in words: `1 h 25 min`, `12 min`, `under a minute`. */
export function durationWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'under a minute'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}
