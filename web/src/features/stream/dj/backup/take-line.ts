import type { TakeMessage, TakeReport } from '@carillon/contract/stream/topics'
import { WebmDemuxer } from '@carillon/media/webm/demuxer'
import type { PieceEntry } from './kept-take.ts'
import { type Held, type KeptTakes, leftMs } from './kept-takes.ts'

/** The station says each second what it has, and writes within one or two. */
export const ON_ITS_WAY_MS = 5_000
/** Sound that is kept where the station counts nothing, as for who waits to take over, for when it does. */
const UNCOUNTED_MS = 30_000

/** Place of a chunk: its take, and the number of the packet that it begins with. */
export type TakePlace = Omit<TakeMessage, 'type'>

type Recording = { number: number; held: Held; demuxer: WebmDemuxer | null }

/** Takes of one show as they are recorded: each chunk is read as the station reads it, so that both count the same packets. */
export class TakeLine {
  readonly #takes: KeptTakes
  readonly #broadcastId: number
  #recording: Recording | null = null
  #isCounted = false
  /** The station said last that it counts none: what is said now is not missing there. */
  #isUncounted = false
  /** Takes that ended while it counted none. Whether it does since, the next report says. */
  #inDoubt: Held[] = []
  /** The newest packets that the station has written of a take end here. */
  #furthest = { takeId: '', packet: 0 }
  #isOver = false

  constructor(takes: KeptTakes, broadcastId: number) {
    this.#takes = takes
    this.#broadcastId = broadcastId
  }

  /** The take that is being recorded. */
  get current(): Held | null {
    return this.#recording?.held ?? null
  }

  /** Sound of this take that the station does not have: its holes, and what was said since, beyond what is on its way. */
  get unwrittenMs(): number {
    return this.#holesMs + this.#lateMs
  }

  /** Packets did not come, and later ones did: nothing but an upload brings them. */
  get hasHole(): boolean {
    return this.#holesMs > 0
  }

  get #holesMs(): number {
    const pieces = this.current?.pieces.filter((piece) => this.#isHole(piece)) ?? []
    return leftMs({ pieces })
  }

  get #lateMs(): number {
    if (this.#isUncounted) return 0
    const ms = this.current ? leftMs(this.current) - this.#holesMs : 0
    return ms > ON_ITS_WAY_MS ? ms : 0
  }

  /** Keeps the next chunk of a recording; null where its packets cannot be counted, or nothing is kept any more. */
  keep(recording: number, chunk: Uint8Array): TakePlace | null {
    if (this.#isOver) return null
    if (this.#recording?.number !== recording) this.#begin(recording)
    const { held, demuxer = null } = this.#recording ?? {}
    if (!held || !demuxer) return null
    const { takeId, packets: packet, after } = held.take
    const result = demuxer.push(chunk)
    if (!result.ok) {
      // The station will refuse it too: the recorder has begun again by then.
      if (this.#recording) this.#recording.demuxer = null
      return null
    }
    const packets = result.events.filter((event) => event.type === 'packet')
    const samples = packets.reduce((sum, { durationInSamples }) => sum + durationInSamples, 0)
    if (packets.length > 0)
      this.#takes.append(
        held,
        packets.map(({ data }) => data),
        samples,
      )
    return { takeId, packet, ...(after && { after }) }
  }

  /** A connection is open: what the station counts of it is not known yet. */
  open(): void {
    this.#isCounted = false
  }

  /** Takes a report: packets that it names are at the station; without a take it counts none. */
  acknowledge({ takeId, writtenUpTo, writtenBeyond = [] }: TakeReport): void {
    if (takeId !== undefined && writtenUpTo !== undefined) {
      this.#isCounted = true
      this.#isUncounted = false
      this.#endDoubt()
      const held = this.#takes.find(takeId)
      if (!held) return
      this.#takes.acknowledge(held, writtenUpTo)
      for (const run of writtenBeyond) this.#takes.acknowledgeRun(held, run)
      this.#furthest = { takeId, packet: writtenBeyond.at(-1)?.[1] ?? writtenUpTo }
    } else if (!this.#isCounted) {
      this.#isUncounted = true
      this.#forgetInDoubt()
      if (this.current) this.#takes.trim(this.current, UNCOUNTED_MS)
    }
  }

  /** Nothing more is said in this show. `isDelivered`: what was on its way has arrived. */
  close(isDelivered: boolean): void {
    const held = this.current
    if (isDelivered && this.#isUncounted) this.#forgetInDoubt()
    this.#endDoubt()
    if (!isDelivered || this.#lateMs > 0 || !held) return
    this.#isOver = true
    const { packets } = held.take
    if (this.hasHole) this.#takes.acknowledgeRun(held, [this.#furthest.packet, packets])
    else this.#takes.acknowledge(held, packets)
  }

  #isHole({ takeId, from, count }: PieceEntry): boolean {
    return takeId === this.#furthest.takeId && from + count <= this.#furthest.packet
  }

  /** The station counts: what was said before may be missing there. */
  #endDoubt(): void {
    for (const held of this.#inDoubt) held.isInDoubt = false
    this.#inDoubt = []
  }

  /** Nobody was to hear these takes; it is no loss. */
  #forgetInDoubt(): void {
    for (const held of this.#inDoubt) this.#takes.acknowledge(held, held.take.packets)
    this.#endDoubt()
  }

  #begin(recording: number): void {
    if (this.#isUncounted && this.current) {
      this.current.isInDoubt = true
      this.#inDoubt.push(this.current)
    }
    const held = this.#takes.begin(this.#broadcastId)
    this.open()
    this.#recording = held && { number: recording, held, demuxer: new WebmDemuxer() }
  }
}
