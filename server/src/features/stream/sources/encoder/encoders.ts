import type { Socket } from 'node:net'
import type { EncoderNote } from '@carillon/contract/encoder/schemas'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { BodyReader } from '../../../../http/body-reader.ts'
import type { RequestHead } from '../../../../http/request-head.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { OnAirBroadcast } from '../../on-air/on-air-broadcast.ts'
import {
  authenticateEncoder,
  type EncoderGrant,
  requireFreePlace,
  requireOgg,
  requirePlace,
} from './admit.ts'
import { closeConnection } from './close-connection.ts'
import type { EncoderEnd } from './encoder-end.ts'
import { EncoderSource } from './encoder-source.ts'
import { EncoderStates } from './encoder-state.ts'
import { hashPassword, newPassword } from './password.ts'
import { createPasswordTries, type PasswordTries } from './password-tries.ts'
import type { EncoderContext } from './ports.ts'
import { readBeginning } from './read-beginning.ts'
import { deletePassword, deletePasswordsOf, findPassword, savePassword } from './store.ts'

/**
 * For how long a program that took over keeps its place against others, counted from the last one that tried: two programs
 * that reconnect by themselves would throw each other out for ever, and listeners hear neither.
 */
const CONTEST_MS = 60_000

/** Another program is heard and has just taken over. */
class TwoProgramsError extends AppError {
  constructor() {
    super('SOURCE_TAKEN', { message: 'Two encoders want to send for this show. Stop one of them.' })
  }
}

/** Request of an encoder that was let in, with its callbacks. */
export type EncoderRequest = {
  program: string | null
  /** A reader of the body, from its beginning. */
  openBody(): BodyReader
  /** Says that the body is wanted. Called once, when it may become a source by all that is known before its sound. */
  welcome(): void
  farewell: string
}

/** The passwords for encoders and who is let in with them. Holds what is known of each broadcast's encoder. */
export class Encoders {
  readonly #context: EncoderContext
  readonly #states = new EncoderStates()
  readonly #tries: PasswordTries

  constructor(context: EncoderContext) {
    this.#context = context
    this.#tries = createPasswordTries(context)
    context.bus.on('encoder-withdrawn', ({ broadcastId }) => this.#turnAway(broadcastId))
    context.bus.on('encoder-contest', ({ broadcastId }) => this.#markContested(broadcastId))
    context.bus.on('encoder-note', ({ broadcastId, note }) => {
      this.state(broadcastId).note = note
    })
  }

  state(broadcastId: number) {
    return this.#states.of(broadcastId)
  }

  /**
   * Returns the grant that belongs to a password. Throws TOO_MANY_ATTEMPTS, ENCODER_PASSWORD, FORBIDDEN, WRONG_STATE.
   */
  async authenticate(authorization: string | undefined, address: string): Promise<EncoderGrant> {
    if (this.#context.isClosing()) throw new AppError('SHUTTING_DOWN')
    return authenticateEncoder(this.#context, await this.#tries.take(authorization, address))
  }

  /** Lets a request in that may be a source now. Throws what `authenticate` throws, and why it may not be one. */
  async admit(head: RequestHead, address: string): Promise<EncoderGrant> {
    const grant = await this.authenticate(head.headers.get('authorization'), address)
    await this.#noting(grant, async () => {
      requireOgg(head)
      await requirePlace(this.#context.stream, this.#context, grant)
    })
    return grant
  }

  /**
   * Puts a connection on the air once it has begun to send what can be heard; until then the source is the one before it.
   * Throws, before the connection was answered, when that has become impossible since it was let in.
   */
  async connect(grant: EncoderGrant, socket: Socket, request: EncoderRequest): Promise<void> {
    await this.#noting(grant, async () => void this.#requireGrant(grant))
    const state = this.state(grant.broadcastId)
    const arriving = new AbortController()
    state.arriving?.abort()
    state.arriving = arriving
    request.welcome()
    const end = await readBeginning(socket, request.openBody(), arriving.signal)
    if (state.arriving === arriving) state.arriving = null
    // One that was given up has not failed: another one came, or its password was withdrawn.
    if (end && !arriving.signal.aborted) this.#note(grant.broadcastId, end)
    if (end || !(await this.#isPutOnAir(grant, socket, request))) closeConnection(socket, request.farewell)
  }

  /** Whether that went well. The program has been answered: only the DJ can be told why not. */
  async #isPutOnAir(grant: EncoderGrant, socket: Socket, request: EncoderRequest): Promise<boolean> {
    try {
      await this.#noting(grant, async () => this.#putOnAir(grant, socket, request))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** Checks again whatever may have changed since it was let in. */
  #requireGrant({ broadcastId, session, askedMs }: EncoderGrant) {
    const { stream } = this.#context
    const { withdrawnMs } = this.state(broadcastId)
    if (withdrawnMs >= askedMs || stream.revocations.hasEndedSince(askedMs, session))
      throw new AppError('ENCODER_PASSWORD')
    const onAir = requireFreePlace(stream, broadcastId, session.person)
    if (this.#isContested(broadcastId, onAir)) {
      this.#noteContest(broadcastId)
      throw new TwoProgramsError()
    }
    return onAir
  }

  /** Whether the program on the air is heard, and was the one that took over last: then the place is its own. */
  #isContested(broadcastId: number, { state }: OnAirBroadcast): boolean {
    const sinceMs = this.#context.now() - this.state(broadcastId).contestedMs
    return state.source?.kind === 'ENCODER' && !state.isRecovering && sinceMs < CONTEST_MS
  }

  /** The program that lost may try again at any instance. */
  #noteContest(broadcastId: number): void {
    this.#markContested(broadcastId)
    this.#context.bus.send('encoder-contest', { broadcastId })
  }

  #markContested(broadcastId: number): void {
    this.state(broadcastId).contestedMs = this.#context.now()
  }

  #putOnAir(grant: EncoderGrant, socket: Socket, request: EncoderRequest): void {
    const { broadcastId, session, passwordAt } = grant
    const { now, clock, log } = this.#context
    const state = this.state(broadcastId)
    const onAir = this.#requireGrant(grant)
    const { program, farewell } = request
    const body = request.openBody()
    const since = new Date(clock.now())
    if (onAir.state.source?.kind === 'ENCODER') this.#noteContest(broadcastId)
    onAir.connectSource((place) => {
      const onEnd = (end: EncoderEnd) => this.#ended(broadcastId, source, end)
      const source = new EncoderSource(socket, { session, program, body, farewell, now, since, onEnd }, place)
      state.source = source
      state.passwordAt = passwordAt
      return source
    })
    this.#setNote(broadcastId, null)
    log.info({ broadcastId, program, userId: session.person.id }, 'An encoder is the source')
  }

  /** Makes the password of a broadcast for a person; the one before is dead, and its source. Gives it, this once. */
  async renew(broadcastId: number, userId: number): Promise<string> {
    const { db, clock } = this.#context
    const password = newPassword()
    const hash = hashPassword(password)
    await savePassword(db, hash, { broadcastId, userId, createdAt: new Date(clock.now()) })
    this.#tries.know(hash)
    this.#withdrawn(broadcastId)
    return password
  }

  /** Takes the password of a broadcast away, and its source. */
  async withdraw(broadcastId: number): Promise<void> {
    await deletePassword(this.#context.db, broadcastId)
    this.#withdrawn(broadcastId)
  }

  /**
   * Takes away what a person has made: their sessions have ended, or their role is another. Their sources were closed with
   * the sessions; a program that knocked until a password was gone may have found it, so a source that came with it goes then.
   */
  async withdrawOf(userId: number): Promise<void> {
    for (const broadcastId of await deletePasswordsOf(this.#context.db, userId)) this.#withdrawn(broadcastId)
  }

  /** Closes the programs connected here whose password is no more, or another: the message about it was lost. */
  async closeWithdrawn(): Promise<void> {
    for (const broadcastId of this.#states.connected()) {
      const state = this.state(broadcastId)
      const { source, passwordAt } = state
      const stored = await findPassword(this.#context.db, broadcastId)
      if (state.source === source && stored?.createdAt.getTime() !== passwordAt?.getTime())
        this.#turnAway(broadcastId)
    }
  }

  /** Ends the connections that are no source yet; those of sources end with their broadcasts. */
  close(): void {
    for (const arriving of this.#states.arriving()) arriving.abort()
  }

  #withdrawn(broadcastId: number): void {
    this.#turnAway(broadcastId)
    this.#context.bus.send('encoder-withdrawn', { broadcastId })
  }

  #turnAway(broadcastId: number): void {
    const state = this.state(broadcastId)
    state.withdrawnMs = this.#context.now()
    this.#context.stream.letProgramBack(broadcastId)
    state.arriving?.abort()
    state.arriving = null
    state.source?.close(SOURCE_CLOSE.SESSION_REVOKED, 'Its password is no longer valid.')
    state.note = null
  }

  #ended(broadcastId: number, source: EncoderSource, end: EncoderEnd): void {
    const state = this.state(broadcastId)
    this.#context.log.info({ broadcastId, ...end }, 'An encoder is gone')
    if (state.source !== source) return
    state.source = null
    const onAir = this.#context.stream.find(broadcastId)
    const isOnOtherInstance = onAir && !onAir.leads && onAir.state.source?.kind === 'ENCODER'
    if (!isOnOtherInstance) this.#note(broadcastId, end)
  }

  /** Refusals of who knows the password are shown to the DJ, who can do something about it. */
  async #noting({ broadcastId }: EncoderGrant, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof AppError)
        this.#note(broadcastId, {
          reason: error instanceof TwoProgramsError ? 'TWO_PROGRAMS' : 'TURNED_AWAY',
          message: error.message,
        })
      throw error
    }
  }

  #note(broadcastId: number, note: Omit<EncoderNote, 'at'>): void {
    this.#setNote(broadcastId, { ...note, at: new Date(this.#context.clock.now()).toISOString() })
  }

  /** The DJ's page may be at any instance. */
  #setNote(broadcastId: number, note: EncoderNote | null): void {
    this.state(broadcastId).note = note
    this.#context.bus.send('encoder-note', { broadcastId, note })
  }
}
