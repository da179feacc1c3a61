import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Mount } from '../../mount/mount.ts'
import { MountReader } from '../../mount/mount-reader.ts'
import type { Log } from '../../ports.ts'
import type { Output } from '../output.ts'
import type { SourceAddress } from './address.ts'
import { openSource, type Refusal } from './handshake.ts'

/** A try that is not answered within this is given up. */
const TRY_LIMIT_MS = 2_000
/** Between two tries; a connection that was accepted and lasted is tried again at once. */
const RETRY_MS = 1_000
/** Interval of tries after a refusal: asking more often would not be let in sooner. */
const RETRY_REFUSED_MS = 3_000
/** A source that was ended by an administrator's call is still there for a moment. */
const TAKEOVER_TRIES = 10
const TAKEOVER_PAUSE_MS = 100
/** Time for the last pages. */
const FAREWELL_MS = 1_000

export type IcecastFeedOptions = {
  address: SourceAddress
  stationName: string
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
  /** Ends whatever is the source of our mount; whether that could be done. */
  takeOver: () => Promise<boolean>
  /** Begins or ends to flow. */
  onChange: () => void
}

/** The pages of one mount as the source of an Icecast's. Connects at once and again and again, until closed. */
export class IcecastFeed implements Output {
  readonly #options: IcecastFeedOptions
  readonly #reader: MountReader
  readonly #closing = new AbortController()
  readonly #ended: Promise<void>
  #socket: Socket | null = null
  #loggedReason = ''

  constructor(mount: Mount, options: IcecastFeedOptions) {
    this.#options = options
    this.#reader = new MountReader(mount)
    this.#ended = this.#run()
  }

  /** Icecast has accepted us, and takes what we send. */
  get isFlowing(): boolean {
    return this.#socket !== null
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  publish(): void {
    const socket = this.#socket
    if (!socket) return
    if (this.#reader.hasFallenBehind) {
      this.drop('it takes nothing any more')
      return
    }
    if (socket.writableLength > 0) return
    const bytes = this.#reader.read()
    if (bytes) socket.write(bytes)
  }

  /** Gives the connection up, for the next try to open another one. */
  drop(why: string): void {
    if (!this.#socket) return
    this.#logRefusal({ reason: 'NO_ANSWER', detail: why })
    this.#socket.destroy()
  }

  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) this.#sayFarewell()
    await this.#ended
  }

  #sayFarewell(): void {
    const socket = this.#socket
    this.#closing.abort()
    if (!socket) return
    const rest = socket.writableLength === 0 ? this.#reader.rest() : null
    if (rest) socket.write(rest)
    socket.end()
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const waitMs = await this.#feedOnce()
      await pause(waitMs, undefined, { signal }).catch(() => undefined) // closed meanwhile
    }
  }

  /** One connection from its beginning to its end; gives how long to wait before the next. */
  async #feedOnce(): Promise<number> {
    const opened = await this.#open()
    if (!opened.ok) {
      this.#logRefusal(opened.refusal)
      const { reason } = opened.refusal
      return reason === 'UNREACHABLE' || reason === 'NO_ANSWER' ? RETRY_MS : RETRY_REFUSED_MS
    }
    const sinceMs = this.#options.now()
    await this.#flow(opened.socket)
    return this.#options.now() - sinceMs > RETRY_MS ? 0 : RETRY_MS
  }

  async #open() {
    const { address, stationName, takeOver } = this.#options
    const ask = { stationName, limitMs: TRY_LIMIT_MS, signal: this.#closing.signal }
    let opened = await openSource(address, ask)
    const isInUse = () => !opened.ok && opened.refusal.reason === 'MOUNT_IN_USE'
    if (!isInUse() || !(await takeOver())) return opened
    for (let tries = 0; isInUse() && tries < TAKEOVER_TRIES; tries++) {
      await pause(TAKEOVER_PAUSE_MS)
      opened = await openSource(address, ask)
    }
    return opened
  }

  async #flow(socket: Socket): Promise<void> {
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.resume() // it has nothing more to say to us
    socket.on('end', () => socket.destroy())
    socket.setKeepAlive(true)
    const { address, log, onChange } = this.#options
    if (this.#closing.signal.aborted) socket.destroy()
    else {
      socket.write(this.#reader.open())
      this.#socket = socket
      this.#loggedReason = ''
      log.info({ icecast: address.label }, 'Icecast takes the stream')
      onChange()
    }
    await ended
    this.#socket = null
    if (this.#closing.signal.aborted) return
    this.#logRefusal({ reason: 'UNREACHABLE', detail: 'the connection ended' })
    onChange()
  }

  /** Each trouble once, until the stream has flowed again. */
  #logRefusal({ reason, detail }: Refusal): void {
    const { address, log } = this.#options
    if (this.#closing.signal.aborted || this.#loggedReason === reason) return
    this.#loggedReason = reason
    log.warn({ icecast: address.label, reason, detail }, 'Icecast does not take the stream; it is tried on')
  }
}
