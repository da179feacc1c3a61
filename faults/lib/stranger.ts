import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { addressOf, HOST } from './loopback.ts'

const NETWORK = 1
const ANSWER_LIMIT_MS = 30_000
/** This many calls of one stranger may wait for their answers; more are not sent. */
const MOST_ASKED = 100

/** A call, as a stranger sends it: `body` is JSON. */
type Order = { method: string; path: string; token?: string; body?: string }

/**
 * Stranger who acts against a station on purpose, from an address of their own, until `leave`. Everything is bounded:
 * what is paced, held and asked at once. Counts what came of it.
 */
export class Stranger {
  readonly outcomes: Record<string, number> = {}
  readonly #port: number
  readonly #localAddress: string
  readonly #agent: Agent
  readonly #sockets = new Set<Socket | WebSocket>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #asked = 0
  #isLeaving = false

  constructor(port: number, number: number) {
    this.#port = port
    this.#localAddress = addressOf(NETWORK, number)
    this.#agent = new Agent({ keepAlive: true, localAddress: this.#localAddress })
  }

  /** Does something this often a second, with its number. */
  repeat(perSecond: number, act: (number: number) => unknown): void {
    let number = 0
    this.#timers.add(setInterval(() => void act(number++), 1_000 / perSecond))
  }

  /** Asks, counts the status and gives what was answered; empty when nothing was. */
  ask({ method, path, token, body }: Order): Promise<string> {
    if (this.#asked >= MOST_ASKED) return Promise.resolve('')
    this.#asked += 1
    this.#count('asked')
    const { promise, resolve } = Promise.withResolvers<string>()
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    }
    const place = { host: HOST, port: this.#port, method, path, agent: this.#agent, headers }
    const asked = request({ ...place, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }, (reply) => {
      this.#count(String(reply.statusCode))
      let answer = ''
      reply.on('data', (data: Buffer) => {
        if (answer.length < data.length) answer += data.toString()
      })
      reply.on('error', () => {}).on('close', () => resolve(answer))
    })
    asked
      .on('error', () => this.#count('no answer'))
      .on('close', () => {
        this.#asked -= 1
        resolve('')
      })
    asked.end(body)
    return promise
  }

  /** Sends these bytes on a connection of its own, which it then holds. */
  hold(bytes: string, most: number): void {
    this.#open(bytes, most)?.resume()
  }

  /** The same, and reads nothing of what comes. */
  holdUnread(bytes: string, most: number): void {
    this.#open(bytes, most)?.pause()
  }

  /** A websocket that is opened again when it is closed. */
  holdWebSocket(path: string, onOpen: (socket: WebSocket) => void): void {
    const socket = new WebSocket(`ws://${HOST}:${this.#port}${path}`, { localAddress: this.#localAddress })
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('open', () => {
      this.#count('held')
      onOpen(socket)
    })
    socket.on('close', () => {
      this.#isClosed(socket)
      if (!this.#isLeaving) this.#timers.add(setTimeout(() => this.holdWebSocket(path, onOpen), 1_000))
    })
  }

  /** Ends all that it does and holds. */
  leave(): void {
    this.#isLeaving = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const socket of this.#sockets) end(socket)
    this.#agent.destroy()
  }

  #open(bytes: string, most: number): Socket | null {
    if (this.#sockets.size >= most) return null
    const socket = connect({ host: HOST, port: this.#port, localAddress: this.#localAddress })
    this.#sockets.add(socket)
    socket.write(bytes)
    socket.on('error', () => {}).on('close', () => this.#isClosed(socket))
    this.#count('held')
    return socket
  }

  #isClosed(socket: Socket | WebSocket): void {
    this.#sockets.delete(socket)
    if (!this.#isLeaving) this.#count('closed')
  }

  #count(outcome: string): void {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1
  }
}

function end(socket: Socket | WebSocket): void {
  if (socket instanceof WebSocket) socket.terminate()
  else socket.destroy()
}
