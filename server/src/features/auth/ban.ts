import type { BAN_UNITS } from '@carillon/contract/auth/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { isWithinYears, LAST_YEAR } from '@carillon/contract/time'
import { AppError } from '../../kernel/app-error.ts'
import { dayAndTime } from '../../kernel/day-and-time.ts'

/** In what a ban is measured. */
export type BanUnit = (typeof BAN_UNITS)[number]
/** A ban as it is stored; `banned_until` null is for good. */
export type BanState = { banned: boolean; banned_until: Date | null; ban_reason: string | null }

const DAYS: Record<Exclude<BanUnit, 'PERMANENT'>, number> = { DAYS: 1, WEEKS: 7, YEARS: 365 }

/** Whether a ban is in force; one that has run out is none. */
export function isBanned(
  { banned, banned_until }: Pick<BanState, 'banned' | 'banned_until'>,
  now: Date,
): boolean {
  return banned && (banned_until === null || banned_until > now)
}

const ENDS_TOO_LATE = `A ban ends in ${LAST_YEAR} or before; without an end it is PERMANENT`

/** When a ban that begins now ends; null is never. Throws INVALID_INPUT for an end beyond all times. */
export function banEnd(unit: BanUnit, amount: number, now: Date): Date | null {
  if (unit === 'PERMANENT') return null
  const end = new Date(now.getTime() + amount * DAYS[unit] * DAY_MS)
  if (isWithinYears(end.toISOString())) return end
  throw new AppError('INVALID_INPUT', { fields: { amount: ENDS_TOO_LATE } })
}

/** Message for a banned person: until when, by the station's clock, and why. */
export function banMessage({ banned_until, ban_reason }: BanState, timeZone: string): string {
  const until = banned_until ? ` until ${dayAndTime(banned_until, timeZone)}` : ''
  const reason = ban_reason ? ` Reason: ${ban_reason}` : ''
  return `This account is banned${until}.${reason}`
}
