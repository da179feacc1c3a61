import { AppError } from '../../http/app-error.ts'
import type { Session } from '../../http/session.ts'
import { requireInlet } from '../destinations.ts'
import type { Inlets } from '../inlets.ts'
import { type Acknowledgements, acknowledged } from './acknowledgements.ts'
import { type Frame, jsonBody, requireHeader } from './frame.ts'
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
  readonly inlets: Inlets
  readonly subscriptions: SubscriptionSet
  readonly acknowledgements: Acknowledgements
  readonly transactions: Transactions
}

type Command = (connection: Connection, frame: Frame) => void | Promise<void>

/** What each command of a connected client does. They throw an AppError for what cannot be done. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['SEND', (connection, frame) => inTransaction(connection, frame, send)],
  ['ACK', (connection, frame) => inTransaction(connection, frame, acknowledge)],
  ['NACK', (connection, frame) => inTransaction(connection, frame, acknowledge)],
  ['SUBSCRIBE', ({ subscriptions, version, session }, frame) => subscriptions.add(frame, version, session)],
  ['UNSUBSCRIBE', ({ subscriptions, version }, frame) => subscriptions.remove(frame, version)],
  ['BEGIN', ({ transactions }, frame) => transactions.begin(requireHeader(frame, 'transaction'))],
  ['COMMIT', commit],
  ['ABORT', ({ transactions }, frame) => void transactions.end(requireHeader(frame, 'transaction'))],
])

/** Checks the frame now; what it does comes at the COMMIT when it is part of a transaction. */
function inTransaction(
  connection: Connection,
  frame: Frame,
  prepare: (connection: Connection, frame: Frame) => () => void | Promise<void>,
): void | Promise<void> {
  const step = prepare(connection, frame)
  const transaction = frame.headers.get('transaction')
  return transaction === undefined ? step() : connection.transactions.add(transaction, step)
}

function send(connection: Connection, frame: Frame): () => Promise<void> {
  const { session, inlets, id: connectionId } = connection
  const { name, id } = requireInlet(requireHeader(frame, 'destination'), session)
  const call = {
    id,
    body: jsonBody(frame),
    session,
    connectionId,
    key: frame.headers.get('idempotency-key') ?? null,
  }
  return () => inlets[name](call)
}

function acknowledge({ acknowledgements, version }: Connection, frame: Frame): () => void {
  const named = acknowledged(frame.headers, version)
  const refused = new AppError('INVALID_INPUT', { message: 'No message waits under that name' })
  if (!named) throw refused
  return () => {
    if (!acknowledgements.settle(named)) throw refused
  }
}

async function commit(connection: Connection, frame: Frame): Promise<void> {
  for (const step of connection.transactions.end(requireHeader(frame, 'transaction'))) {
    // It may have ended while the last step was done: who is gone joins nothing, who is banned says nothing more.
    if (!connection.isOpen) return
    await step()
  }
}
