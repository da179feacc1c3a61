import { MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'

/** Duration in words: `1 h 25 min`, `12 min`, `under a minute`. */
export function durationWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'under a minute'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** `21 s`, `1 min 5 s`, from ten minutes on `14 min`: the seconds of a short outage count. */
export function outageLength(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / SECOND_MS))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 10 || seconds % 60 === 0) return durationWords(minutes * MINUTE_MS)
  return `${minutes} min ${seconds % 60} s`
}
