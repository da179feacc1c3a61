import type { IncomingMessage } from 'node:http'
import { AppError } from '../kernel/app-error.ts'
import type { ByteBudget } from './byte-budget.ts'

/** A body to be read: its limit, and the holder that it is counted for. */
export type BodyRequest = { maxBytes: number; holder: string }

/** Initial buffer of a body without a declared length; it grows with the body. */
const FIRST_BYTES = 1_024

/** Memory of a request that waits for its body, beside the body: its objects and those of its connection. */
export const REQUEST_BYTES = 8 * 1024

/**
 * The body of a request. Its room is counted before a byte has come, and taken once, however small the pieces are in which
 * it comes. Throws BODY_TOO_LARGE, TOO_MANY_REQUESTS where its place was given to another, and CALLER_LEFT; the rest is
 * then thrown away as it comes.
 */
export function readBody(
  payload: IncomingMessage,
  { maxBytes, holder }: BodyRequest,
  budget: ByteBudget,
): Promise<Buffer> {
  const declared = declaredLengthOf(payload)
  // Not every method is looked at before its body is: OPTIONS may have one.
  if ((declared ?? 0) > maxBytes) return Promise.reject(new AppError('BODY_TOO_LARGE'))
  // One that was destroyed while its session was looked up says nothing more, not even that it closed.
  if (payload.destroyed) return Promise.reject(new AppError('CALLER_LEFT'))
  return new Promise((resolve, reject) => {
    let room: Buffer | null = Buffer.allocUnsafeSlow(declared ?? Math.min(FIRST_BYTES, maxBytes))
    let length = 0
    let release = () => {}
    const finish = (settle: () => void) => {
      release()
      room = null
      payload.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      settle()
    }
    const refuse = (error: AppError) => finish(() => reject(error))
    const onData = (chunk: Buffer) => {
      if (!room) return
      if (length + chunk.length > maxBytes) return refuse(new AppError('BODY_TOO_LARGE'))
      if (length + chunk.length > room.length) room = grown(room, length + chunk.length, maxBytes)
      chunk.copy(room, length)
      length += chunk.length
    }
    const onEnd = () => {
      const body = room?.subarray(0, length) ?? Buffer.alloc(0)
      finish(() => resolve(body))
    }
    const onClose = () => refuse(new AppError('CALLER_LEFT'))
    payload.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
    release = budget.hold(holder, REQUEST_BYTES + (declared ?? maxBytes), () =>
      refuse(new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })),
    )
  })
}

/** RFC 9110 s8.6, as Node's parser has let it through; null for a body that comes in chunks. */
export function declaredLengthOf({ headers }: Pick<IncomingMessage, 'headers'>): number | null {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  if (coding !== undefined) return null
  return length === undefined ? 0 : Number(length)
}

function grown(room: Buffer, needed: number, maxBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(room.length * 2, needed), maxBytes))
  room.copy(larger)
  return larger
}
