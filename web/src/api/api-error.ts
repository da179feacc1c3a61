/** Codes the client itself gives when no answer of the station could be read. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'UNREADABLE'

export type ApiErrorDetails = {
  /** 0 when no answer came. */
  status: number
  /** A code of the error catalogue, or a ClientErrorCode. */
  code: string
  /** Message of the station, if it sent one for people. */
  serverMessage?: string | undefined
  /** Words by field, as the form's own rules would say them. */
  fields?: Record<string, string> | undefined
  retryAfterSeconds?: number | undefined
  requestId?: string | undefined
}

/** A call that failed: `status`, a stable `code`, and words to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly serverMessage: string | undefined
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(details: ApiErrorDetails) {
    super(details.serverMessage ?? fallbackWords(details))
    this.name = 'ApiError'
    this.status = details.status
    this.code = details.code
    this.serverMessage = details.serverMessage
    this.fields = details.fields ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
  }
}

/** The station's words about a failure, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

/** Whether a call was cancelled: nobody waits for words about it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function fallbackWords({ code, status }: ApiErrorDetails): string {
  if (code === 'NETWORK') return 'The station cannot be reached.'
  if (code === 'TIMEOUT') return 'The station did not answer in time.'
  return `The station answered with status ${status}.`
}
