import type { ServerResponse } from 'node:http'
import { AppError } from '../kernel/app-error.ts'

/**
 * Does work for a caller who waits for it in silence; its signal is aborted with CALLER_LEFT when the connection closes. The
 * work has a limit of its own for its time.
 */
export async function whileCalled<T>(
  reply: ServerResponse,
  work: (left: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController()
  const onClose = () => left.abort(new AppError('CALLER_LEFT'))
  reply.once('close', onClose)
  if (reply.destroyed) onClose()
  // Node gives a connection its own limit back with the next request.
  reply.socket?.setTimeout(0)
  try {
    return await work(left.signal)
  } finally {
    reply.off('close', onClose)
  }
}
