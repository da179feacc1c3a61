import { ApiError } from './api-error.ts'

const MAX_TEXT_LENGTH = 300

/** Reads the envelope of an answer: its data, or the error it tells. */
export async function dataOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const text = await response.text()
  const reply = parsed(text)
  if (!response.ok) throw errorOf(response, text, reply)
  if (isRecord(reply) && reply.success === true) return reply.data
  throw new ApiError({ status: response.status, code: 'UNREADABLE' })
}

function errorOf(response: Response, text: string, reply: unknown): ApiError {
  const body = isRecord(reply) ? reply : {}
  return new ApiError({
    status: response.status,
    code: typeof body.code === 'string' ? body.code : 'UNREADABLE',
    serverMessage: plainText(response, text) ?? nonEmpty(body.message),
    fields: isRecord(body.fields) ? (body.fields as Record<string, string>) : undefined,
    retryAfterSeconds: retryAfterOf(response),
    requestId: nonEmpty(body.requestId),
  })
}

/** Bare words are for people; a page of a proxy is not. */
function plainText(response: Response, text: string): string | undefined {
  const isPlain = response.headers.get('content-type')?.startsWith('text/plain')
  return isPlain && text.length <= MAX_TEXT_LENGTH ? nonEmpty(text) : undefined
}

/** RFC 9110 s10.2.3: seconds, or a date, which the station never sends. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the status and the text are all there is to tell.
    return undefined
  }
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
