import type { ErrorReply } from '@carillon/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/app-error.ts'
import { NO_PAGE_POLICY } from './security-headers.ts'

/** Recognises failures of what the edge does not know, such as the database; null leaves them unexpected. */
export type Translate = (error: unknown) => AppError | null

/** Fastify's own refusals, by their code. */
const KNOWN: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('BODY_TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('INVALID_INPUT'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('NOT_FOUND'),
  FST_ERR_BAD_URL: () => new AppError('INVALID_INPUT', { message: 'This is not a valid address.' }),
  FST_ERR_NOT_FOUND: () => new AppError('NOT_FOUND'),
}

/** The AppError that tells the caller what went wrong; anything unforeseen is INTERNAL. */
export function toAppError(error: unknown, translate: Translate): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (Object.hasOwn(KNOWN, code)) return KNOWN[code]?.() ?? new AppError('INTERNAL')
  return translate(error) ?? clientFault(error) ?? new AppError('INTERNAL')
}

/** The body of an error reply. 5xx says nothing but the id under which the log has the rest. */
export function errorReply(error: AppError, requestId: string): ErrorReply {
  const { code, message, fields, status } = error
  return {
    success: false,
    message,
    code,
    ...(fields && { fields }),
    ...(status >= 500 && { requestId }),
  }
}

/** Answer to each repetition, with its key, of a call that has failed. */
export function failureOf(error: AppError, requestId: string): { status: number; body: string } {
  return { status: error.status, body: JSON.stringify(errorReply(error, requestId)) }
}

/** Sends an error; the one place of the HTTP edge that does. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  translate: Translate,
): FastifyReply {
  const known = toAppError(error, translate)
  logFailure(request.log, error, known, { reqId: request.id })
  if (known.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.ceil(known.retryAfterSeconds))
  else if (known.status === 503) reply.header('Retry-After', 2)
  // Fastify would cut who still sends its body, and the answer with it: a proxy then says 502, and leaves this instance
  // out. Node reads to its end, within the limit of a request, what nobody reads here.
  if (known.code !== 'SHUTTING_DOWN') reply.removeHeader('connection')
  return reply
    .code(known.status)
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', NO_PAGE_POLICY)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorReply(known, request.id)))
}

type FailureLog = { warn(about: object, message: string): void; error(about: object, message: string): void }

/**
 * Logs what is no fault of the caller. What the station itself decided on, as at each restart or on a full disk, is a
 * line; what it did not foresee is an error with its stack.
 */
export function logFailure(log: FailureLog, error: unknown, known: AppError, about: object = {}): void {
  if (known.status < 500) return
  if (error instanceof AppError && error.status > 500)
    log.warn({ ...about, code: error.code }, 'refused for now')
  else log.error({ ...about, err: error }, 'request failed')
}

/** Other 4xx that Fastify raises about what was sent. */
function clientFault(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  if (status === 403 || status === 404) return new AppError('NOT_FOUND')
  return status >= 400 && status < 500 ? new AppError('INVALID_INPUT') : null
}
