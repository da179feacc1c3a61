import { AppError } from '../../kernel/app-error.ts'
import type { Place } from '../places.ts'
import { type Frame, heldBytesOf } from './frame.ts'

export const MAX_TRANSACTIONS = 8
export const MAX_TRANSACTION_STEPS = 64
/** Of all open transactions of a connection together. */
export const MAX_TRANSACTION_BYTES = 64 * 1024
/** A program sends a transaction in one go: one that is open for longer has been forgotten, or is to hold memory. */
export const TRANSACTION_LIMIT_MS = 10_000
/** Cost of a transaction beside its name and its frames. */
const TRANSACTION_BYTES = 256

type Open = { begunMs: number; heldBytes: number; frames: Frame[] }

/** The frames that wait for their COMMIT on one connection, as text: read, their bodies would be twenty times as large. */
export class Transactions {
  readonly #place: Pick<Place, 'hold' | 'free'>
  readonly #open = new Map<string, Open>()
  #heldBytes = 0

  /** Counts the kept frames at `place` as well. */
  constructor(place: Pick<Place, 'hold' | 'free'>) {
    this.#place = place
  }

  begin(id: string, nowMs: number): void {
    if (this.#open.has(id))
      throw new AppError('INVALID_INPUT', { message: 'This transaction is open already' })
    if (this.#open.size >= MAX_TRANSACTIONS)
      throw new AppError('TOO_MANY_REQUESTS', { message: `More than ${MAX_TRANSACTIONS} transactions` })
    const open = { begunMs: nowMs, heldBytes: 0, frames: [] }
    this.#hold(open, TRANSACTION_BYTES + id.length)
    this.#open.set(id, open)
  }

  /** Keeps a frame until the COMMIT. Throws when there is no such transaction, or too much is held. */
  add(id: string, frame: Frame): void {
    const open = this.#require(id)
    if (open.frames.length >= MAX_TRANSACTION_STEPS)
      throw new AppError('TOO_MANY_REQUESTS', {
        message: `More than ${MAX_TRANSACTION_STEPS} frames in a transaction`,
      })
    this.#hold(open, heldBytesOf(frame))
    open.frames.push(frame)
  }

  /** Ends a transaction and gives its frames, to be done in order or dropped. */
  end(id: string): readonly Frame[] {
    const open = this.#require(id)
    this.#open.delete(id)
    this.#heldBytes -= open.heldBytes
    this.#place.free(open.heldBytes)
    return open.frames
  }

  /** Whether one has been open for too long. */
  hasExpired(nowMs: number): boolean {
    for (const { begunMs } of this.#open.values()) if (nowMs - begunMs >= TRANSACTION_LIMIT_MS) return true
    return false
  }

  #hold(open: Open, bytes: number): void {
    if (this.#heldBytes + bytes > MAX_TRANSACTION_BYTES)
      throw new AppError('BODY_TOO_LARGE', {
        message: `Open transactions hold more than ${MAX_TRANSACTION_BYTES} bytes`,
      })
    this.#place.hold(bytes)
    this.#heldBytes += bytes
    open.heldBytes += bytes
  }

  #require(id: string): Open {
    const open = this.#open.get(id)
    if (!open) throw new AppError('INVALID_INPUT', { message: 'There is no such transaction' })
    return open
  }
}
