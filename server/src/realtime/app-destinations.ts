import type { Session } from '../http/session.ts'
import type { AppDestinationName } from './destinations.ts'

/** A SEND that was let through. */
export type AppDestinationCall = {
  /** The broadcast's. */
  id: number
  /** JSON, not yet held against a schema; undefined without a body. */
  body: unknown
  session: Session | null
  connectionId: string
  /** The `idempotency-key` header. */
  key: string | null
}

/** Does what was sent. An AppError becomes an ERROR frame with its code, and the connection is closed. */
export type AppDestinationHandler = (call: AppDestinationCall) => Promise<void>

export type AppDestinationHandlers = Record<AppDestinationName, AppDestinationHandler>
