import { DESTINATIONS } from '@carillon/contract/destination'
import { AppError } from '../../http/app-error.ts'
import type { Session } from '../../http/session.ts'
import { Batch } from '../batch.ts'
import { type Subscription, type Subscriptions, userTopic } from '../broker.ts'
import { requireDestination } from '../destinations.ts'
import { ACK_MODES, type AckMode, type Acknowledgements } from './acknowledgements.ts'
import { type Frame, requireHeader } from './frame.ts'
import { messageHead, messageTail } from './message.ts'
import type { Version } from './versions.ts'

export const MAX_SUBSCRIPTIONS = 64
const PERSONAL = /^\/user\//

/** Writes frames to the one connection. */
type Write = (batch: Batch, nowMs: number) => void
type Open = { subscription: Subscription; remove: () => void }

/** What one connection has subscribed to, by the names it gave. */
export class SubscriptionSet {
  readonly #subscriptions: Subscriptions
  readonly #acknowledgements: Acknowledgements
  readonly #write: Write
  readonly #open = new Map<string, Open>()

  constructor(subscriptions: Subscriptions, acknowledgements: Acknowledgements, write: Write) {
    this.#subscriptions = subscriptions
    this.#acknowledgements = acknowledgements
    this.#write = write
  }

  /** SUBSCRIBE. Throws when that is not allowed, and at a second use of an id: STOMP 1.2, SUBSCRIBE id Header. */
  add(frame: Frame, version: Version, session: Session | null): void {
    const destination = requireHeader(frame, 'destination')
    const id = version === '1.0' ? (frame.headers.get('id') ?? null) : requireHeader(frame, 'id')
    const mode = ackModeOf(frame)
    requireDestination(destination, session)
    const name = nameOf(id, destination)
    if (this.#open.has(name))
      throw new AppError('INVALID_INPUT', { message: 'This subscription id is in use' })
    if (this.#open.size >= MAX_SUBSCRIPTIONS)
      throw new AppError('TOO_MANY_REQUESTS', { message: `More than ${MAX_SUBSCRIPTIONS} subscriptions` })
    const subscription = this.#create({ id, destination, version, mode })
    const topic =
      PERSONAL.test(destination) && session ? userTopic(session.person.id, destination) : destination
    this.#open.set(name, { subscription, remove: this.#subscriptions.add(topic, subscription) })
  }

  /** UNSUBSCRIBE. Throws when the name is none of a subscription. */
  remove(frame: Frame, version: Version): void {
    const id = frame.headers.get('id') ?? null
    const name =
      id === null && version === '1.0' ? requireHeader(frame, 'destination') : requireHeader(frame, 'id')
    const open = this.#open.get(nameOf(id, name))
    if (!open) throw new AppError('INVALID_INPUT', { message: 'There is no such subscription' })
    this.#open.delete(nameOf(id, name))
    open.remove()
    this.#acknowledgements.forget(id)
  }

  /** Tells this connection alone something on its own queue of notifications, if it listens there. */
  tell(body: object, nowMs: number): void {
    const { pattern: destination } = DESTINATIONS.notifications
    for (const { subscription } of this.#open.values()) {
      if (subscription.destination !== destination) continue
      const tail = messageTail('0', destination, JSON.stringify(body))
      this.#write(new Batch([messageHead(subscription.id, subscription.version) + tail]), nowMs)
    }
  }

  clear(): void {
    for (const { remove } of this.#open.values()) remove()
    this.#open.clear()
  }

  #create(given: Pick<Subscription, 'id' | 'destination' | 'version'> & { mode: AckMode }): Subscription {
    const { mode, ...like } = given
    if (mode === 'auto')
      return { ...like, isAcknowledged: false, deliver: (batch, _, nowMs) => this.#write(batch, nowMs) }
    return {
      ...like,
      isAcknowledged: true,
      deliver: (batch, messageIds, nowMs) => {
        this.#acknowledgements.add(like.id, mode, messageIds)
        this.#write(batch, nowMs)
      },
    }
  }
}

/** With STOMP 1.0 a subscription may have no id, and is named by its destination. */
function nameOf(id: string | null, destination: string): string {
  return id === null ? `to ${destination}` : `id ${id}`
}

function ackModeOf({ headers }: Frame): AckMode {
  const mode = ACK_MODES.find((known) => known === (headers.get('ack') ?? 'auto'))
  if (!mode) throw new AppError('INVALID_INPUT', { message: `ack is one of ${ACK_MODES.join(', ')}` })
  return mode
}
