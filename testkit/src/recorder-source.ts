import { setTimeout as delay } from 'node:timers/promises'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { WebSocket } from 'ws'
import { type Door, openSourceSocket } from './source.ts'
import type { Member } from './station.ts'

const CAPTURE = captureNamed('chromium-desktop')
const PACKET_MS = 60
/** A recorder hands a chunk out when it is full of this much sound, on average. */
const CHUNK_MS = (CAPTURE.packets * PACKET_MS) / CAPTURE.chunks.length
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
const JITTER_MS = 1_000

/**
 * A DJ whose recorder gave these chunks: they are sent in real time, over and over, each time from a new header on. Comes
 * back as the page's source does: after any close but 1000, 1001 and 4xxx.
 */
export class RecorderSource {
  readonly #door: Door
  readonly #dj: Member
  readonly #broadcastId: number
  #socket: WebSocket | null = null
  #closeCodes: number[] = []
  #acceptedAtMs = 0
  #isLeaving = false

  /** Sends from now on, until `leave`. */
  constructor(door: Door, dj: Member, broadcastId: number) {
    this.#door = door
    this.#dj = dj
    this.#broadcastId = broadcastId
    void this.#stay()
  }

  /** When the station last said that it reads, on the monotonic clock. */
  get acceptedAtMs(): number {
    return this.#acceptedAtMs
  }

  /** Close codes of all connections so far. */
  get closeCodes(): readonly number[] {
    return this.#closeCodes
  }

  /** Cuts the connection as a pulled cable does. It comes back. */
  cut(): void {
    this.#socket?.terminate()
  }

  leave(): void {
    this.#isLeaving = true
    this.cut()
  }

  async #stay(): Promise<void> {
    for (let tries = 0; !this.#isLeaving; tries += 1) {
      if (await this.#connect()) tries = 0
      if (isFinal(this.#closeCodes.at(-1))) return
      await delay(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries) + Math.random() * JITTER_MS)
    }
  }

  /** Resolves at the end of one connection: whether it was ever open. */
  async #connect(): Promise<boolean> {
    const socket = openSourceSocket(this.#door, this.#broadcastId, this.#dj.api.token)
    this.#socket = socket
    let wasOpen = false
    socket.on('error', () => {})
    socket.on('open', () => {
      wasOpen = true
      void play(socket)
    })
    socket.on('message', (data) => {
      if (data.toString().includes('"ACCEPTED"')) this.#acceptedAtMs = performance.now()
    })
    // Not events.once: that rejects at an `error`, after which `close` is still to come.
    const code = await new Promise<number>((resolve) => socket.once('close', resolve))
    if (wasOpen) this.#closeCodes.push(code)
    return wasOpen
  }
}

/** By the clock and not by waits, so that it is neither faster nor slower than sound for hours. */
async function play(socket: WebSocket): Promise<void> {
  const startedAt = performance.now()
  for (let sent = 0; socket.readyState === WebSocket.OPEN; sent += 1) {
    await delay(Math.max(0, startedAt + sent * CHUNK_MS - performance.now()))
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(CAPTURE.chunks[sent % CAPTURE.chunks.length] ?? '')
  }
}

const isFinal = (code: number | undefined) =>
  code !== undefined && (code === 1000 || code === 1001 || code >= 4000)
