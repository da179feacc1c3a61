import type { MessageBus } from '../cluster/bus.ts'
import { ANY_ORIGIN } from '../kernel/any-origin.ts'
import { Batch } from './batch.ts'
import { ackId } from './stomp/acknowledgements.ts'
import { escapeHeader } from './stomp/headers.ts'
import { messageHead, messageTail } from './stomp/message.ts'
import type { Version } from './stomp/versions.ts'

/** Carries news to anyone who has subscribed, here and on other instances. */
export type Broker = {
  /** Sends a body with a `type` to a topic, such as `/topic/broadcast/4/chat`. Nobody waits for it. */
  publish(destination: string, body: object): void
  /** The same, on this instance alone: what each instance tells its own. */
  publishHere(destination: string, body: object): void
  /** Sends a body to one person's queue, such as `/user/queue/notifications`, on all their connections. */
  publishToUser(userId: number, destination: string, body: object): void
  /** The same, on their connections to this instance alone. */
  publishToUserHere(userId: number, destination: string, body: object): void
  /** People subscribed to their own queue of this name, on this instance. */
  connectedUsers(destination: string): number[]
}

/** One SUBSCRIBE of one connection. */
export type Subscription = {
  /** As the client named it; null with STOMP 1.0, where it may be missing. */
  id: string | null
  destination: string
  version: Version
  /** Origin of addresses in messages, where the station was given none of its own. */
  origin: string
  /** Whether each message has to be acknowledged. */
  isAcknowledged: boolean
  /** Takes frames that others get as well; `messageIds` are theirs, in order. */
  deliver(batch: Batch, messageIds: readonly string[], nowMs: number): void
}

/** As addresses begin with it in JSON. */
const ANY_ORIGIN_JSON = `${JSON.stringify(ANY_ORIGIN).slice(0, -1)}/`

/** Under load, what comes within this time goes out in one write: a write costs, a byte does not. */
export const GATHER_MS = 20
/** When a round of writing takes long, the next one waits, so that sound and calls have their half of the time. */
export const MAX_GATHER_MS = 200

/**
 * The subscriptions of this process. Those to one destination that share id, version and origin are a group: it is written to
 * with one encoding. What is published in one turn of the event loop, or within 20 ms of the last, goes in one write.
 */
export class Subscriptions implements Broker {
  readonly #bus: MessageBus
  readonly #now: () => number
  readonly #topics = new Map<string, Map<string, Group>>()
  readonly #dirty = new Set<Group>()
  #isScheduled = false
  #nextFlushMs = Number.NEGATIVE_INFINITY
  #lastMessageId = 0
  #deliveries = 0

  constructor({ bus, now }: { bus: MessageBus; now: () => number }) {
    this.#bus = bus
    this.#now = now
    bus.on('publish', ({ topic, destination, body }) => this.#deliver(topic, destination, body))
  }

  /** Messages handed to subscribers so far, one for each who gets it. */
  get deliveries(): number {
    return this.#deliveries
  }

  publish(destination: string, body: object): void {
    this.#send(destination, destination, body)
  }

  publishHere(destination: string, body: object): void {
    this.#deliver(destination, destination, JSON.stringify(body))
  }

  publishToUser(userId: number, destination: string, body: object): void {
    this.#send(userTopic(userId, destination), destination, body)
  }

  publishToUserHere(userId: number, destination: string, body: object): void {
    this.#deliver(userTopic(userId, destination), destination, JSON.stringify(body))
  }

  connectedUsers(destination: string): number[] {
    const [start, end] = [USER_PREFIX, ` ${destination}`]
    const own = [...this.#topics.keys()].filter((topic) => topic.startsWith(start) && topic.endsWith(end))
    return own.map((topic) => Number(topic.slice(start.length, -end.length)))
  }

  /** Adds a subscription to `topic`: a destination, or one person's by `userTopic`. Gives what ends it. */
  add(topic: string, subscription: Subscription): () => void {
    const groups = this.#topics.get(topic) ?? new Map<string, Group>()
    this.#topics.set(topic, groups)
    const key = groupKey(subscription)
    const group = groups.get(key) ?? new Group(subscription)
    groups.set(key, group)
    // What was published before is not for who comes now.
    if (this.#dirty.delete(group)) this.#deliveries += group.flush(this.#now())
    group.members.add(subscription)
    return () => {
      group.members.delete(subscription)
      if (group.members.size > 0) return
      if (groups.get(key) === group) groups.delete(key)
      if (groups.size === 0 && this.#topics.get(topic) === groups) this.#topics.delete(topic)
    }
  }

  /** Sends what waits, at once. */
  flush(): void {
    const nowMs = this.#now()
    const groups = [...this.#dirty]
    this.#dirty.clear()
    for (const group of groups) this.#deliveries += group.flush(nowMs)
    const tookMs = this.#now() - nowMs
    this.#nextFlushMs = nowMs + Math.min(MAX_GATHER_MS, Math.max(GATHER_MS, 2 * tookMs))
  }

  #send(topic: string, destination: string, body: object): void {
    const text = JSON.stringify(body)
    this.#deliver(topic, destination, text)
    this.#bus.send('publish', { topic, destination, body: text })
  }

  #deliver(topic: string, destination: string, body: string): void {
    const groups = this.#topics.get(topic)
    if (!groups) return
    this.#lastMessageId += 1
    const messageId = String(this.#lastMessageId)
    const tail = messageTail(messageId, destination, body)
    const hasAddress = body.includes(ANY_ORIGIN_JSON)
    for (const group of groups.values()) {
      group.add(messageId, hasAddress ? messageTail(messageId, destination, group.complete(body)) : tail)
      this.#dirty.add(group)
    }
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const waitMs = this.#nextFlushMs - this.#now()
    const run = () => {
      this.#isScheduled = false
      this.flush()
    }
    if (waitMs > 0) setTimeout(run, waitMs)
    else setImmediate(run)
  }
}

/** The topic of one person's queue. */
export function userTopic(userId: number, destination: string): string {
  return `${USER_PREFIX}${userId} ${destination}`
}

const USER_PREFIX = 'user '

class Group {
  readonly members = new Set<Subscription>()
  readonly #like: Pick<Subscription, 'id' | 'version' | 'isAcknowledged'>
  readonly #head: string
  /** Origin of its members' addresses, in JSON. */
  readonly #origin: string
  #frames: string[] = []
  #messageIds: string[] = []

  constructor({ id, version, isAcknowledged, origin }: Subscription) {
    this.#like = { id, version, isAcknowledged }
    this.#head = messageHead(id, version)
    this.#origin = JSON.stringify(origin).slice(0, -1)
  }

  /** The body with addresses as its members call the station. */
  complete(body: string): string {
    return body.replaceAll(ANY_ORIGIN_JSON, () => `${this.#origin}/`)
  }

  add(messageId: string, tail: string): void {
    this.#frames.push(this.#head + this.#ackLine(messageId) + tail)
    this.#messageIds.push(messageId)
  }

  /** STOMP 1.2, MESSAGE: only what has to be acknowledged has an `ack` header. */
  #ackLine(messageId: string): string {
    const { id, version, isAcknowledged } = this.#like
    return isAcknowledged ? `ack:${escapeHeader(ackId(messageId, id), version)}\n` : ''
  }

  /** Gives how many messages went out, one for each member. */
  flush(nowMs: number): number {
    const batch = new Batch(this.#frames)
    const messageIds = this.#messageIds
    this.#frames = []
    this.#messageIds = []
    for (const member of this.members) member.deliver(batch, messageIds, nowMs)
    return messageIds.length * this.members.size
  }
}

function groupKey({ id, version, isAcknowledged, origin }: Subscription): string {
  return `${version} ${isAcknowledged} ${origin} ${id === null ? '' : `:${id}`}`
}
