import type { RawData, WebSocket } from 'ws'
import { TokenBucket } from '../../kernel/token-bucket.ts'

/** Clients have nothing to say here but `ping`. */
export const MESSAGE_RATE = { burst: 30, perSecond: 1 }
/** Messages that make no sense, or come too fast, before the socket is closed. */
export const MAX_BAD_MESSAGES = 20
/** Events that may come while the snapshot is being read. */
export const MAX_HELD = 100
/** One that has so much unread has stopped reading. */
export const MAX_UNSENT_BYTES = 256 * 1024
/** Pings without an answer before a peer is taken for dead. */
export const MAX_UNANSWERED_PINGS = 2
const POLICY_VIOLATION = 1008
const SERVER_FAULT = 1011
const CLOSE_TIMEOUT_MS = 1_000

export type PollSocketOptions = {
  /** Monotonic milliseconds. */
  now(): number
  onClose(): void
}

/**
 * One `/ws/polls/:broadcastId` connection. Owns the socket. Until `open` says what is shown at the moment, events are
 * held: they happened after that was read, or are in it.
 */
export class PollSocket {
  readonly #socket: WebSocket
  readonly #options: PollSocketOptions
  readonly #messages: TokenBucket
  #held: string[] | null = []
  #badMessages = 0
  #unansweredPings = 0

  constructor(socket: WebSocket, options: PollSocketOptions) {
    this.#socket = socket
    this.#options = options
    this.#messages = new TokenBucket(MESSAGE_RATE, options.now())
    socket.on('message', (message, isBinary) => this.#take(message, isBinary))
    socket.on('pong', () => this.#heard())
    socket.on('error', () => this.#giveUp())
    socket.on('close', () => options.onClose())
  }

  /** Sends what there is to see, null for nothing, and then what happened meanwhile. */
  open(snapshot: string | null): void {
    const held = this.#held ?? []
    this.#held = null
    if (snapshot !== null) this.send(snapshot)
    for (const event of held) this.send(event)
  }

  /** Closes a socket that could not be told what is shown: its peer comes again. */
  fail(): void {
    this.#close(SERVER_FAULT, 'Something went wrong')
  }

  /** Sends an encoded event; lets go of a peer that does not read. */
  send(event: string): void {
    if (this.#held) this.#hold(this.#held, event)
    else if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(event)
  }

  /** Pings the peer, or lets go of it when the last pings went unanswered. */
  checkAlive(): void {
    if (this.#unansweredPings >= MAX_UNANSWERED_PINGS) {
      this.#socket.terminate()
      return
    }
    this.#unansweredPings += 1
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  #hold(held: string[], event: string): void {
    if (held.length < MAX_HELD) held.push(event)
    else this.fail()
  }

  #heard(): void {
    this.#unansweredPings = 0
  }

  #take(raw: RawData, isBinary: boolean): void {
    this.#heard()
    const isPing = !isBinary && raw.toString() === 'ping'
    if (isPing && this.#messages.consume(1, this.#options.now())) this.#pong()
    else this.#countBad()
  }

  #pong(): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send('pong')
  }

  #countBad(): void {
    this.#badMessages += 1
    if (this.#badMessages === MAX_BAD_MESSAGES) this.#close(POLICY_VIOLATION, 'There is nothing to say here')
  }

  #close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#giveUp()
  }

  #giveUp(): void {
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }
}
