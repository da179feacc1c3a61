import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { SourceMessage } from '@carillon/contract/stream/topics'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggReader } from '@carillon/media/ogg/reader'
import { padPacket } from '@carillon/media/opus/padding'
import { WebmDemuxer } from '@carillon/media/webm/demuxer'
import { WebSocket } from 'ws'
import { SILENCE_PACKET } from '../../src/features/stream/mount/mount.ts'

const SLICE_MS = 300
/** Captures that are played in turn: of their packets no two are the same, for longer than any test waits. */
const CAPTURES = ['chromium-desktop', 'chromium-mixed', 'firefox-destination']

/** One recording of a DJ's browser: what it recorded, packet by packet. */
export type Take = { id: string; packets: Uint8Array[]; after: Take | null }

/** A DJ's page that counts what it records, and keeps it: with a line, or without one. */
export class TakingPage {
  readonly takes: Take[] = []
  writtenUpTo = new Map<string, number>()
  readonly #broadcastId: number
  readonly #token: string
  #origin: string
  #socket: WebSocket | null = null
  #demuxer = new WebmDemuxer()
  #chunks: Uint8Array[] = []
  #timer: NodeJS.Timeout | undefined

  constructor({ socketOrigin }: { socketOrigin: string }, token: string, broadcastId: number) {
    this.#origin = socketOrigin
    this.#broadcastId = broadcastId
    this.#token = token
  }

  get take(): Take {
    const take = this.takes.at(-1)
    if (!take) throw new Error('Nothing is recorded')
    return take
  }

  /** Opens a line, on which a new recording begins; to another instance, if one is given. */
  async connect({ socketOrigin }: { socketOrigin: string } = { socketOrigin: this.#origin }): Promise<void> {
    this.#origin = socketOrigin
    const url = `${socketOrigin}/ws/live?broadcastId=${this.#broadcastId}`
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${this.#token}` } })
    socket.on('error', () => undefined) // its close says it
    socket.on('message', (data, isBinary) => {
      if (!isBinary && `${data}`.startsWith('{')) this.#receive(JSON.parse(`${data}`))
    })
    await once(socket, 'open')
    this.#socket = socket
    this.begin()
  }

  /** Begins a recording, as a browser does with each line. */
  begin(): void {
    const after = this.takes.at(-1) ?? null
    this.takes.push({ id: randomUUID(), packets: [], after })
    this.#demuxer = new WebmDemuxer()
    this.#chunks = []
    const { id } = this.take
    const before = after && { takeId: after.id, packets: after.packets.length }
    this.#send(JSON.stringify({ type: 'TAKE', takeId: id, packet: 0, ...(before && { after: before }) }))
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#record(), SLICE_MS)
    this.#record()
  }

  /** The line is gone; the browser records on. */
  cut(): void {
    this.#socket?.terminate()
    this.#socket = null
  }

  close(): void {
    clearInterval(this.#timer)
    this.cut()
  }

  /** Resolves when this many packets of the newest take are recorded. */
  async untilRecorded(packets: number): Promise<void> {
    const { take } = this
    while (take.packets.length < packets) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  /** Resolves when the station has written as much of the newest take. */
  async untilWritten(packets: number): Promise<void> {
    const { id } = this.take
    while ((this.writtenUpTo.get(id) ?? 0) < packets) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  #record(): void {
    if (this.#chunks.length === 0) this.#chunks = CAPTURES.flatMap((name) => captureNamed(name).chunks)
    const chunk = this.#chunks.shift()
    if (!chunk) return
    const result = this.#demuxer.push(chunk)
    for (const event of result.ok ? result.events : [])
      if (event.type === 'packet') this.take.packets.push(event.data)
    this.#send(chunk)
  }

  #send(message: string | Uint8Array): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message)
  }

  #receive(message: SourceMessage): void {
    if (message.type === 'INGEST' && message.takeId !== undefined)
      this.writtenUpTo.set(message.takeId, message.writtenUpTo ?? 0)
  }
}

/** Address of an upload, below a station's origin. */
export function addressOf(broadcastId: number, { id, after }: Take, from: number, left = 0): string {
  const before = after ? `&after=${after.id}&afterPackets=${after.packets.length}` : ''
  return `/api/broadcasts/${broadcastId}/takes/${id}?from=${from}&left=${left}${before}`
}

/** Packets of a recording, in words: what the DJ said by its place among `said`, and silence. */
export function wordsOf(file: Uint8Array, takes: readonly Take[]): string[] {
  const result = new OggReader().push(file)
  if (!result.ok) throw new Error(result.error)
  const packets = result.pages.slice(2).flatMap((page) => page.packets)
  const said = takes.flatMap(({ packets: own }, take) =>
    own.map((packet, number) => ({ packet, word: `${take}.${number}` })),
  )
  let next = 0
  return packets.map((packet) => {
    // The mount pads what is below its least byte rate.
    if (Buffer.from(padPacket(SILENCE_PACKET, packet.length)).equals(packet)) return 'silence'
    const isSame = (own: Uint8Array) => Buffer.from(padPacket(own, packet.length)).equals(packet)
    const place = said.findIndex((one, index) => index >= next && isSame(one.packet))
    if (place < 0) return 'unknown'
    next = place + 1
    return said[place]?.word ?? ''
  })
}

/** Returns the same words, with those that follow each other as one: `0.3-0.17`, `silence x 20`. */
export function inShort(words: readonly string[]): string[] {
  const runs: { word: string; last: string; count: number }[] = []
  for (const word of words) {
    const run = runs.at(-1)
    if (run && (run.last === word || nextOf(run.last) === word))
      Object.assign(run, { last: word, count: run.count + 1 })
    else runs.push({ word, last: word, count: 1 })
  }
  return runs.map(({ word, last, count }) => (word === last ? `${word} x ${count}` : `${word}-${last}`))
}

function nextOf(word: string): string {
  const [take, number] = word.split('.')
  return `${take}.${Number(number) + 1}`
}

/** All that a page has recorded, in the words of `wordsOf`. */
export const wordsSaid = (takes: readonly Take[]): string[] =>
  takes.flatMap(({ packets }, take) => packets.map((_, number) => `${take}.${number}`))

/** Words between the first that was said and the last. */
export function spoken(words: readonly string[]): string[] {
  const isWord = (word: string) => word !== 'silence'
  return words.slice(words.findIndex(isWord), words.findLastIndex(isWord) + 1)
}
