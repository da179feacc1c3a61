import { setTimeout as delay } from 'node:timers/promises'
import type { SourceMessage } from '@carillon/contract/stream/topics'
import { WebSocket } from 'ws'
import { chunkAt, newTake, type Take } from './recorded-takes.ts'
import { type Door, openSourceSocket } from './source.ts'
import type { Member } from './station.ts'
import { TakeUploads } from './take-uploads.ts'
import { until } from './until.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
const JITTER_MS = 1_000
/** Time in which the station writes what has left; the page waits no longer either. */
const ON_ITS_WAY_MS = 10_000

/**
 * A DJ's page without a browser: its recorder gives chunks in real time, which are sent while there is a line, each time from a
 * new take on, and are kept while there is none. Comes back as the page's source does: after any close but 1000, 1001 and
 * 4xxx; and uploads what the station does not have.
 */
export class RecorderSource {
  /** All that it has recorded, in order. */
  readonly takes: Take[] = []
  readonly #door: Door
  readonly #dj: Member
  readonly #broadcastId: number
  readonly #uploads: TakeUploads
  #socket: WebSocket | null = null
  #closeCodes: number[] = []
  #acceptedAtMs = 0
  #isLeaving = false
  #isRecording = true

  /** Sends from now on, until `leave`. */
  constructor(door: Door, dj: Member, broadcastId: number) {
    this.#door = door
    this.#dj = dj
    this.#broadcastId = broadcastId
    this.#uploads = new TakeUploads(dj, broadcastId, this.takes)
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

  /** Records no more, and uploads what did not come. Resolves when the station has all, or refuses it; rejects after `limitMs`. */
  async finish(limitMs: number): Promise<void> {
    this.#isRecording = false
    await until(() => this.#uploads.isSafe, ON_ITS_WAY_MS, 'all is written').catch(() => undefined)
    void this.#uploads.work({ isLastOver: true })
    await until(() => this.#uploads.isSafe, limitMs, 'the station has all that was recorded')
  }

  leave(): void {
    this.#isLeaving = true
    this.#isRecording = false
    this.#uploads.stop()
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
      if (this.#isRecording) void this.#record(socket)
    })
    socket.on('message', (data, isBinary) => {
      const text = data.toString()
      if (!isBinary && text.startsWith('{')) this.#receive(JSON.parse(text))
    })
    // Not events.once: that rejects at an `error`, after which `close` is still to come.
    const code = await new Promise<number>((resolve) => socket.once('close', resolve))
    if (wasOpen) this.#closeCodes.push(code)
    return wasOpen
  }

  /** Begins a take on a new line. By the clock and not by waits: it is neither faster nor slower than sound for hours. */
  async #record(socket: WebSocket): Promise<void> {
    const take = newTake(this.takes.at(-1) ?? null)
    this.takes.push(take)
    const { id: takeId, after } = take
    const before = after && { after: { takeId: after.id, packets: after.packets } }
    socket.send(JSON.stringify({ type: 'TAKE', takeId, packet: 0, ...before }))
    const startedAt = performance.now()
    for (let number = 0; ; number += 1) {
      const { bytes, packets, endMs } = chunkAt(number)
      await delay(Math.max(0, startedAt + endMs - performance.now()))
      if (!this.#isRecording || this.takes.at(-1) !== take) return
      take.packets += packets
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes)
    }
  }

  #receive(message: SourceMessage): void {
    if (message.type === 'ACCEPTED') {
      this.#acceptedAtMs = performance.now()
      void this.#uploads.work({ isLastOver: false })
    }
    if (message.type === 'INGEST' && message.takeId !== undefined)
      this.#uploads.noteWritten(message.takeId, message.writtenUpTo ?? 0)
  }
}

const isFinal = (code: number | undefined) =>
  code !== undefined && (code === 1000 || code === 1001 || code >= 4000)
