import type { Session } from '../http/session.ts'
import type { Batch } from './batch.ts'

/** Form of messages: in websocket messages as they are, in SockJS frames inside them, or in replies to xhr. */
export type Form = 'websocket' | 'sockJsWebsocket' | 'xhr'

/** The way out to one client, whatever transport carries it. */
export type Wire = {
  readonly form: Form
  /** Sends at once, or keeps it until the client asks. Nothing once closed. */
  write(batch: Batch): void
  /** Ends the connection after what was written; idempotent. The code is a websocket's. */
  close(code: number, reason: string): void
  /** Keeps what is open alive and lets go of who has stopped reading. To be called about once a second. */
  check(nowMs: number): void
}

/** Receiver of a client's messages from its transport. */
export type Inbox = {
  /** One message of the transport: STOMP frames, parts of them, or a heart-beat. */
  receive(message: Uint8Array): void
  /** The connection is gone, for whatever reason. Idempotent. */
  gone(): void
}

/** Session of the handshake that a connection counts for, null for a visitor, and its address. */
export type Occupant = { session: Session | null; address: string }

/** Caller who opens a connection. */
export type Caller = Occupant & {
  /** The station's origin as the caller named it. */
  origin: string
}

/** Dependencies of a transport. */
export type Transport = {
  /** Monotonic milliseconds in which the process ran. */
  now(): number
  /** Begins a connection of anyone who made the handshake. Throws as `requireRoom` does. */
  open(wire: Wire, caller: Caller): Inbox
  /** Throws TOO_MANY_REQUESTS when there is no room for one more connection of this caller. */
  requireRoom(caller: Occupant): void
  /** Network that an address counts as: itself, or its IPv6 network. */
  networkOf(address: string): string
  /** Told when a reader was let go because it did not read. */
  onStalled(): void
}

/** Room for a frame of the largest size inside the escapes of JSON; more is refused, by a websocket with 1009. */
export const MAX_MESSAGE_BYTES = 64 * 1024

/** A reader with so much unread, or with anything unread for this long, has stopped reading. */
export const MAX_UNREAD_BYTES = 1024 * 1024
export const MAX_UNREAD_MS = 10_000
