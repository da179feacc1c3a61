import type { Socket } from 'node:net'
import type { CurrentSource } from '@carillon/contract/encoder/schemas'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import { OggOpusDemuxer } from '@carillon/media/ogg/demuxer'
import { durationInSamples } from '@carillon/media/opus/packet'
import type { BodyReader } from '../../../../http/body-reader.ts'
import type { Session } from '../../../../http/session.ts'
import { TokenBucket } from '../../../../kernel/token-bucket.ts'
import { SAMPLES_PER_MS } from '../../mount/pacer.ts'
import type { Source, SourcePlace } from '../source.ts'
import { closeConnection } from './close-connection.ts'
import {
  BROKEN_HTTP,
  type EncoderEnd,
  endOf,
  LOW_QUALITY,
  SENT_ALL,
  STOPPED,
  unreadable,
} from './encoder-end.ts'
import { Playout } from './playout.ts'
import { isPoorHead } from './read-beginning.ts'

/** Four times what Opus needs at most, and a quarter of a minute of that at once. Beyond it the program has to wait. */
export const BYTE_RATE = { burst: 1024 * 1024, perSecond: 256 * 1024 }
const EASE_MS = 250
/** A program without sound for this long is gone, or hangs. It comes back by itself. */
export const SILENT_AFTER_MS = 20_000
/** Lead of an encoder's sound over the clock at most: buffers at the start, and the clocks of a long night. */
export const MAX_AHEAD_MS = 30_000
const BITRATE_SECONDS = 5

const REASON_OF_CODE: Record<number, EncoderEnd['reason']> = {
  [SOURCE_CLOSE.SUPERSEDED]: 'REPLACED',
  [SOURCE_CLOSE.BROADCAST_ENDED]: 'ENDED',
  [SOURCE_CLOSE.SESSION_REVOKED]: 'TURNED_AWAY',
}

type TimedPacket = { bytes: Uint8Array; durationInSamples: number }

export type EncoderSourceOptions = {
  session: Session
  /** Name that the program gives itself. */
  program: string | null
  body: BodyReader
  /** Monotonic milliseconds. */
  now: () => number
  /** Wall clock, for what is shown. */
  since: Date
  /** The last words to a program whose request has an end; empty where it has been answered. */
  farewell: string
  /** Called once, before the place's `onClose`. */
  onEnd: (end: EncoderEnd) => void
}

// Members: a socket, its demuxer and its playout, which end together.
/**
 * A program of the DJ's own as the source: the endless body of its request is Ogg Opus, whose packets go to the mount as
 * they are. Owns the socket, the demuxer and the playout.
 */
export class EncoderSource implements Source {
  readonly kind = 'ENCODER'
  readonly session: Session
  readonly #socket: Socket
  readonly #options: EncoderSourceOptions
  #place: SourcePlace
  readonly #demuxer = new OggOpusDemuxer()
  readonly #playout = new Playout<TimedPacket>()
  readonly #byteBudget: TokenBucket
  #timer: NodeJS.Timeout | null = null
  #receivedBytes = 0
  #receivedSamples = 0
  #droppedChunks = 0
  #firstPacketMs: number | null = null
  #lastPacketMs: number
  /** Received bytes at each of the last seconds. */
  #history: number[] = [0]
  #end: EncoderEnd | null = null

  constructor(socket: Socket, options: EncoderSourceOptions, place: SourcePlace) {
    const now = options.now()
    this.session = options.session
    this.#socket = socket
    this.#options = options
    this.#place = place
    this.#byteBudget = new TokenBucket(BYTE_RATE, now)
    this.#lastPacketMs = now
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('end', () => this.#leave(STOPPED))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#closed())
  }

  moveTo(place: SourcePlace): void {
    this.#place = place
  }

  /** There is nobody to tell: the protocol has no words for it. The DJ's page asks. */
  report(): void {}

  warnOfSilence(): void {}

  reportStandIn(): void {}

  checkAlive(): void {
    this.#history = [...this.#history, this.#receivedBytes].slice(-BITRATE_SECONDS - 1)
    if (this.#options.now() - this.#lastPacketMs <= SILENT_AFTER_MS) return
    this.#leave(endOf('SILENT', 'No audio from your encoder for 20 s.'))
  }

  close(code: number, reason: string): void {
    this.#leave(endOf(REASON_OF_CODE[code] ?? 'LEFT', reason))
  }

  /** Returns the state of the reception. */
  snapshot(): CurrentSource {
    const { program, since } = this.#options
    const seconds = this.#history.length - 1
    const bytes = (this.#history.at(-1) ?? 0) - (this.#history[0] ?? 0)
    return {
      kind: 'ENCODER',
      program,
      since: since.toISOString(),
      bitrate: seconds > 0 ? Math.round((bytes * 8) / seconds) : null,
      receivedBytes: this.#receivedBytes,
      bufferedMs: Math.round(this.#playout.waitingMs) + this.#place.mount.bufferedMs,
      droppedChunks: this.#droppedChunks,
    }
  }

  /** Takes bytes of the connection; the first ones may have come with the request's head. */
  #receive(bytes: Uint8Array): void {
    if (this.#end) return
    this.#receivedBytes += bytes.length
    if (!this.#byteBudget.consume(bytes.length, this.#options.now())) this.#ease()
    const body = this.#options.body.push(bytes)
    if (!body.ok) {
      this.#leave(BROKEN_HTTP)
      return
    }
    for (const part of body.parts) this.#takeBody(part)
    if (body.isOver) this.#leave(SENT_ALL)
  }

  #takeBody(bytes: Uint8Array): void {
    if (this.#end) return
    const result = this.#demuxer.push(bytes)
    if (!result.ok) {
      this.#leave(unreadable(result.error, result.codec))
      return
    }
    if (result.events.some(isPoorHead)) {
      this.#leave(LOW_QUALITY)
      return
    }
    this.#takePackets(
      result.events.flatMap((event) =>
        event.type === 'packet'
          ? [{ bytes: event.data, durationInSamples: durationInSamples(event.data) }]
          : [],
      ),
    )
  }

  #takePackets(packets: readonly TimedPacket[]): void {
    if (packets.length === 0) return
    const now = this.#options.now()
    this.#lastPacketMs = now
    this.#firstPacketMs ??= now
    for (const packet of packets) this.#receivedSamples += packet.durationInSamples
    if (this.#receivedSamples / SAMPLES_PER_MS - (now - this.#firstPacketMs) > MAX_AHEAD_MS) {
      this.#leave(endOf('TOO_FAST', 'Your encoder sends faster than the sound plays. In ffmpeg, add -re.'))
      return
    }
    const droppedBefore = this.#playout.droppedInSamples
    this.#playout.push(packets, now)
    if (this.#playout.droppedInSamples > droppedBefore) this.#droppedChunks++
    this.#playDue()
  }

  #playDue(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const now = this.#options.now()
    const due = this.#playout.take(now).map(({ bytes }) => bytes)
    if (!this.#place.feed.push(due)) this.#droppedChunks++
    const waitMs = this.#end ? null : this.#playout.waitMs(now)
    if (waitMs !== null) this.#timer = setTimeout(() => this.#playDue(), waitMs)
  }

  /** Reads no further for a moment: TCP makes the program wait. */
  #ease(): void {
    this.#socket.pause()
    setTimeout(() => this.#socket.resume(), EASE_MS).unref()
  }

  #leave(end: EncoderEnd): void {
    if (this.#end) return
    this.#end = end
    // What waits to be played is nobody's any more: a program may take its time to go.
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    closeConnection(this.#socket, this.#options.farewell)
  }

  #closed(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#end ??= endOf('LEFT', 'The connection to your encoder was lost.')
    this.#options.onEnd(this.#end)
    this.#place.onClose(this)
  }
}
