import type { ClientSettings } from '../api/settings.ts'
import type { Store } from '../lib/store.ts'
import { type ConnectionView, IDLE } from './connection-view.ts'
import { type Link, openLink, type Socket } from './link.ts'
import { comesBackAfter, maxAttempts, type Transport, waitMs } from './reconnect.ts'

/** A websocket that is not open by then is taken for blocked; a link that is not is closed. */
export const CONNECT_LIMIT_MS = 10_000

export type ConnectionOptions = {
  view: Store<ConnectionView>
  settings: Pick<
    ClientSettings,
    'heartbeatMs' | 'reconnectDelayMs' | 'reconnectJitterMs' | 'maxReconnectAttempts'
  >
  /** Opens a socket; rejects when this carrier cannot be had. */
  openSocket(transport: Transport): Promise<Socket>
  token(): string | null
  /** 0 to 1. */
  random(): number
  isOnline(): boolean
  /** Destinations to subscribe to at each opening. */
  destinations(): Iterable<string>
  onMessage(destination: string, body: unknown): void
  /** A subscription stands, for the first time or again: what came before may have been missed. */
  onSubscribed(destination: string): void
}

// Members: one try at a time and its timer; whatever a link reports is compared with the current try.
/** The page's one connection: websocket first, SockJS where none can be opened, and back after every loss. */
export class Connection {
  readonly #options: ConnectionOptions
  #link: Link | null = null
  /** Counts the tries, so that a socket which opens late for an older one is dropped. */
  #current = 0
  #transport: Transport = 'websocket'
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Destinations that the station rejected: each retry would cost the connection. */
  readonly #refused = new Set<string>()

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Opens it now, dropping what there was: at first, for another person, or because somebody pressed the button. */
  open(): void {
    this.#attempt = 0
    this.#refused.clear()
    this.#try()
  }

  /** The network has returned: attempts start over, and what seems open may be dead. */
  networkReturned(): void {
    this.#transport = 'websocket'
    this.#attempt = 0
    this.#try()
  }

  /** The station was reached by another way: a try that waits begins now, and counts like any other. */
  stationReached(): void {
    const { state } = this.#options.view.get()
    if (state === 'waiting' || state === 'offline') this.#try()
  }

  close(): void {
    this.#drop()
    this.#options.view.set(IDLE)
  }

  subscribe(destination: string): void {
    if (this.#isOpen() && !this.#refused.has(destination)) this.#link?.subscribe(destination)
  }

  unsubscribe(destination: string): void {
    if (this.#isOpen() && !this.#refused.has(destination)) this.#link?.unsubscribe(destination)
  }

  /** Sends when open; what is said into a closed connection is not kept. */
  send(destination: string, body: object): void {
    if (this.#isOpen()) this.#link?.send(destination, body)
  }

  #isOpen(): boolean {
    return this.#options.view.get().state === 'open'
  }

  #try(): void {
    this.#drop()
    this.#show({ state: 'connecting' })
    void this.#start(this.#transport, this.#current)
  }

  async #start(transport: Transport, current: number): Promise<void> {
    try {
      const socket = await this.#options.openSocket(transport)
      if (current === this.#current) this.#link = this.#linkOn(socket, transport, current)
      else socket.close()
    } catch (error) {
      console.error(`No connection by ${transport}:`, error instanceof Error ? error.message : error)
      if (current === this.#current) this.#lose()
    }
  }

  #linkOn(socket: Socket, transport: Transport, current: number): Link {
    const { heartbeatMs } = this.#options.settings
    const isCurrent = () => current === this.#current
    return openLink({
      socket,
      token: this.#options.token(),
      heartbeatMs,
      connectLimitMs: CONNECT_LIMIT_MS,
      onOpen: () => isCurrent() && this.#onOpen(transport),
      onMessage: (destination, body) => isCurrent() && this.#deliver(destination, body),
      onSubscribed: (destination) => isCurrent() && this.#options.onSubscribed(destination),
      onError: (message, destination) => isCurrent() && this.#onError(message, destination),
      onClose: (code, wasReached) => isCurrent() && this.#onClose(code, transport, wasReached),
    })
  }

  #onOpen(transport: Transport): void {
    this.#transport = transport
    this.#attempt = 0
    this.#show({ state: 'open' })
    for (const destination of this.#options.destinations()) this.subscribe(destination)
  }

  #onError(message: string, destination: string | null): void {
    console.error('The station closed the connection:', message)
    if (destination !== null) this.#refused.add(destination)
  }

  #onClose(code: number, transport: Transport, wasReached: boolean): void {
    this.#link = null
    if (!wasReached && transport === 'websocket') {
      void this.#start('sockjs', this.#current)
      return
    }
    if (comesBackAfter(code)) this.#lose()
    else this.#giveUp()
  }

  #lose(): void {
    this.#drop()
    const { settings, random } = this.#options
    const isOnline = this.#options.isOnline()
    if (isOnline) this.#attempt += 1
    if (this.#attempt > maxAttempts(this.#transport, settings)) {
      this.#giveUp()
      return
    }
    const waitState = {
      attempt: this.#attempt,
      transport: this.#transport,
      isOnline,
      random,
      ladder: settings,
    }
    const retryInMs = waitMs(waitState)
    this.#show({ state: isOnline ? 'waiting' : 'offline', retryInMs })
    this.#timer = setTimeout(() => this.#try(), retryInMs)
  }

  #giveUp(): void {
    this.#drop()
    this.#show({ state: 'gave-up' })
  }

  #drop(): void {
    this.#current += 1
    clearTimeout(this.#timer)
    this.#link?.close()
    this.#link = null
  }

  #deliver(destination: string, body: string): void {
    try {
      this.#options.onMessage(destination, JSON.parse(body))
    } catch (error) {
      console.error(`A message of ${destination} could not be taken:`, error)
    }
  }

  #show(given: Pick<ConnectionView, 'state'> & { retryInMs?: number }): void {
    const limit = maxAttempts(this.#transport, this.#options.settings)
    this.#options.view.set({ retryInMs: 0, ...given, attempt: this.#attempt, maxAttempts: limit })
  }
}
