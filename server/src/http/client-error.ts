import type { Socket } from 'node:net'
import { ERRORS } from '@carillon/contract/errors'
import { endWithReply } from './raw-reply.ts'

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers bytes that are no HTTP, or headers over 16 KiB, and closes: there is no request to reply to. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { message } = ERRORS.INVALID_INPUT
  endWithReply(socket, STATUSES[error.code ?? ''] ?? 400, { success: false, message, code: 'INVALID_INPUT' })
}
