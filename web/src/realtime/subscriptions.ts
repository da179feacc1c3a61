import { createStore, type Store } from '../lib/store.ts'
import type { Connection, ConnectionOptions } from './connection.ts'
import { type ConnectionView, IDLE } from './connection-view.ts'

/** A first question waits at most this long for its subscription. */
export const PATIENCE_MS = 2_000

/** A connection that nobody needs any more is kept for this long: the next page may want it. */
export const LINGER_MS = 5_000

export type Subscriber = {
  /** The body of a message, JSON with a `type`. */
  onMessage(body: unknown): void
  /** The subscription stands, for the first time or after a loss: refetch, what came before may have been missed. */
  onGap?(): void
}

type LoadOptions = Pick<ConnectionOptions, 'view' | 'destinations' | 'onMessage' | 'onSubscribed'>
/** Fetches what speaks STOMP and gives a connection that is not open yet. */
export type LoadConnection = (options: LoadOptions) => Promise<Connection>

// Members: the one connection and those who wait for it, who come and go with each other.
/** Subscriptions of this page. Opens its one connection when there is one, and keeps STOMP out of the first load. */
export class Subscriptions {
  readonly view: Store<ConnectionView> = createStore(IDLE)
  readonly #load: LoadConnection
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  #loading: Promise<void> | null = null
  #connection: Connection | null = null
  #owner: string | null | undefined
  #linger: ReturnType<typeof setTimeout> | undefined
  readonly #patienceMs: number
  /** Destinations of which nothing is missed at the moment. */
  readonly #standing = new Set<string>()
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(load: LoadConnection, patienceMs = PATIENCE_MS) {
    this.#load = load
    this.#patienceMs = patienceMs
    this.view.subscribe(() => this.#onState())
  }

  /** Hears a destination until the returned function is called. */
  add(destination: string, subscriber: Subscriber): () => void {
    const others = this.#subscribers.get(destination)
    if (others) others.add(subscriber)
    else {
      this.#subscribers.set(destination, new Set([subscriber]))
      this.#connection?.subscribe(destination)
    }
    this.#settle()
    return () => this.#remove(destination, subscriber)
  }

  /**
   * Resolves when nothing of a destination is missed any more, or cannot be soon. What is asked for after it need not
   * be asked for again because of the subscription.
   */
  subscribed(destination: string, signal: AbortSignal): Promise<void> {
    if (this.#patienceMs === 0 || this.#standing.has(destination) || !this.#isOnItsWay())
      return Promise.resolve()
    return new Promise((resolve) => {
      const all = this.#waiting.get(destination) ?? new Set()
      this.#waiting.set(destination, all)
      const done = () => {
        clearTimeout(timer)
        all.delete(done)
        resolve()
      }
      const timer = setTimeout(done, this.#patienceMs)
      signal.addEventListener('abort', done, { once: true })
      all.add(done)
    })
  }

  /** Whose connection it is: another person gets another one. Until somebody is named nothing is opened. */
  identify(owner: string | null): void {
    if (owner === this.#owner) return
    this.#owner = owner
    if (this.view.get().state === 'idle') this.#settle()
    else this.#connection?.open()
  }

  send(destination: string, body: object): void {
    this.#connection?.send(destination, body)
  }

  /** Tries again at once. */
  retry(): void {
    if (this.#connection) this.#connection.open()
    else this.#settle()
  }

  networkReturned(): void {
    if (this.view.get().state !== 'idle') this.#connection?.networkReturned()
  }

  stationReached(): void {
    this.#connection?.stationReached()
  }

  close(): void {
    clearTimeout(this.#linger)
    this.#connection?.close()
  }

  #remove(destination: string, subscriber: Subscriber): void {
    const all = this.#subscribers.get(destination)
    if (!all?.delete(subscriber) || all.size > 0) return
    this.#subscribers.delete(destination)
    this.#standing.delete(destination)
    this.#connection?.unsubscribe(destination)
    this.#settle()
  }

  /** Open when somebody wants something, closed a little after nobody does. */
  #settle(): void {
    clearTimeout(this.#linger)
    const isRequested = this.#subscribers.size > 0 && this.#owner !== undefined
    if (!isRequested) this.#linger = setTimeout(() => this.close(), LINGER_MS)
    else if (this.#connection === null) this.#loading ??= this.#open()
    else if (this.view.get().state === 'idle') this.#connection.open()
  }

  async #open(): Promise<void> {
    this.view.set({ ...IDLE, state: 'connecting' })
    try {
      this.#connection = await this.#load({
        view: this.view,
        destinations: () => this.#subscribers.keys(),
        onMessage: (destination, body) => this.#each(destination, ({ onMessage }) => onMessage(body)),
        onSubscribed: (destination) => this.#onSubscribed(destination),
      })
      if (this.#subscribers.size > 0) this.#connection.open()
      else this.view.set(IDLE)
    } catch (error) {
      console.error('The connection could not be loaded:', error)
      this.view.set({ ...IDLE, state: 'gave-up' })
    } finally {
      this.#loading = null
    }
  }

  /** Those who wait are told last: a view that has asked for nothing yet has missed nothing. */
  #onSubscribed(destination: string): void {
    this.#standing.add(destination)
    this.#each(destination, ({ onGap }) => onGap?.())
    for (const done of [...(this.#waiting.get(destination) ?? [])]) done()
  }

  #onState(): void {
    if (this.view.get().state !== 'open') this.#standing.clear()
    if (this.#isOnItsWay()) return
    for (const all of this.#waiting.values()) for (const done of [...all]) done()
  }

  /** Nobody may have wanted the connection yet: a view asks before it subscribes. */
  #isOnItsWay(): boolean {
    return ['idle', 'connecting', 'open'].includes(this.view.get().state)
  }

  #each(destination: string, visit: (subscriber: Subscriber) => void): void {
    for (const subscriber of [...(this.#subscribers.get(destination) ?? [])]) visit(subscriber)
  }
}
