import { CONNECT_LIMIT_MS } from '@carillon/contract/destination'
import type { Logger } from 'pino'
import { type Translate, toAppError } from '../../http/error-reply.ts'
import type { Authenticate, Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AppDestinationHandlers } from '../app-destinations.ts'
import { Batch } from '../batch.ts'
import type { Subscriptions } from '../broker.ts'
import type { Place } from '../places.ts'
import type { Caller, Form, Inbox, Wire } from '../wire.ts'
import { Acknowledgements } from './acknowledgements.ts'
import { COMMANDS, type Connection, type RequireSupervisor } from './commands.ts'
import { bearerToken, CONNECT_COMMANDS } from './connect.ts'
import { connectedFrame, errorFrame, faultFrame, noVersionFrame, receiptFrame } from './encode.ts'
import { type Frame, requireName } from './frame.ts'
import { FrameQueue, type Waiting } from './frame-queue.ts'
import { readHeaders } from './headers.ts'
import { agreeHeartBeat, HeartBeats, ownHeartBeat } from './heart-beat.ts'
import { SubscriptionSet } from './subscription-set.ts'
import { Transactions } from './transactions.ts'
import { negotiate, type Version } from './versions.ts'

/** Why a session is over; `message` is what a banned person reads. */
export type SessionEnd = { reason: string; message?: string | undefined }

/** Close codes of RFC 6455 s7.4.1, and those of the station. */
export const NORMAL = 1000
const PROTOCOL_ERROR = 1002
const SESSION_REVOKED = 4001

const HEART_BEAT = new Batch(['\n'])

/** Dependencies that all sessions of the station share. */
export type Station = {
  subscriptions: Subscriptions
  inlets: AppDestinationHandlers
  requireSupervisor: RequireSupervisor
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

/** Connection that a session begins with. */
export type Opening = { wire: Wire; place: Place; caller: Caller }

// Members: what a connection is to its commands, and one state that every frame reads and may end.
/**
 * One STOMP connection, from its first byte to its end. Frames are done one after the other, so that receipts tell the
 * truth about all that came before. STOMP 1.2, ERROR: whatever goes wrong is told, then the connection is closed.
 */
export class StompSession implements Inbox, Connection {
  readonly id = crypto.randomUUID()
  readonly inlets: AppDestinationHandlers
  readonly requireSupervisor: RequireSupervisor
  readonly subscriptions: SubscriptionSet
  readonly acknowledgements = new Acknowledgements()
  readonly transactions: Transactions
  readonly #station: Station
  readonly #wire: Wire
  readonly #place: Place
  readonly #frames: FrameQueue
  readonly #heartBeats: HeartBeats
  readonly #openedMs: number
  #session: Session | null
  #state: State = 'opening'
  #version: Version = '1.2'
  #isWorking = false

  constructor({ wire, place, caller }: Opening, station: Station) {
    this.#wire = wire
    this.#place = place
    this.#session = caller.session
    this.#station = station
    this.inlets = station.inlets
    this.requireSupervisor = station.requireSupervisor
    const nowMs = station.now()
    this.#openedMs = nowMs
    this.#heartBeats = new HeartBeats(nowMs)
    const onUnendedFrame = () => this.#end(faultFrame(this.#version, 'A frame did not end'))
    this.#frames = new FrameQueue({ place, nowMs, onUnendedFrame })
    this.transactions = new Transactions(place)
    this.subscriptions = new SubscriptionSet({
      subscriptions: station.subscriptions,
      acknowledgements: this.acknowledgements,
      place,
      origin: caller.origin,
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

  /** Form of its messages. */
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
    this.#heartBeats.noteReceived(nowMs)
    try {
      this.#frames.push(message, nowMs)
    } catch (error) {
      return void this.#fail(error)
    }
    if (!this.#isWorking) void this.#work()
  }

  gone(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#frames.clear()
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
    if (this.#heartBeats.isSilent(nowMs)) this.#end(faultFrame(this.#version, 'No heart-beat came'))
    else if (this.#heartBeats.isDue(nowMs)) this.#write(HEART_BEAT, nowMs)
  }

  /** The session is over: signed out, banned, or another role. Tells it on the person's queue, then closes. */
  endSession({ reason, message }: SessionEnd): void {
    const ended = { type: 'SESSION_ENDED', reason, ...(message !== undefined && { message }) }
    this.subscriptions.publish(ended, this.#station.now())
    this.close(SESSION_REVOKED, reason)
  }

  close(code: number, reason: string): void {
    if (this.#state === 'closed') return
    this.#wire.close(code, reason)
    this.gone()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let next = this.#frames.shift(); next; next = this.#frames.shift()) await this.#take(next)
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
    this.#heartBeats.agree(heartBeat)
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
    this.#heartBeats.noteSent(nowMs)
    this.#wire.write(batch)
    if (this.acknowledgements.isFull) this.close(PROTOCOL_ERROR, 'Too many messages wait for their ACK')
  }
}
