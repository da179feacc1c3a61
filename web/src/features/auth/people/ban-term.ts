import type { BAN_UNITS, User } from '@carillon/contract/auth/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { formatDate, formatTimestamp } from '../../../lib/station-time.ts'

export type BanUnit = (typeof BAN_UNITS)[number]
export type BanTerm = { unit: BanUnit; amount: number }
/** One of the usual terms, or one's own. */
export type TermChoice = 'day' | 'week' | 'month' | 'permanent' | 'other'

export const MAX_BAN_AMOUNT = 1000
/** As the station counts them. */
const DAYS: Record<Exclude<BanUnit, 'PERMANENT'>, number> = { DAYS: 1, WEEKS: 7, YEARS: 365 }

const USUAL: Record<Exclude<TermChoice, 'other'>, BanTerm> = {
  day: { unit: 'DAYS', amount: 1 },
  week: { unit: 'WEEKS', amount: 1 },
  month: { unit: 'DAYS', amount: 30 },
  permanent: { unit: 'PERMANENT', amount: 1 },
}

/** The term chosen; undefined while one's own is not a whole number from 1 to MAX_BAN_AMOUNT. */
export function termOf(choice: TermChoice, amount: string, unit: BanUnit): BanTerm | undefined {
  if (choice !== 'other') return USUAL[choice]
  const count = /^\d{1,4}$/.test(amount.trim()) ? Number(amount) : 0
  return count >= 1 && count <= MAX_BAN_AMOUNT ? { unit, amount: count } : undefined
}

/** When a term ends that begins now; null for never. */
export function endOf({ unit, amount }: BanTerm, now: Date): Date | null {
  return unit === 'PERMANENT' ? null : new Date(now.getTime() + amount * DAYS[unit] * DAY_MS)
}

/** `until Nov 27, 2026, 3:32 PM`, or `permanently`. */
export function untilWords(end: Date | null): string {
  return end ? `until ${formatTimestamp(end)}` : 'permanently'
}

/** The day a ban ends, `until Nov 27, 2026`, or `permanently`. */
export function untilDay({ bannedUntil }: Pick<User, 'bannedUntil'>): string {
  return bannedUntil === null ? 'permanently' : `until ${formatDate(new Date(bannedUntil))}`
}

/** When the ban of an account ends, in words; nothing for an account that is not banned. */
export function banWords({ banned, bannedUntil }: Pick<User, 'banned' | 'bannedUntil'>): string {
  if (!banned) return ''
  return untilWords(bannedUntil === null ? null : new Date(bannedUntil))
}
