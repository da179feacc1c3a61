import { Connection } from '../realtime/connection.ts'
import type { Socket } from '../realtime/link.ts'
import type { LoadConnection } from '../realtime/subscriptions.ts'

type Frame = { command: string; headers: Record<string, string>; body: string }

const SETTINGS = {
  heartbeatMs: 10_000,
  reconnectDelayMs: 3_000,
  reconnectJitterMs: 1_000,
  maxReconnectAttempts: 5,
}

/** The realtime side of a station in memory: sockets that answer STOMP as the test wishes. */
export class StompStation {
  /** Every frame of every page, heart-beats left out. */
  readonly received: Frame[] = []
  /** By which carrier each socket was asked for. */
  readonly transports: string[] = []
  readonly sockets: MemorySocket[] = []
  /** Destinations whose subscription is refused. */
  readonly refused = new Set<string>()
  isAway = false
  isWebSocketBlocked = false
  isOnline = true
  /** As the station offers it: what it sends, what it wants, in ms. */
  heartBeat = '0,0'
  beats = 0
  token: string | null = null

  /** The way the provider and `Subscriptions` get a connection to this station. */
  readonly load: LoadConnection = async (options) =>
    new Connection({
      ...options,
      settings: SETTINGS,
      openSocket: (transport) => this.#open(transport),
      token: () => this.token,
      random: () => 0.5,
      isOnline: () => this.isOnline,
    })

  /** Publishes to every page that has subscribed. */
  publish(destination: string, body: object | string): void {
    for (const socket of this.sockets) socket.publish(destination, body)
  }

  /** Closes what is open. */
  drop(code = 1006): void {
    for (const socket of this.sockets) socket.end(code)
  }

  commands(): string[] {
    return this.received.map(({ command, headers }) => `${command} ${headers.destination ?? ''}`.trim())
  }

  async #open(transport: string): Promise<Socket> {
    this.transports.push(transport)
    if (this.isAway && transport === 'sockjs') throw new Error('The station is away.')
    const socket = new MemorySocket(this)
    this.sockets.push(socket)
    const isOpened = !this.isAway && !(transport === 'websocket' && this.isWebSocketBlocked)
    setTimeout(() => (isOpened ? socket.open() : socket.end(1006)), 0)
    return socket as unknown as Socket
  }
}

/** A websocket whose other end is the station of the test. */
class MemorySocket {
  readonly url = 'memory'
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  readonly #station: StompStation
  readonly #onOpen: (() => void)[] = []
  /** Destinations by subscription id. */
  readonly #subscribed = new Map<string, string>()

  constructor(station: StompStation) {
    this.#station = station
  }

  addEventListener(_type: 'open', listener: () => void): void {
    this.#onOpen.push(listener)
  }

  open(): void {
    if (this.readyState !== 0) return
    this.readyState = 1
    for (const listener of this.#onOpen) listener()
    this.onopen?.()
  }

  end(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code, reason: '' })
  }

  close(code = 1005): void {
    this.end(code)
  }

  send(text: string): void {
    if (text === '\n') {
      this.#station.beats += 1
      return
    }
    const frame = parse(text)
    this.#station.received.push(frame)
    // Like a network: never before the one who sent is done.
    queueMicrotask(() => ANSWERS[frame.command]?.(this, frame.headers))
  }

  connect(): void {
    this.#say('CONNECTED', { version: '1.2', 'heart-beat': this.#station.heartBeat })
  }

  subscribe({ id = '', destination = '', receipt = '' }: Frame['headers']): void {
    if (this.#station.refused.has(destination)) {
      this.#say('ERROR', { message: 'FORBIDDEN', 'receipt-id': receipt })
      this.end(1002)
      return
    }
    this.#subscribed.set(id, destination)
    this.#say('RECEIPT', { 'receipt-id': receipt })
  }

  unsubscribe({ id = '' }: Frame['headers']): void {
    this.#subscribed.delete(id)
  }

  publish(to: string, body: object | string): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    for (const [subscription, destination] of this.#subscribed) {
      if (destination === to && this.readyState === 1)
        this.#say('MESSAGE', { subscription, destination, 'message-id': '1' }, text)
    }
  }

  #say(command: string, headers: Record<string, string>, body = ''): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
    this.onmessage?.({ data: `${command}\n${lines.join('')}\n${body}\0` })
  }
}

const ANSWERS: Record<string, (socket: MemorySocket, headers: Frame['headers']) => void> = {
  CONNECT: (socket) => socket.connect(),
  SUBSCRIBE: (socket, headers) => socket.subscribe(headers),
  UNSUBSCRIBE: (socket, headers) => socket.unsubscribe(headers),
}

function parse(text: string): Frame {
  const [head = '', ...body] = text.replace(/\0$/, '').split('\n\n')
  const [command = '', ...lines] = head.split('\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(/:(.*)/s).slice(0, 2)))
  return { command, headers, body: body.join('\n\n') }
}
