import type { ErrorCode } from '@carillon/contract/errors'

/** Sorts of places; each is enumerated by the walk in its own way. */
export type Kind =
  | 'call'
  | 'topic'
  | 'appDestination'
  | 'socket'
  | 'source'
  | 'table'
  | 'memory'
  | 'line'
  | 'timer'
  | 'process'
  | 'file'

/** Whose use is counted together. */
export type Per = 'request' | 'connection' | 'address' | 'person' | 'broadcast' | 'account' | 'all'

/** A number that the code enforces, by the constant that it enforces. */
export type Limit = {
  /** Path of the file with the constant, from the root of the project. */
  file: string
  /** The constant, or a field of it; of a function, what it gives. */
  name: string
  value: number | Readonly<Record<string, number>>
  /** Counted quantity, with its unit. */
  what: string
  per: Per
}

/**
 * Answer to a client beyond the limit: a code of the catalogue; a close code of its websocket; or, where nobody is told, that
 * the connection is cut, that the oldest makes room, or that the station does less of its own.
 */
export type Refusal = ErrorCode | number | 'cut' | 'oldest goes' | 'less is done' | 'less is answered'

/** Something that anybody's act makes the station hold, and what bounds it. */
export type Holding = {
  kind: Kind
  /** By the names that the walk finds: `GET /api/broadcasts`, `/ws/live`, `users`, `server/src/kernel/sliding-window-limiter.ts times`. */
  places: readonly string[]
  holds: string
  limits: readonly [Limit, ...Limit[]]
  /** Event that releases it, and so how long it is held. */
  ends: string
  refusal: Refusal
}

/** A place that no act of a stranger makes larger. */
export type Fixed = { kind: Kind; places: readonly string[]; because: string }

/** Refers to a constant: `counted('server/src/mail/mailer.ts', { MAX_WAITING }, 'mails', 'all')`. */
export function counted(
  file: string,
  constant: Record<string, Limit['value']>,
  what: string,
  per: Per,
): Limit {
  const [[name, value] = ['', 0]] = Object.entries(constant)
  return { file, name, value, what, per }
}

/** A collection or queue in memory that grows by what people do. */
export function memory(
  place: string,
  holds: string,
  limits: Holding['limits'],
  ends: string,
  refusal: Refusal,
): Holding {
  return { kind: 'memory', places: [place], holds, limits, ends, refusal }
}
