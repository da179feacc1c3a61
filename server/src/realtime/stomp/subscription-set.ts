import { DESTINATIONS } from '@carillon/contract/destination'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import { Batch } from '../batch.ts'
import { type Subscription, type Subscriptions, userTopic } from '../broker.ts'
import { requireDestination } from '../destinations.ts'
import type { Place } from '../places.ts'
import { ACK_MODES, type AckMode, type Acknowledgements, MAX_UNACKNOWLEDGED } from './acknowledgements.ts'
import { type Frame, requireHeader, requireName } from './frame.ts'
import { messageHead, messageTail } from './message.ts'
import type { Version } from './versions.ts'

export const MAX_SUBSCRIPTIONS = 64
const PERSONAL = /^\/user\//

/** Cost of a subscription beside its name, here and in the table of its topic. */
const SUBSCRIPTION_BYTES = 768
/** The id stands here, in the table of its topic, and in the head of its messages. */
const COPIES_OF_ID = 4
/** For as many messages as may wait for their ACK. */
const ACKNOWLEDGEMENTS_BYTES = 64 * MAX_UNACKNOWLEDGED

type Open = { subscription: Subscription; remove: () => void }

/** Dependencies of a set; its bytes are counted at `place`. */
export type SubscriptionSetOptions = {
  subscriptions: Subscriptions
  acknowledgements: Acknowledgements
  place: Pick<Place, 'hold' | 'free'>
  /** The station's origin as the connection named it. */
  origin: string
  /** Writes frames to the one connection. */
  write(batch: Batch, nowMs: number): void
}

/** Subscriptions of one connection, by the ids that it gave. */
export class SubscriptionSet {
  readonly #options: SubscriptionSetOptions
  readonly #open = new Map<string, Open>()
  #canWaitForAck = false

  constructor(options: SubscriptionSetOptions) {
    this.#options = options
  }

  /** SUBSCRIBE. Throws when that is not allowed, and at a second use of an id: STOMP 1.2, SUBSCRIBE id Header. */
  add(frame: Frame, version: Version, session: Session | null): void {
    const destination = requireHeader(frame, 'destination')
    const hasNoId = version === '1.0' && !frame.headers.has('id')
    const id = hasNoId ? null : requireName(frame, 'id')
    const mode = ackModeOf(frame)
    requireDestination(destination, session)
    const name = nameOf(id, destination)
    if (this.#open.has(name))
      throw new AppError('INVALID_INPUT', { message: 'This subscription id is in use' })
    if (this.#open.size >= MAX_SUBSCRIPTIONS)
      throw new AppError('TOO_MANY_REQUESTS', { message: `More than ${MAX_SUBSCRIPTIONS} subscriptions` })
    this.#options.place.hold(bytesOf(id))
    this.#prepare(mode)
    const subscription = this.#create({ id, destination, version, mode })
    const topic =
      PERSONAL.test(destination) && session ? userTopic(session.person.id, destination) : destination
    this.#open.set(name, { subscription, remove: this.#options.subscriptions.add(topic, subscription) })
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
    this.#options.place.free(bytesOf(id))
    this.#options.acknowledgements.forget(id)
  }

  /** Tells this connection alone something on its own queue of notifications, if it listens there. */
  publish(body: object, nowMs: number): void {
    const { pattern: destination } = DESTINATIONS.notifications
    for (const { subscription } of this.#open.values()) {
      if (subscription.destination !== destination) continue
      const tail = messageTail('0', destination, JSON.stringify(body))
      this.#options.write(new Batch([messageHead(subscription.id, subscription.version) + tail]), nowMs)
    }
  }

  clear(): void {
    for (const { remove } of this.#open.values()) remove()
    this.#open.clear()
  }

  /** Room for what is to be acknowledged is counted once, before anything comes, for the life of the connection. */
  #prepare(mode: AckMode): void {
    if (mode === 'auto' || this.#canWaitForAck) return
    this.#options.place.hold(ACKNOWLEDGEMENTS_BYTES)
    this.#canWaitForAck = true
  }

  #create(given: Pick<Subscription, 'id' | 'destination' | 'version'> & { mode: AckMode }): Subscription {
    const { mode, ...like } = given
    const { acknowledgements, write, origin } = this.#options
    if (mode === 'auto')
      return { ...like, origin, isAcknowledged: false, deliver: (batch, _, nowMs) => write(batch, nowMs) }
    return {
      ...like,
      origin,
      isAcknowledged: true,
      deliver: (batch, messageIds, nowMs) => {
        acknowledgements.add(like.id, mode, messageIds)
        write(batch, nowMs)
      },
    }
  }
}

function bytesOf(id: string | null): number {
  return SUBSCRIPTION_BYTES + COPIES_OF_ID * (id ?? '').length
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
