import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { type Batch, websocketText } from './batch.ts'
import { closeFrame, HEARTBEAT_FRAME } from './sockjs/frames.ts'
import { UnfinishedMessage } from './unfinished-message.ts'
import { type Form, MAX_UNREAD_BYTES, MAX_UNREAD_MS, type Wire } from './wire.ts'

/** How messages look inside the websocket: as they are, or in SockJS frames. */
export type WebsocketForm = Exclude<Form, 'xhr'>

const PING_EVERY_MS = 25_000
/** Browsers answer a ping at once; this long without any answer and nobody is there. */
export const DEAD_AFTER_MS = 60_000
const CLOSE_LIMIT_MS = 1_000
const CLOSED = 1000
const PROTOCOL_ERROR = 1002

export type WebsocketWireOptions = {
  socket: WebSocket
  /** The connection below the websocket: messages that many readers share are written there as ready-made bytes. */
  stream: Socket
  form: WebsocketForm
  nowMs: number
  /** Told when a reader was let go because it did not read. */
  onStalled(): void
}

/** A websocket as a way out. Owns the socket. */
export class WebsocketWire implements Wire {
  readonly #options: WebsocketWireOptions
  readonly #unfinished: UnfinishedMessage
  #heardMs: number
  #pingedMs: number
  #unreadSinceMs: number | null = null
  #isClosed = false

  constructor(options: WebsocketWireOptions) {
    this.#options = options
    this.#unfinished = new UnfinishedMessage(options.stream)
    this.#heardMs = this.#pingedMs = options.nowMs
  }

  get form(): WebsocketForm {
    return this.#options.form
  }

  write(batch: Batch): void {
    const { stream, form } = this.#options
    if (this.#isClosed) return
    // The websocket library writes its own frames whole and at once, so that these never come between.
    stream.write(batch[form])
    if (stream.writableLength > MAX_UNREAD_BYTES) this.#cut()
  }

  close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { socket, stream, form } = this.#options
    const isOpen = socket.readyState === socket.OPEN
    if (form === 'sockJsWebsocket' && isOpen) stream.write(websocketText(closeFrame(code, reason)))
    socket.close(form === 'sockJsWebsocket' ? CLOSED : code, reason)
    setTimeout(() => socket.terminate(), CLOSE_LIMIT_MS).unref()
  }

  check(nowMs: number): void {
    if (this.#isClosed) return
    if (this.#isStalled(nowMs)) return void this.#cut()
    if (this.#unfinished.isOverdue(nowMs)) return void this.close(PROTOCOL_ERROR, 'A message did not end')
    if (nowMs - this.#heardMs > DEAD_AFTER_MS) return void this.#options.socket.terminate()
    if (nowMs - this.#pingedMs < PING_EVERY_MS) return
    this.#pingedMs = nowMs
    this.#keepAlive()
  }

  /** A message, ping or pong has come, which is life. */
  heard(nowMs: number, payloadBytes: number): void {
    this.#heardMs = nowMs
    this.#unfinished.took(payloadBytes)
  }

  #keepAlive(): void {
    const { socket, stream, form } = this.#options
    if (form === 'sockJsWebsocket') stream.write(SOCKJS_HEARTBEAT)
    socket.ping()
  }

  #isStalled(nowMs: number): boolean {
    if (this.#options.stream.writableLength === 0) this.#unreadSinceMs = null
    else this.#unreadSinceMs ??= nowMs
    return this.#unreadSinceMs !== null && nowMs - this.#unreadSinceMs >= MAX_UNREAD_MS
  }

  #cut(): void {
    this.#isClosed = true
    this.#options.onStalled()
    this.#options.socket.terminate()
  }
}

const SOCKJS_HEARTBEAT = websocketText(HEARTBEAT_FRAME)
