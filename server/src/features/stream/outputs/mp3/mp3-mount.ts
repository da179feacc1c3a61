import { Mp3Splitter } from '@carillon/media/mp3/frames'
import { FanOut } from '../../listeners/fan-out.ts'
import type { ListenerOpening } from '../../listeners/listener.ts'
import type { StreamFormat } from '../../listeners/stream-format.ts'
import { BURST_MS, type Mount } from '../../mount/mount.ts'
import { MountReader } from '../../mount/mount-reader.ts'
import { PageBuffer } from '../../mount/page-buffer.ts'
import type { Log } from '../../ports.ts'
import { EncoderProcess, MP3_BITS_PER_SECOND } from './encoder-process.ts'

/** Frames that go on together, as long as a page of the mount: 240 ms. */
export const FRAMES_PER_PAGE = 10
/** Without listeners it goes on for this long: who presses play again does not wait. */
export const LINGER_MS = 30_000
/** An encoder that lived for this long is started again at once. */
const STEADY_MS = 10_000
const FIRST_RESTART_MS = 1_000
export const MAX_RESTART_MS = 30_000
/** Time for the last frames at the end. */
const FINISH_LIMIT_MS = 1_000

export type Mp3MountOptions = {
  ffmpeg: string
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
  isLoopLate: () => boolean
}

// Members: an encoder process and those who listen to it begin and end together.
/**
 * A live mount once more as MP3, for browsers that cannot play Ogg Opus. One encoder for all who listen, while somebody
 * does; when it dies, their responses go on with the next one's frames. `publish` with each page, `tick` four times a second.
 */
export class Mp3Mount implements StreamFormat {
  readonly mimeType = 'audio/mpeg'
  readonly bitsPerSecond = MP3_BITS_PER_SECOND
  readonly carriesTitles = true
  readonly fanOut: FanOut
  readonly #pages = new PageBuffer()
  readonly #options: Mp3MountOptions
  readonly #reader: MountReader
  readonly #splitter = new Mp3Splitter()
  #encoder: EncoderProcess | null = null
  #waiting: Uint8Array[] = []
  #waitingFrames = 0
  #waitingMs = 0
  #startedMs = 0
  #restartMs = FIRST_RESTART_MS
  #restartTimer: NodeJS.Timeout | undefined
  #requestedMs = 0
  #isClosed = false

  constructor(mount: Mount, options: Mp3MountOptions) {
    this.#options = options
    this.#reader = new MountReader(mount)
    this.fanOut = new FanOut(this.#pages)
  }

  /** The process that encodes now; for tests that end it. */
  get pid(): number | undefined {
    return this.#encoder?.pid
  }

  /** Initial bytes for a new listener: about three seconds of whole frames, or nothing while they are being made. */
  opening(): ListenerOpening {
    this.#requestedMs = this.#options.now()
    if (!this.#isRunning) this.#begin()
    const { bytes, next } = this.#pages.join(this.#pages.lastPages(BURST_MS), this.#pages.end)
    return { bytes, next, back: null }
  }

  /** The mount has a page more. */
  publish(): void {
    const encoder = this.#encoder
    if (!encoder) return
    if (this.#reader.hasFallenBehind) encoder.kill()
    if (encoder.isBusy) return
    const bytes = this.#reader.read()
    if (bytes) encoder.write(bytes)
  }

  tick(): void {
    this.fanOut.tick()
    if (this.fanOut.size > 0) this.#requestedMs = this.#options.now()
    if (this.#isRunning && this.#options.now() - this.#requestedMs > LINGER_MS) this.#rest()
  }

  /** Gives everyone what is left and ends their responses; idempotent. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#restartTimer)
    await this.#finish()
    this.#flush()
    this.fanOut.close()
  }

  get #isRunning(): boolean {
    return this.#encoder !== null || this.#restartTimer !== undefined
  }

  /** From the mount's burst on: the first listener's own. */
  #begin(): void {
    if (this.#isClosed) return
    this.#start().write(this.#reader.open())
  }

  #restart(): void {
    this.#restartTimer = undefined
    this.#start().write(this.#reader.resume())
    this.publish()
  }

  #start(): EncoderProcess {
    this.#startedMs = this.#options.now()
    this.#splitter.reset()
    const encoder = new EncoderProcess(this.#options.ffmpeg, {
      onBytes: (bytes) => this.#take(bytes),
      onExit: (reason) => this.#onExit(encoder, reason),
    })
    this.#encoder = encoder
    return encoder
  }

  /** Nobody listens any more. What was made is not the burst of who comes later. */
  #rest(): void {
    const encoder = this.#encoder
    this.#encoder = null
    clearTimeout(this.#restartTimer)
    this.#restartTimer = undefined
    encoder?.kill()
    this.#forgetWaiting()
    this.#pages.clear()
  }

  #onExit(encoder: EncoderProcess, reason: string): void {
    if (this.#encoder !== encoder) return
    this.#encoder = null
    if (this.#isClosed) return
    const { log, now } = this.#options
    const wasSteady = now() - this.#startedMs >= STEADY_MS
    if (wasSteady) this.#restartMs = FIRST_RESTART_MS
    const waitMs = wasSteady ? 0 : this.#restartMs
    this.#restartMs = Math.min(MAX_RESTART_MS, this.#restartMs * 2)
    log.warn({ reason, waitMs }, 'The MP3 encoder ended; it is started again')
    this.#restartTimer = setTimeout(() => this.#restart(), waitMs).unref()
  }

  #take(bytes: Uint8Array): void {
    const frames = this.#splitter.push(bytes)
    if (frames.count === 0) return
    this.#waiting.push(frames.bytes)
    this.#waitingFrames += frames.count
    this.#waitingMs += frames.durationMs
    if (this.#waitingFrames >= FRAMES_PER_PAGE) this.#flush()
  }

  #flush(): void {
    if (this.#waitingFrames === 0) return
    this.#pages.append({ bytes: Buffer.concat(this.#waiting), durationMs: this.#waitingMs })
    this.#forgetWaiting()
    this.fanOut.publish(this.#options.isLoopLate())
  }

  #forgetWaiting(): void {
    this.#waiting = []
    this.#waitingFrames = 0
    this.#waitingMs = 0
  }

  async #finish(): Promise<void> {
    const encoder = this.#encoder
    if (!encoder) return
    const rest = this.#reader.rest()
    if (rest) encoder.write(rest)
    encoder.finish()
    const limit = setTimeout(() => encoder.kill(), FINISH_LIMIT_MS)
    await encoder.ended
    clearTimeout(limit)
  }
}
