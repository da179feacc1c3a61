import type { WebSocket } from 'ws'
import { SERVER_FAULT, WebsocketPeer } from '../../http/websocket-peer.ts'

/** Clients have nothing to say here but `ping`. */
export const MESSAGE_RATE = { burst: 30, perSecond: 1 }
/** Messages that make no sense, or come too fast, before the socket is closed. */
export const MAX_BAD_MESSAGES = 20
/** Events that may come while the snapshot is being read. */
export const MAX_HELD = 100
/** More unsent than this, and the peer has stopped reading. */
export const MAX_UNSENT_BYTES = 256 * 1024
/** Pings without an answer before a peer is taken for dead. */
export const MAX_UNANSWERED_PINGS = 2

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
  readonly #peer: WebsocketPeer
  #held: string[] | null = []

  constructor(socket: WebSocket, { now, onClose }: PollSocketOptions) {
    this.#peer = new WebsocketPeer(socket, {
      now,
      pingEveryMs: 0,
      maxUnansweredPings: MAX_UNANSWERED_PINGS,
      maxUnsentBytes: MAX_UNSENT_BYTES,
      messageRate: MESSAGE_RATE,
      maxBadMessages: MAX_BAD_MESSAGES,
      onMessage: (message, isBinary) => this.#receive(message, isBinary),
      onClose,
    })
  }

  /** Sends what there is to see, null for nothing, and then what happened meanwhile. */
  open(snapshot: string | null): void {
    const held = this.#held ?? []
    this.#held = null
    if (snapshot !== null) this.send(snapshot)
    for (const event of held) this.send(event)
  }

  /** Closes a socket that could not be sent what is shown: its peer comes again. */
  fail(): void {
    this.#peer.close(SERVER_FAULT, 'Something went wrong')
  }

  /** Sends an encoded event; cuts a peer that does not read. */
  send(event: string): void {
    if (this.#held) this.#hold(this.#held, event)
    else this.#peer.sendOrCut(event)
  }

  /** Pings the peer, or cuts it when the last pings went unanswered. */
  checkAlive(): void {
    this.#peer.checkAlive()
  }

  #hold(held: string[], event: string): void {
    if (held.length < MAX_HELD) held.push(event)
    else this.fail()
  }

  #receive(message: Buffer, isBinary: boolean): void {
    const isPing = !isBinary && message.toString() === 'ping'
    if (isPing && this.#peer.isWithinRate()) this.#peer.send('pong')
    else this.#peer.countBad('This socket takes no messages')
  }
}
