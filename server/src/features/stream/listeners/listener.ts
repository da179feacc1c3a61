import type { Socket } from 'node:net'
import { NumberedPages } from '@carillon/media/ogg/renumber'
import type { Session } from '../../../http/session.ts'
import type { Batch, PageBuffer } from '../mount/page-buffer.ts'
import { connectionOf } from './kernel-send-queue.ts'
import { ScratchBuffer } from './scratch-buffer.ts'

/** Bytes a listener may send after its request before it is taken for something else. */
export const MAX_INBOUND_BYTES = 64 * 1024

/** Time that a listener who does not hang up is kept after the end of its stream. */
const FAREWELL_MS = 10_000

const scratchBuffer = new ScratchBuffer()

/**
 * Initial bytes for a new listener, the page to go on with, and how much lower its sequence numbers are; null for pages
 * that have no numbers.
 */
export type ListenerOpening = Batch & { back: number | null }

/** Gives bytes of the stream back with what belongs between them. */
export type InsertTitles = (bytes: Buffer) => Buffer

/** Way that pages go out to it: each at once, two in a write, or in batches. */
export type Delay = 'low' | 'medium' | 'batch'

/** The one that a request asks for; batches unless it does. */
export function delayOf(asked: unknown): Delay {
  return asked === 'low' || asked === 'medium' ? asked : 'batch'
}

export type ListenerEnd = 'left' | 'too slow' | 'ended'

/**
 * One response that never ends by itself. Owns the raw socket: HTTP has had its say, and what follows is pages. It keeps
 * no queue; `next` is the number of the page it needs, and while the socket still holds bytes it waits its turn.
 */
export class Listener {
  readonly socket: Socket
  readonly delay: Delay
  /** Whose ear it is; null on the public mount, which is nobody's business. */
  readonly session: Session | null
  next = 0
  /**
   * Difference between the mount's sequence numbers and this listener's: it hears pages 0, 1, 2 and on, with no gap.
   */
  #back: number | null = 0
  /** Puts titles between the bytes; null for who did not ask. */
  #insert: InsertTitles | null = null
  #inboundBytes = 0
  #end: ListenerEnd | null = null

  constructor(
    socket: Socket,
    delay: Delay,
    session: Session | null,
    onEnd: (listener: Listener, how: ListenerEnd) => void,
  ) {
    this.socket = socket
    this.delay = delay
    this.session = session
    socket.setTimeout(0)
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#discard(bytes.length))
    socket.on('end', () => socket.destroy())
    socket.on('error', () => socket.destroy()) // a listener's network is not our concern
    socket.on('close', () => onEnd(this, this.#end ?? 'left'))
  }

  /** Name of its connection, by both ends. */
  get connection(): string {
    return connectionOf(this.socket)
  }

  /** Response head, header pages and burst in one write. */
  open(head: string, opening: ListenerOpening, insert: InsertTitles | null = null): void {
    this.#insert = insert
    this.next = opening.next
    this.#back = opening.back
    this.socket.cork()
    this.socket.write(head, 'latin1')
    this.socket.write(this.#withTitles(opening.bytes))
    this.socket.uncork()
  }

  /** Writes what the listener has not got yet, or drops it when that is no longer there. */
  send(pages: PageBuffer): void {
    if (this.next < pages.start) {
      this.#drop('too slow')
      return
    }
    if (this.next === pages.end || this.socket.writableLength > 0) return
    const { bytes, next } = pages.read(this.next)
    this.next = next
    if (this.#back === null) this.socket.write(this.#withTitles(bytes))
    else scratchBuffer.write(this.socket, bytes, this.#back)
  }

  /** The last pages, and then the end of the response. */
  close(pages: PageBuffer): void {
    this.#end ??= 'ended'
    if (this.next < pages.start) return void this.socket.destroy()
    const { bytes } = pages.join(this.next, pages.end)
    if (this.#back !== null) new NumberedPages(bytes).lower(this.#back)
    this.end(this.#withTitles(bytes))
  }

  /** These bytes, and then the end of the response. */
  end(bytes: Uint8Array): void {
    this.#end ??= 'ended'
    this.socket.end(bytes)
    this.socket.setTimeout(FAREWELL_MS, () => this.socket.destroy())
  }

  /** Drops it as one that does not read: what was written is still unread, though no longer here. */
  dropStalled(): void {
    this.#drop('too slow')
  }

  /** Cuts the connection at once. */
  destroy(): void {
    this.#drop('ended')
  }

  #withTitles(bytes: Buffer): Buffer {
    return this.#insert ? this.#insert(bytes) : bytes
  }

  #drop(how: ListenerEnd): void {
    this.#end ??= how
    this.socket.destroy()
  }

  #discard(bytes: number): void {
    this.#inboundBytes += bytes
    if (this.#inboundBytes > MAX_INBOUND_BYTES) this.socket.destroy()
  }
}
