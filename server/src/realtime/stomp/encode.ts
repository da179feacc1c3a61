import { FrameImpl } from '@stomp/stompjs'
import { errorReply } from '../../http/error-reply.ts'
import type { AppError } from '../../kernel/app-error.ts'
import { VERSIONS, type Version } from './versions.ts'

/** STOMP 1.2, CONNECTED: name and version of the server. */
const SERVER = 'carillon/1'

/** Headers in an ERROR frame about the frame that caused it. */
export type Cause = { receipt: string | undefined; destination: string | undefined }

/** CONNECTED. `heartBeat` is what this side can do and would like, in ms. */
export function connectedFrame(version: Version, sessionId: string, heartBeat: string): string {
  return encode(version, 'CONNECTED', {
    version,
    session: sessionId,
    server: SERVER,
    'heart-beat': heartBeat,
  })
}

/** RECEIPT for a frame that asked for one. */
export function receiptFrame(version: Version, receipt: string): string {
  return encode(version, 'RECEIPT', { 'receipt-id': receipt })
}

/** ERROR with the code, and the body, that the same refusal has over HTTP. */
export function errorFrame(version: Version, error: AppError, cause: Cause, requestId: string): string {
  const reply = errorReply(error, requestId)
  const headers = {
    message: reply.message,
    code: error.code,
    ...(cause.receipt !== undefined && { 'receipt-id': cause.receipt }),
    ...(cause.destination !== undefined && { destination: cause.destination }),
    ...(error.retryAfterSeconds !== undefined && {
      'retry-after': String(Math.ceil(error.retryAfterSeconds)),
    }),
    'content-type': 'application/json',
  }
  return encode(version, 'ERROR', headers, JSON.stringify(reply))
}

/** ERROR for a client with which there is no common version: STOMP 1.2, Protocol Negotiation. */
export function noVersionFrame(): string {
  const versions = VERSIONS.toReversed()
  const body = `Supported protocol versions are ${versions.join(' ')}`
  const headers = {
    version: versions.join(','),
    message: body,
    code: 'INVALID_INPUT',
    'content-type': 'text/plain',
  }
  return encode('1.2', 'ERROR', headers, body)
}

/** ERROR for bytes that are no STOMP. */
export function faultFrame(version: Version, fault: string): string {
  const headers = { message: fault, code: 'INVALID_INPUT', 'content-type': 'application/json' }
  return encode(
    version,
    'ERROR',
    headers,
    JSON.stringify({ success: false, message: fault, code: 'INVALID_INPUT' }),
  )
}

function encode(version: Version, command: string, headers: Record<string, string>, body?: string): string {
  const escapeHeaderValues = version !== '1.0'
  const lines = escapeHeaderValues ? headers : withoutLineEnds(headers)
  // Text in, text out: only a binary body gives bytes.
  return String(FrameImpl.marshall({ command, headers: lines, ...(body && { body }), escapeHeaderValues }))
}

/** STOMP 1.0 has no escapes. */
function withoutLineEnds(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[\r\n]/g, ' ')]),
  )
}
