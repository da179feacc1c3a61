import { ERRORS, type ErrorCode } from '@carillon/contract/errors'

/** Details that a rejection may add to its code. */
export type AppErrorOptions = {
  /** Words that tell more than the catalogue's. */
  message?: string
  /** Messages by input, for a form to show. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

/** A refusal that the caller is told: thrown by services, turned into wire form by the edges. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message)
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}
