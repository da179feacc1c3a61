import { z } from 'zod/mini'
import { AppError } from '../../../kernel/app-error.ts'

/** Query parameter of /live.ogg: where to begin. */
export const FROM_QUERY = 'from'
const MAX_SECONDS = 10 * 365 * 86_400
const secondsSchema = z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/))
const timeSchema = z.iso.datetime({ offset: true })

const MESSAGE = 'Give seconds back, such as 90, or a time that is past, such as 2026-11-20T15:00:00Z.'

/**
 * Reads where a listener wants to begin: seconds back, or a time with its zone. Gives ms since 1970; null for what is live.
 * Throws INVALID_INPUT.
 */
export function readFrom(asked: unknown, nowMs: number): number | null {
  if (asked === undefined) return null
  const seconds = secondsSchema.safeParse(asked)
  if (seconds.success && Number(seconds.data) <= MAX_SECONDS) {
    return Number(seconds.data) === 0 ? null : nowMs - Number(seconds.data) * 1_000
  }
  const time = timeSchema.safeParse(asked)
  if (!time.success || Date.parse(time.data) > nowMs)
    throw new AppError('INVALID_INPUT', { fields: { [FROM_QUERY]: MESSAGE } })
  return Date.parse(time.data)
}
