import { DAY_MS, HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { durationWords } from '../../lib/duration.ts'
import { LATENESS_WORDS, latenessOf } from './lateness.ts'

/** Time until a show begins, after `word`: "Next in 1 h 05 min"; from its start on, how late it is. */
export function startWords(word: string, start: Date, now: Date): string {
  const lateness = latenessOf(start, now)
  return lateness ? LATENESS_WORDS[lateness] : `${word} in ${countdownWords(start.getTime() - now.getTime())}`
}

/** The time left: `2 days 3 h`, `1 h 05 min`, `4 min 09 s`. */
function countdownWords(leftMs: number): string {
  if (leftMs >= DAY_MS) return daysAndHours(leftMs)
  if (leftMs >= HOUR_MS) return pair(leftMs, HOUR_MS, 'h', MINUTE_MS, 'min')
  return pair(leftMs, MINUTE_MS, 'min', 1000, 's')
}

/** Length of a show in words: `1 h 25 min`, `12 min`, `under a minute`. */
export function lengthWords(start: Date, end: Date): string {
  return durationWords(end.getTime() - start.getTime())
}

function daysAndHours(leftMs: number): string {
  const days = Math.floor(leftMs / DAY_MS)
  const hours = Math.floor((leftMs % DAY_MS) / HOUR_MS)
  return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`
}

function pair(leftMs: number, bigMs: number, big: string, smallMs: number, small: string): string {
  const rest = Math.floor((leftMs % bigMs) / smallMs)
  return `${Math.floor(leftMs / bigMs)} ${big} ${two(rest)} ${small}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
