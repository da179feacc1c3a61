import { HOUR_MS } from '@carillon/contract/durations'
import { durationWords } from '../../../lib/duration.ts'

/** Comparison of a number with the one before it, in words; colour never says it alone. */
export function compareWords(current: number, previous: number, days: number): string {
  const before = `previous ${days} days`
  if (previous === 0) return current === 0 ? `Same as ${before}` : `None in ${before}`
  const percent = Math.round((Math.abs(current - previous) / previous) * 100)
  if (percent === 0) return `Same as ${before}`
  return `${current > previous ? '+' : '−'}${percent.toLocaleString('en-US')}% vs ${before}`
}

/** `2.5`, `1,200`: a number with at most one decimal. */
export function meanWords(mean: number): string {
  return mean.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

/** Length of minutes in words: `1 h 25 min`; from a hundred hours on `10,141 h`, as minutes say nothing there. */
export function lengthWords(minutes: number): string {
  const ms = minutes * 60_000
  if (ms === 0) return '0 min'
  return ms < 100 * HOUR_MS ? durationWords(ms) : `${Math.floor(ms / HOUR_MS).toLocaleString('en-US')} h`
}

/** `1 message`, `34 messages`. */
export function countedWords(count: number, one: string, many = `${one}s`): string {
  return `${meanWords(count)} ${count === 1 ? one : many}`
}
