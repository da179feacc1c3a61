import { Backlog } from './backlog.ts'
import { readBlock } from './block.ts'
import { type ElementHeader, readHeader } from './ebml.ts'
import { type ElementRole, elementKinds, maxElementBytes } from './elements.ts'
import { judgeElement } from './plausible.ts'
import { beginsCluster, beginsSession, findAnchor } from './resync.ts'
import { type OpusTrack, readTracks } from './track.ts'

/** Bytes without a track or packet after which a source counts as unreadable: 6 s at 160 kbps. */
export const maxUnreadableBytes = 128 * 1024

/** Why a source is given up. `ELEMENT_TOO_LARGE`: the description of the tracks is over `maxElementBytes`. */
export type DemuxError = 'UNREADABLE' | 'NO_TRACK' | 'CODEC_UNSUPPORTED' | 'ELEMENT_TOO_LARGE'
/** Why bytes were passed over: what follows them is read again. */
export type GapReason = 'LOST_SYNC' | 'LACED_BLOCK' | 'INVALID_PACKET'

export type DemuxEvent =
  | ({ type: 'track'; codec: 'opus' } & OpusTrack)
  /** One Opus packet that `readPacket` accepts, the receiver's for good; its duration is samples at 48 kHz. */
  | { type: 'packet'; data: Uint8Array; durationInSamples: number }
  | { type: 'gap'; reason: GapReason }

export type DemuxResult = { ok: true; events: DemuxEvent[] } | { ok: false; error: DemuxError }

/** Part of the stream that is read next. */
type State =
  | { name: 'reading' } // an element header
  | { name: 'holding'; header: ElementHeader; role: 'tracks' | 'block' } // an element that is wanted whole
  | { name: 'skipping'; bytesLeft: number } // the rest of one that nobody wants
  | { name: 'searching' } // a place to read on, at the start and after a hole
/** Outcome of a step: it took bytes, needs more, or cannot go on. */
type Step = 'ADVANCED' | 'WAIT' | DemuxError

// Members: one state machine over one backlog; each method is a step of it.
/**
 * A MediaRecorder's WebM chunks to Opus packets, each as soon as its block is whole. Chunks may be cut anywhere. A new
 * EBML header at a chunk boundary begins a new session. After a hole it reads on at the next cluster, block or EBML
 * header. An error is final. Holds at most `maxElementBytes` and one header between pushes, and never throws.
 */
export class WebmDemuxer {
  readonly #backlog = new Backlog()
  #state: State = { name: 'searching' }
  #track: OpusTrack | null = null
  #error: DemuxError | null = null
  #events: DemuxEvent[] = []
  #bytesWithoutAudio = 0
  /** A chunk border was passed since a block was last seen to fit between its neighbours. */
  #isInDoubt = false

  /** Bytes held for an element that is not whole yet. */
  get bufferedBytes(): number {
    return this.#backlog.length
  }

  /** Takes one chunk, or any part of one. The chunk is not kept. */
  push(chunk: Uint8Array): DemuxResult {
    this.#events = []
    this.#isInDoubt = true
    if (this.#isTornBy(chunk)) this.#dropTornElement()
    for (let at = 0; at < chunk.length && !this.#error; at += maxElementBytes)
      this.#take(chunk.subarray(at, at + maxElementBytes))
    return this.#error ? { ok: false, error: this.#error } : { ok: true, events: this.#events }
  }

  /** Says that bytes were lost before the next chunk: what is half read is dropped, and reading goes on after it. */
  noteLoss(): void {
    this.#backlog.clear()
    this.#state = { name: 'searching' }
  }

  /** No element holds what only begins a session or a cluster: when one comes early, a chunk is missing. */
  #isTornBy(chunk: Uint8Array): boolean {
    const isInsideElement = this.#backlog.length > 0 || this.#state.name === 'skipping'
    return isInsideElement && (beginsSession(chunk) || (this.#track !== null && beginsCluster(chunk)))
  }

  #dropTornElement(): void {
    this.#backlog.clear()
    if (this.#state.name !== 'searching') this.#events.push({ type: 'gap', reason: 'LOST_SYNC' })
    this.#state = { name: 'reading' }
  }

  #take(part: Uint8Array): void {
    this.#backlog.append(part)
    this.#bytesWithoutAudio += part.length
    let step: Step = 'ADVANCED'
    while (step === 'ADVANCED' && this.#backlog.length > 0) step = this.#step(this.#state)
    if (step !== 'ADVANCED' && step !== 'WAIT') this.#error = step
    else if (this.#bytesWithoutAudio > maxUnreadableBytes) this.#error = 'UNREADABLE'
  }

  #step(state: State): Step {
    if (state.name === 'reading') return this.#readHeader()
    if (state.name === 'holding') return this.#hold(state.header, state.role)
    if (state.name === 'skipping') return this.#skip(state.bytesLeft)
    return this.#search()
  }

  #readHeader(): Step {
    // What claims more than could be held is not believed either: its data is searched.
    const verdict = judgeElement(this.#backlog, this.#trackNumber)
    if (verdict === 'WAIT') return 'WAIT'
    const header = readHeader(this.#backlog.bytes, this.#backlog.start, this.#backlog.end)
    if (verdict === 'NO' || typeof header === 'string') return this.#loseSync()
    return this.#actions[elementKinds.get(header.id)?.role ?? 'skip'](header)
  }

  readonly #actions: Record<ElementRole, (header: ElementHeader) => Step> = {
    header: (header) => this.#beginSession(header),
    enter: (header) => this.#consume(header.headerBytes),
    cluster: (header) => (this.#track ? this.#consume(header.headerBytes) : 'NO_TRACK'),
    tracks: (header) =>
      header.dataBytes > maxElementBytes ? 'ELEMENT_TOO_LARGE' : this.#keep(header, 'tracks'),
    block: (header) => this.#keep(header, 'block'),
    skip: (header) => this.#pass(header),
  }

  #beginSession(header: ElementHeader): Step {
    this.#track = null
    return this.#pass(header)
  }

  #pass(header: ElementHeader): Step {
    this.#state = { name: 'skipping', bytesLeft: header.headerBytes + header.dataBytes }
    return 'ADVANCED'
  }

  #keep(header: ElementHeader, role: 'tracks' | 'block'): Step {
    this.#state = { name: 'holding', header, role }
    return 'ADVANCED'
  }

  #hold({ headerBytes, dataBytes }: ElementHeader, role: 'tracks' | 'block'): Step {
    const { bytes, start, end } = this.#backlog
    const next = start + headerBytes + dataBytes
    if (next > end) return 'WAIT'
    if (this.#isInDoubt) {
      // When a chunk is missing inside this element, what follows it is no element.
      const verdict = judgeElement({ bytes, start: next, end }, this.#trackNumber)
      if (verdict === 'NO') return this.#loseSync()
      this.#isInDoubt = verdict === 'WAIT'
    }
    const data = bytes.subarray(start + headerBytes, next)
    this.#state = { name: 'reading' }
    return (role === 'tracks' ? this.#readTracks(data) : this.#readBlock(data)) ?? this.#consume(next - start)
  }

  #readTracks(data: Uint8Array): DemuxError | null {
    const track = readTracks(data)
    if (!track.ok) return track.error
    this.#track = track.value
    this.#emit({ type: 'track', codec: 'opus', ...track.value })
    return null
  }

  #readBlock(data: Uint8Array): DemuxError | null {
    if (!this.#track) return 'NO_TRACK'
    const block = readBlock(data, this.#track.number)
    if (block.ok) {
      const { packetOffset, durationInSamples } = block
      const packet = this.#backlog.giveAway(data.subarray(packetOffset))
      this.#emit({ type: 'packet', data: packet, durationInSamples })
    } else if (block.error !== 'OTHER_TRACK') {
      this.#events.push({ type: 'gap', reason: block.error })
    }
    return null
  }

  #emit(event: DemuxEvent): void {
    this.#bytesWithoutAudio = 0
    this.#events.push(event)
  }

  #skip(bytesLeft: number): Step {
    const skipped = Math.min(bytesLeft, this.#backlog.length)
    this.#state =
      skipped === bytesLeft ? { name: 'reading' } : { name: 'skipping', bytesLeft: bytesLeft - skipped }
    return this.#consume(skipped)
  }

  #search(): Step {
    const { found, offset } = findAnchor(this.#backlog, this.#trackNumber)
    this.#backlog.start = offset
    if (!found) return 'WAIT'
    this.#state = { name: 'reading' }
    return 'ADVANCED'
  }

  #consume(bytes: number): Step {
    this.#backlog.start += bytes
    return 'ADVANCED'
  }

  #loseSync(): Step {
    this.#state = { name: 'searching' }
    this.#events.push({ type: 'gap', reason: 'LOST_SYNC' })
    return this.#consume(1)
  }

  get #trackNumber(): number | null {
    return this.#track?.number ?? null
  }
}
