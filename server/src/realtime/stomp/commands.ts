import { APP_DESTINATIONS } from '@carillon/contract/destination'
import type { Person } from '@carillon/contract/roles'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AppDestinationHandlers } from '../app-destinations.ts'
import {
  type AppDestinationName,
  isSupervised,
  requireAppDestination,
  requireDestination,
} from '../destinations.ts'
import { type Acknowledged, type Acknowledgements, acknowledged } from './acknowledgements.ts'
import { type Frame, jsonBody, requireHeader, requireName } from './frame.ts'
import type { SubscriptionSet } from './subscription-set.ts'
import type { Transactions } from './transactions.ts'
import type { Version } from './versions.ts'

/** A connection as its commands see it. */
export type Connection = {
  readonly id: string
  /** False once it has ended: nothing more is done for it. */
  readonly isOpen: boolean
  readonly version: Version
  readonly session: Session | null
  readonly inlets: AppDestinationHandlers
  readonly requireSupervisor: RequireSupervisor
  /** Monotonic milliseconds. */
  readonly nowMs: number
  readonly subscriptions: SubscriptionSet
  readonly acknowledgements: Acknowledgements
  readonly transactions: Transactions
}

/** Throws NOT_FOUND or FORBIDDEN unless the person supervises the broadcast: its DJ, or staff. */
export type RequireSupervisor = (person: Person, broadcastId: number) => Promise<void>

type Command = (connection: Connection, frame: Frame) => void | Promise<void>

/** Body of clients that have nothing to send. */
const NO_BODY = '{}'

/** Step that a transaction can hold. */
type Step = {
  /** Throws for what cannot be done, whenever it comes. */
  check(connection: Connection, frame: Frame): void
  act: Command
}

const SEND: Step = { check: checkSend, act: send }
const ACKNOWLEDGE: Step = {
  check: ({ version }, frame) => void requireNamed(frame, version),
  act: acknowledge,
}
const STEPS: ReadonlyMap<string, Step> = new Map([
  ['SEND', SEND],
  ['ACK', ACKNOWLEDGE],
  ['NACK', ACKNOWLEDGE],
])

/** Commands of a connected client. They throw an AppError for what cannot be done. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['SEND', doOrKeep],
  ['ACK', doOrKeep],
  ['NACK', doOrKeep],
  ['SUBSCRIBE', subscribe],
  ['UNSUBSCRIBE', ({ subscriptions, version }, frame) => subscriptions.remove(frame, version)],
  ['BEGIN', ({ transactions, nowMs }, frame) => transactions.begin(requireName(frame, 'transaction'), nowMs)],
  ['COMMIT', commit],
  ['ABORT', ({ transactions }, frame) => void transactions.end(requireHeader(frame, 'transaction'))],
])

/** Does a frame, or checks and keeps it for its COMMIT when it is part of a transaction. */
function doOrKeep(connection: Connection, frame: Frame): void | Promise<void> {
  const transaction = frame.headers.get('transaction')
  if (transaction === undefined) return actOn(connection, frame)
  STEPS.get(frame.command)?.check(connection, frame)
  connection.transactions.add(transaction, frame)
}

function actOn(connection: Connection, frame: Frame): void | Promise<void> {
  return STEPS.get(frame.command)?.act(connection, frame)
}

function checkSend({ session }: Connection, frame: Frame): void {
  const { name } = requireAppDestination(requireHeader(frame, 'destination'), session)
  readBody(name, frame)
}

function send({ session, inlets, id: connectionId }: Connection, frame: Frame): Promise<void> {
  const { name, id } = requireAppDestination(requireHeader(frame, 'destination'), session)
  const key = frame.headers.get('idempotency-key') ?? null
  return inlets[name]({ id, body: readBody(name, frame), session, connectionId, key })
}

/** Throws INVALID_INPUT for a body where none is taken. */
function readBody(name: AppDestinationName, frame: Frame): unknown {
  if (!APP_DESTINATIONS[name].takesBody && frame.body.length > NO_BODY.length)
    throw new AppError('INVALID_INPUT', { message: `${APP_DESTINATIONS[name].pattern} takes no body` })
  return jsonBody(frame)
}

function subscribe(connection: Connection, frame: Frame): void | Promise<void> {
  const { subscriptions, version, session } = connection
  const { name, id } = requireDestination(requireHeader(frame, 'destination'), session)
  if (isSupervised(name)) return subscribeSupervisor(connection, frame, id)
  subscriptions.add(frame, version, session)
}

async function subscribeSupervisor(connection: Connection, frame: Frame, broadcastId: number): Promise<void> {
  const { subscriptions, version, session } = connection
  if (!session) throw new AppError('NOT_SIGNED_IN')
  await connection.requireSupervisor(session.person, broadcastId)
  // It may have ended meanwhile: who is gone is sent nothing more.
  if (connection.isOpen) subscriptions.add(frame, version, session)
}

function acknowledge({ acknowledgements, version }: Connection, frame: Frame): void {
  if (!acknowledgements.settle(requireNamed(frame, version))) throw nothingWaits()
}

function requireNamed({ headers }: Frame, version: Version): Acknowledged {
  const named = acknowledged(headers, version)
  if (!named) throw nothingWaits()
  return named
}

function nothingWaits(): AppError {
  return new AppError('INVALID_INPUT', { message: 'No message waits under that name' })
}

async function commit(connection: Connection, frame: Frame): Promise<void> {
  for (const kept of connection.transactions.end(requireHeader(frame, 'transaction'))) {
    // It may have ended while the last step was done: who is gone joins nothing, who is banned says nothing more.
    if (!connection.isOpen) return
    await actOn(connection, kept)
  }
}
