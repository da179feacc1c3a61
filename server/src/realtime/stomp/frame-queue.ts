import { AppError } from '../../kernel/app-error.ts'
import { TokenBucket } from '../../kernel/token-bucket.ts'
import type { Place } from '../places.ts'
import { type Decoded, Decoder, type RawFrame } from './decoder.ts'
import { heldBytesOf } from './frame.ts'

/** A page sends a few frames when it opens and one now and then. */
export const FRAME_RATE = { burst: 150, perSecond: 20 }
/** Frames that wait while one is at work, and all of their text. */
export const MAX_WAITING_FRAMES = 200
const MAX_WAITING_BYTES = 128 * 1024
/** A frame in several messages comes without a pause, or it does not come; with pauses it would be held for hours. */
const FRAME_PAUSE_MS = 500
export const FRAME_LIMIT_MS = 10_000

/** A frame to be done in its turn, or the fault after which nothing more can be read. */
export type Waiting = RawFrame | { fault: string }

/** Dependencies of a queue; its bytes are counted at `place`. */
export type FrameQueueOptions = {
  place: Pick<Place, 'hold' | 'free'>
  nowMs: number
  /** A frame that began did not end in time. */
  onUnendedFrame(): void
}

/** The frames of one connection that wait their turn, from the bytes as they come: bounded in number, size, rate and time. */
export class FrameQueue {
  readonly #options: FrameQueueOptions
  readonly #decoder = new Decoder()
  readonly #rate: TokenBucket
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #frameBegunMs: number | null = null
  #stopFrameLimit: (() => void) | null = null

  constructor(options: FrameQueueOptions) {
    this.#options = options
    this.#rate = new TokenBucket(FRAME_RATE, options.nowMs)
  }

  /** Takes bytes as they came. Throws TOO_MANY_REQUESTS. */
  push(message: Uint8Array, nowMs: number): void {
    this.#keep(this.#decoder.push(message), nowMs)
  }

  /** The next one to do; it waits no longer. */
  shift(): Waiting | undefined {
    const next = this.#waiting.shift()
    if (!next) return undefined
    const bytes = bytesOf(next)
    this.#waitingBytes -= bytes
    this.#options.place.free(bytes)
    return next
  }

  /** The connection is gone: drops what waits. Its place gives back what was held. */
  clear(): void {
    this.#stopFrameLimit?.()
    this.#waiting = []
  }

  #keep({ frames, fault }: Decoded, nowMs: number): void {
    if (frames.length > 0) this.#frameBegunMs = null
    this.#limitFrameTime(nowMs)
    const waiting = fault ? [...frames, { fault }] : frames
    const bytes = waiting.reduce((sum, each) => sum + bytesOf(each), 0)
    const isTooMuch = this.#waiting.length + waiting.length > MAX_WAITING_FRAMES
    if (
      isTooMuch ||
      this.#waitingBytes + bytes > MAX_WAITING_BYTES ||
      !this.#rate.consume(1 + frames.length, nowMs)
    )
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
    this.#options.place.hold(bytes)
    this.#waitingBytes += bytes
    this.#waiting.push(...waiting)
  }

  #limitFrameTime(nowMs: number): void {
    this.#stopFrameLimit?.()
    this.#stopFrameLimit = null
    this.#frameBegunMs = this.#decoder.isInFrame ? (this.#frameBegunMs ?? nowMs) : null
    if (this.#frameBegunMs === null) return
    const giveUp = () => this.#options.onUnendedFrame()
    if (nowMs - this.#frameBegunMs >= FRAME_LIMIT_MS) giveUp()
    else this.#stopFrameLimit = afterPause(FRAME_PAUSE_MS, giveUp)
  }
}

/** Does it after a pause, once what came meanwhile has been read; gives what prevents it. */
function afterPause(pauseMs: number, act: () => void): () => void {
  let acting: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    acting = setImmediate(act)
  }, pauseMs)
  return () => {
    clearTimeout(timer)
    clearImmediate(acting)
  }
}

function bytesOf(waiting: Waiting): number {
  return 'fault' in waiting ? waiting.fault.length : heldBytesOf(waiting)
}
