import { CONNECT_LIMIT_MS } from '@carillon/contract/destination'
import type { Logger } from 'pino'
import { type Translate, toAppError } from '../../http/error-reply.ts'
import type { Authenticate, Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import { TokenBucket } from '../../kernel/token-bucket.ts'
import type { AppDestinationHandlers } from '../app-destinations.ts'
import { Batch } from '../batch.ts'
import type { Subscriptions } from '../broker.ts'
import type { Place } from '../places.ts'
import type { Form, Inbox, Wire } from '../wire.ts'
import { Acknowledgements } from './acknowledgements.ts'
import { COMMANDS, type Connection } from './commands.ts'
import { bearerToken, CONNECT_COMMANDS } from './connect.ts'
import { type Decoded, Decoder, type RawFrame } from './decoder.ts'
import { connectedFrame, errorFrame, faultFrame, noVersionFrame, receiptFrame } from './encode.ts'
import { type Frame, heldBytesOf, requireName } from './frame.ts'
import { readHeaders } from './headers.ts'
import {
  agreeHeartBeat,
  type HeartBeat,
  isBeatDue,
  isSilent,
  NO_HEART_BEAT,
  ownHeartBeat,
} from './heart-beat.ts'
import { SubscriptionSet } from './subscription-set.ts'
import { Transactions } from './transactions.ts'
import { negotiate, type Version } from './versions.ts'

/** Close codes of RFC 6455 s7.4.1, and those of the station. */
export const NORMAL = 1000
const PROTOCOL_ERROR = 1002
const SESSION_REVOKED = 4001

/** A page sends a few frames when it opens and one now and then. */
export const FRAME_RATE = { burst: 150, perSecond: 20 }
/** Frames that wait while one is at work, and all of their text. */
export const MAX_WAITING_FRAMES = 200
const MAX_WAITING_BYTES = 128 * 1024
/** A frame in several messages comes without a pause, or it does not come; with pauses it would be held for hours. */
const FRAME_PAUSE_MS = 500
export const FRAME_LIMIT_MS = 10_000
const HEART_BEAT = new Batch(['\n'])

/** What all sessions of the station share. */
export type Station = {
  subscriptions: Subscriptions
  inlets: AppDestinationHandlers
  authenticate: Authenticate
  translate: Translate
  log: Logger
  /** Monotonic milliseconds. */
  now(): number
  /** Whether this session ended after `sinceMs`: while it was looked up. */
  hasEndedSince(sinceMs: number, session: Session): boolean
  onGone(session: StompSession): void
}

type State = 'opening' | 'connected' | 'closed'
type Waiting = RawFrame | { fault: string }

/** What a connection begins with. */
export type Opening = { wire: Wire; place: Place; session: Session | null }

/**
 * One STOMP connection, from its first byte to its end. Frames are done one after the other, so that receipts tell the
 * truth about all that came before. STOMP 1.2, ERROR: whatever goes wrong is told, then the connection is closed.
 */
export class StompSession implements Inbox, Connection {
  readonly id = crypto.randomUUID()
  readonly inlets: AppDestinationHandlers
  readonly subscriptions: SubscriptionSet
  readonly acknowledgements = new Acknowledgements()
  readonly transactions: Transactions
  readonly #station: Station
  readonly #wire: Wire
  readonly #place: Place
  readonly #decoder = new Decoder()
  readonly #rate: TokenBucket
  readonly #openedMs: number
  #session: Session | null
  #state: State = 'opening'
  #version: Version = '1.2'
  #heartBeat: HeartBeat = NO_HEART_BEAT
  #sentMs: number
  #lastReceivedMs: number
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #isWorking = false
  #frameBegunMs: number | null = null
  #stopFrameLimit: (() => void) | null = null

  constructor({ wire, place, session }: Opening, station: Station) {
    this.#wire = wire
    this.#place = place
    this.#session = session
    this.#station = station
    this.inlets = station.inlets
    const nowMs = station.now()
    this.#openedMs = this.#sentMs = this.#lastReceivedMs = nowMs
    this.#rate = new TokenBucket(FRAME_RATE, nowMs)
    this.transactions = new Transactions(place)
    this.subscriptions = new SubscriptionSet({
      subscriptions: station.subscriptions,
      acknowledgements: this.acknowledgements,
      place,
      write: (batch, atMs) => this.#write(batch, atMs),
    })
  }

  get isOpen(): boolean {
    return this.#state !== 'closed'
  }

  get nowMs(): number {
    return this.#station.now()
  }

  get version(): Version {
    return this.#version
  }

  /** How it is carried. */
  get form(): Form {
    return this.#wire.form
  }

  /** Whose connection it is; null is a visitor. */
  get session(): Session | null {
    return this.#session
  }

  receive(message: Uint8Array): void {
    if (this.#state === 'closed') return
    const nowMs = this.#station.now()
    this.#lastReceivedMs = nowMs
    try {
      this.#keep(this.#decoder.push(message), nowMs)
    } catch (error) {
      return void this.#fail(error)
    }
    if (!this.#isWorking) void this.#work()
  }

  gone(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#stopFrameLimit?.()
    this.#waiting = []
    this.subscriptions.clear()
    this.#place.leave()
    this.#station.onGone(this)
  }

  /** Sends what time demands and ends what time has ended. To be called about once a second. */
  check(nowMs: number): void {
    this.#wire.check(nowMs)
    if (this.#state === 'opening' && nowMs - this.#openedMs > CONNECT_LIMIT_MS)
      this.#end(faultFrame(this.#version, 'CONNECT did not come in time'))
    if (this.#state !== 'connected') return
    // A COMMIT that waits for what came before it has come in time.
    if (!this.#isWorking && this.transactions.hasExpired(nowMs))
      return void this.#fail(new AppError('TRANSACTION_EXPIRED'))
    if (isSilent(this.#heartBeat, nowMs - this.#lastReceivedMs))
      this.#end(faultFrame(this.#version, 'No heart-beat came'))
    else if (isBeatDue(this.#heartBeat, nowMs - this.#sentMs)) this.#write(HEART_BEAT, nowMs)
  }

  /** The session is over: signed out, banned, or another role. Tells it on the person's queue, then closes. */
  endSession(reason: string): void {
    this.subscriptions.publish({ type: 'SESSION_ENDED', reason }, this.#station.now())
    this.close(SESSION_REVOKED, reason)
  }

  close(code: number, reason: string): void {
    if (this.#state === 'closed') return
    this.#wire.close(code, reason)
    this.gone()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#free(next)
      await this.#take(next)
    }
    this.#isWorking = false
  }

  async #take(waiting: Waiting): Promise<void> {
    if ('fault' in waiting) return void this.#end(faultFrame(this.#version, waiting.fault))
    const { command, body } = waiting
    const headers = readHeaders(command, waiting.headers, this.#version)
    if (!headers.ok) return void this.#end(faultFrame(this.#version, headers.error))
    const frame = { command, headers: headers.value, body }
    try {
      await this.#do(frame)
    } catch (error) {
      this.#fail(error, frame)
    }
  }

  async #do(frame: Frame): Promise<void> {
    if (this.#state === 'opening') return this.#connect(frame)
    if (CONNECT_COMMANDS.has(frame.command))
      throw new AppError('INVALID_INPUT', { message: 'This connection is open already' })
    const command = COMMANDS.get(frame.command)
    if (command) await command(this, frame)
    else if (frame.command !== 'DISCONNECT')
      throw new AppError('INVALID_INPUT', { message: `There is no command ${frame.command.slice(0, 40)}` })
    const receipt = frame.headers.has('receipt') ? requireName(frame, 'receipt') : undefined
    if (receipt !== undefined) this.#say(receiptFrame(this.#version, receipt))
    if (!command) this.close(NORMAL, 'Goodbye')
  }

  async #connect({ command, headers }: Frame): Promise<void> {
    if (!CONNECT_COMMANDS.has(command))
      throw new AppError('INVALID_INPUT', { message: 'CONNECT comes first' })
    const version = negotiate(headers.get('accept-version'))
    if (!version) return void this.#end(noVersionFrame())
    this.#version = version
    const heartBeat = agreeHeartBeat(headers.get('heart-beat'))
    if (!heartBeat) throw new AppError('INVALID_INPUT', { message: 'heart-beat is two numbers' })
    const token = bearerToken(headers)
    if (token !== null) this.#session = await this.#authenticate(token)
    // The connection may have gone meanwhile.
    if (this.#state === 'closed') return
    this.#heartBeat = heartBeat
    this.#state = 'connected'
    this.#say(connectedFrame(version, this.id, ownHeartBeat()))
  }

  async #authenticate(token: string): Promise<Session> {
    const askedMs = this.#station.now()
    const session = await this.#station.authenticate(token)
    if (!session || this.#station.hasEndedSince(askedMs, session)) throw new AppError('NOT_SIGNED_IN')
    return session
  }

  #fail(error: unknown, frame?: Frame): void {
    const known = toAppError(error, this.#station.translate)
    const requestId = crypto.randomUUID()
    if (known.status >= 500) this.#station.log.error({ err: error, reqId: requestId }, 'frame failed')
    const cause = { receipt: frame?.headers.get('receipt'), destination: frame?.headers.get('destination') }
    this.#end(errorFrame(this.#version, known, cause, requestId))
  }

  #end(frame: string): void {
    this.#say(frame)
    this.close(PROTOCOL_ERROR, 'See the ERROR frame')
  }

  #say(frame: string): void {
    this.#write(new Batch([frame]), this.#station.now())
  }

  #write(batch: Batch, nowMs: number): void {
    if (this.#state === 'closed') return
    this.#sentMs = nowMs
    this.#wire.write(batch)
    if (this.acknowledgements.isFull) this.close(PROTOCOL_ERROR, 'Too many messages wait for their ACK')
  }

  /** Keeps what was read until it is done. Throws TOO_MANY_REQUESTS. */
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
    this.#place.hold(bytes)
    this.#waitingBytes += bytes
    this.#waiting.push(...waiting)
  }

  #free(done: Waiting): void {
    const bytes = bytesOf(done)
    this.#waitingBytes -= bytes
    this.#place.free(bytes)
  }

  #limitFrameTime(nowMs: number): void {
    this.#stopFrameLimit?.()
    this.#stopFrameLimit = null
    this.#frameBegunMs = this.#decoder.isInFrame ? (this.#frameBegunMs ?? nowMs) : null
    if (this.#frameBegunMs === null) return
    const giveUp = () => this.#end(faultFrame(this.#version, 'A frame did not end'))
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
