import type { ServerResponse } from 'node:http'
import type { Batch } from '../batch.ts'
import { type Inbox, MAX_UNREAD_BYTES, MAX_UNREAD_MS, type Transport, type Wire } from '../wire.ts'
import { arrayFrame, closeFrame, HEARTBEAT_FRAME, OPEN_FRAME } from './frames.ts'
import { Receiver, type ReceiverKind } from './receiver.ts'

/** SockJS 0.3.3, "Protocol": a client that does not ask again within this time is gone. */
export const DISCONNECT_DELAY_MS = 5_000
const HEARTBEAT_EVERY_MS = 25_000
const INTERRUPTED = closeFrame(1002, 'Connection interrupted')
const ANOTHER_OPEN = closeFrame(2010, 'Another connection still open')

// Members: the open reply and what waits for it are one state.
/**
 * A SockJS session over xhr: what the server says waits here for the reply that carries it. At most one reply is open;
 * without one for 5 s the session is gone.
 */
export class XhrSession implements Wire {
  readonly form = 'xhr'
  /** Owner, as every request of its client names it: nobody else may use it. */
  readonly owner: string
  readonly #transport: Pick<Transport, 'now' | 'onStalled'>
  #inbox: Inbox | null = null
  #receiver: Receiver | null = null
  #waiting: string[] = []
  #waitingBytes = 0
  #isOpened = false
  #closing: string | null = null
  #usedMs: number
  #unreadSinceMs: number | null = null

  constructor(owner: string, transport: Pick<Transport, 'now' | 'onStalled'>) {
    this.owner = owner
    this.#transport = transport
    this.#usedMs = transport.now()
  }

  /** Sets the receiver of the client's messages. To be called before anything else. */
  set inbox(inbox: Inbox) {
    this.#inbox = inbox
  }

  /** Takes an open reply for what the server says. Owns the response. */
  attach(response: ServerResponse, kind: ReceiverKind): void {
    const receiver = new Receiver(response, kind, (wasCut) => this.#detach(receiver, wasCut))
    if (this.#openReceiver) return void refuse(receiver, ANOTHER_OPEN)
    this.#receiver = receiver
    if (!this.#isOpened) this.#send(OPEN_FRAME)
    this.#isOpened = true
    this.#sendWaiting()
    if (this.#closing && this.#openReceiver) this.#finish(this.#closing)
  }

  /** Takes messages of the client. False once the session is over. */
  receive(messages: readonly string[]): boolean {
    if (this.#closing) return false
    for (const message of messages) this.#inbox?.receive(Buffer.from(message))
    return true
  }

  write(batch: Batch): void {
    if (this.#closing) return
    const receiver = this.#openReceiver
    if (!receiver) return void this.#keep(batch)
    this.#usedMs = this.#transport.now()
    receiver.send(batch.xhr)
    if (receiver.isStalled) this.#stalled()
  }

  close(code: number, reason: string): void {
    if (this.#closing) return
    this.#closing = closeFrame(code, reason)
    this.#usedMs = this.#transport.now()
    if (this.#openReceiver) this.#finish(this.#closing)
  }

  check(nowMs: number): void {
    const receiver = this.#openReceiver
    if (!receiver) return
    if (receiver.unreadBytes === 0) this.#unreadSinceMs = null
    else this.#unreadSinceMs ??= nowMs
    if (this.#unreadSinceMs !== null && nowMs - this.#unreadSinceMs >= MAX_UNREAD_MS)
      return void this.#stalled()
    if (nowMs - this.#usedMs >= HEARTBEAT_EVERY_MS) this.#send(HEARTBEAT_FRAME)
  }

  /** Whether nobody has asked for so long that it may be forgotten. */
  hasExpired(nowMs: number): boolean {
    return !this.#openReceiver && nowMs - this.#usedMs >= DISCONNECT_DELAY_MS
  }

  /** Ends what is left of it. */
  expire(): void {
    this.#closing ??= INTERRUPTED
    if (this.#openReceiver) this.#finish(this.#closing)
    this.#inbox?.gone()
  }

  get #openReceiver(): Receiver | null {
    return this.#receiver?.isOpen ? this.#receiver : null
  }

  #send(frame: string): void {
    this.#usedMs = this.#transport.now()
    this.#receiver?.send(`${frame}\n`)
  }

  #sendWaiting(): void {
    if (this.#waiting.length === 0 || !this.#openReceiver) return
    const frame = arrayFrame(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    this.#send(frame)
  }

  #keep(batch: Batch): void {
    this.#waiting.push(...batch.frames)
    this.#waitingBytes += batch.xhr.length
    if (this.#waitingBytes > MAX_UNREAD_BYTES) this.#stalled()
  }

  #stalled(): void {
    this.#transport.onStalled()
    this.#waiting = []
    this.#receiver?.cut()
    this.expire()
  }

  #finish(frame: string): void {
    this.#send(frame)
    this.#receiver?.end()
  }

  #detach(receiver: Receiver, wasCut: boolean): void {
    if (this.#receiver !== receiver) return
    this.#receiver = null
    this.#usedMs = this.#transport.now()
    // SockJS 0.3.3: what was on the way in a reply that was cut is lost, so the session is over.
    if (wasCut) this.expire()
  }
}

function refuse(receiver: Receiver, frame: string): void {
  receiver.send(`${frame}\n`)
  receiver.end()
}
