/** Meaning of a failure of the database for a caller. */
export type DatabaseFault = 'AWAY' | 'UNSTORABLE'

/**
 * SQLSTATE classes: 08 connection exception, 57P0x the server shuts down or starts, 53 it lacks disk, memory or
 * connections, 58030 its disk fails, 57014 and 25P03 it took longer than a call may. Each passes without us, and the same
 * call may then succeed.
 */
const AWAY_STATES = /^(08...|57P0[123]|57014|25P03|53[123]00|58030)$/
/** 22021 and 22P05 a character that text cannot hold, 22003 a number out of range. */
const UNSTORABLE_STATES = /^(22021|22P05|22003)$/
const AWAY_SYSTEM_ERRORS =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** `pg` has no codes for these. */
const AWAY_MESSAGES = /Connection terminated|timeout exceeded when trying to connect|not queryable/

/**
 * Whether a database that still answers said no, and so has done nothing of a transaction: an SQLSTATE of no class that
 * breaks the connection off (08, 53, 57, 58, XX) and not 40003 "statement completion unknown". Only servers tell a severity.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return false
  const code = String(error.code)
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57|58|XX|40003)/.test(code)
}

/** Tells whether the database is away, or was given what it cannot store; null for anything else. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (UNSTORABLE_STATES.test(code)) return 'UNSTORABLE'
  const isSystem = 'syscall' in error && /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall))
  const isAway =
    AWAY_STATES.test(code) ||
    (isSystem && AWAY_SYSTEM_ERRORS.test(code)) ||
    AWAY_MESSAGES.test(error.message) ||
    (error instanceof AggregateError && error.errors.some((inner) => databaseFault(inner) === 'AWAY'))
  return isAway ? 'AWAY' : null
}
