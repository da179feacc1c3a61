import { Backlog } from './backlog.ts'
import { readBlock } from './block.ts'
import { type ElementHeader, maxHeaderBytes, readHeader } from './ebml.ts'
import { canBeginElement, type ElementRole, elementRoles } from './elements.ts'
import { beginsCluster, beginsSession, findAnchor } from './resync.ts'
import { type OpusTrack, readTracks } from './track.ts'

/** The largest element that is held: a block, or the description of the tracks. An Opus packet is at most 61,297. */
export const maxElementBytes = 64 * 1024
/** Bytes without a track or packet after which a source counts as unreadable: 6 s at 160 kbps. */
export const maxUnreadableBytes = 128 * 1024

/** Why a source is given up. `ELEMENT_TOO_LARGE`: the description of the tracks is over `maxElementBytes`. */
export type DemuxError = 'UNREADABLE' | 'NO_TRACK' | 'CODEC_UNSUPPORTED' | 'ELEMENT_TOO_LARGE'
/** Why bytes were passed over: what follows them is read again. */
export type GapReason = 'LOST_SYNC' | 'LACED_BLOCK' | 'INVALID_PACKET'

export type DemuxEvent =
  | ({ type: 'track'; codec: 'opus' } & OpusTrack)
  /** One Opus packet that `readPacket` accepts, as a copy; its duration is samples at 48 kHz. */
  | { type: 'packet'; data: Uint8Array; durationInSamples: number }
  | { type: 'gap'; reason: GapReason }

export type DemuxResult = { ok: true; events: DemuxEvent[] } | { ok: false; error: DemuxError }

/** What comes next: an element header, the rest of an element nobody wants, or a place to read on after a hole. */
type State = { name: 'reading' } | { name: 'skipping'; bytesLeft: number } | { name: 'searching' }
/** What a step did: took bytes, needs more, or cannot go on. */
type Step = 'ADVANCED' | 'WAIT' | DemuxError

/**
 * A MediaRecorder's WebM chunks to Opus packets, each as soon as its block is whole. Chunks may be cut anywhere. A new
 * EBML header at a chunk boundary begins a new session. After a hole it reads on at the next cluster, block or EBML
 * header. An error is final: every later push gives it again. Holds at most `maxElementBytes` and one header between
 * pushes, in a buffer of fixed size, and never throws.
 */
export class WebmDemuxer {
  readonly #backlog = new Backlog(2 * maxElementBytes + maxHeaderBytes)
  #state: State = { name: 'searching' }
  #track: OpusTrack | null = null
  #error: DemuxError | null = null
  #bytesWithoutAudio = 0
  /** Whether the element at hand began in an earlier chunk, so that a lost chunk may have torn it. */
  #isCarried = false
  #isAfterUnknown = false
  #events: DemuxEvent[] = []

  /** Bytes held for an element that is not whole yet. */
  get bufferedBytes(): number {
    return this.#backlog.length
  }

  /** Takes one chunk, or any part of one. The chunk is not kept. */
  push(chunk: Uint8Array): DemuxResult {
    this.#events = []
    if (this.#isInsideElement && (beginsSession(chunk) || beginsCluster(chunk))) this.#dropTornElement()
    this.#isCarried = this.#backlog.length > 0
    for (let at = 0; at < chunk.length && !this.#error; at += maxElementBytes)
      this.#read(chunk.subarray(at, at + maxElementBytes))
    return this.#error ? { ok: false, error: this.#error } : { ok: true, events: this.#events }
  }

  /** Says that bytes were lost before the next chunk: what is half read is dropped, and reading goes on after it. */
  noteLoss(): void {
    this.#backlog.clear()
    this.#state = { name: 'searching' }
  }

  get #isInsideElement(): boolean {
    return this.#backlog.length > 0 || this.#state.name === 'skipping'
  }

  #dropTornElement(): void {
    this.#backlog.clear()
    if (this.#state.name !== 'searching') this.#events.push({ type: 'gap', reason: 'LOST_SYNC' })
    this.#state = { name: 'reading' }
  }

  #read(part: Uint8Array): void {
    this.#backlog.append(part)
    this.#bytesWithoutAudio += part.length
    let step: Step = 'ADVANCED'
    while (step === 'ADVANCED' && this.#backlog.length > 0) step = this.#step()
    if (step !== 'ADVANCED' && step !== 'WAIT') this.#error = step
    else if (this.#bytesWithoutAudio > maxUnreadableBytes) this.#error = 'UNREADABLE'
  }

  #step(): Step {
    if (this.#state.name === 'searching') return this.#search()
    if (this.#state.name === 'skipping') return this.#skip(this.#state.bytesLeft)
    return this.#readElement()
  }

  #search(): Step {
    const { bytes, start, end } = this.#backlog
    const trackNumber = this.#track?.number ?? null
    const { found, offset } = findAnchor({ bytes, start, end }, { trackNumber, maxElementBytes })
    this.#backlog.start = offset
    if (!found) return 'WAIT'
    this.#state = { name: 'reading' }
    this.#isCarried = false
    return 'ADVANCED'
  }

  #skip(bytesLeft: number): Step {
    const skipped = Math.min(bytesLeft, this.#backlog.length)
    this.#backlog.start += skipped
    this.#state =
      skipped === bytesLeft ? { name: 'reading' } : { name: 'skipping', bytesLeft: bytesLeft - skipped }
    return 'ADVANCED'
  }

  #readElement(): Step {
    const { bytes, start, end } = this.#backlog
    const header = readHeader(bytes, start, end)
    if (header === 'INCOMPLETE') return 'WAIT'
    if (header === 'INVALID') return this.#loseSync()
    const role = elementRoles.get(header.id)
    if (!role) return this.#readUnknown(header)
    this.#isAfterUnknown = false
    return this.#actions[role](header)
  }

  /** Two unknown elements in a row are no elements: after a hole most bytes look like one. */
  #readUnknown(header: ElementHeader): Step {
    if (this.#isAfterUnknown) return this.#loseSync()
    this.#isAfterUnknown = true
    return this.#pass(header)
  }

  readonly #actions: Record<ElementRole, (header: ElementHeader) => Step> = {
    header: (header) => this.#beginSession(header),
    enter: (header) => this.#consume(header.headerBytes),
    cluster: (header) => (this.#track ? this.#consume(header.headerBytes) : 'NO_TRACK'),
    tracks: (header) => this.#readTracks(header),
    block: (header) => this.#readBlock(header),
    skip: (header) => this.#pass(header),
  }

  #beginSession(header: ElementHeader): Step {
    this.#track = null
    return this.#pass(header)
  }

  /** Passes over an element. One that claims more than could be held is not believed: its data is searched. */
  #pass(header: ElementHeader): Step {
    if (header.dataBytes > maxElementBytes) return this.#loseSync()
    this.#state = { name: 'skipping', bytesLeft: header.headerBytes + header.dataBytes }
    return 'ADVANCED'
  }

  #readTracks(header: ElementHeader): Step {
    if (header.dataBytes > maxElementBytes) return 'ELEMENT_TOO_LARGE'
    const data = this.#whole(header)
    if (!data) return 'WAIT'
    const track = readTracks(data)
    if (!track.ok) return track.error
    this.#track = track.value
    this.#emit({ type: 'track', codec: 'opus', ...track.value })
    return this.#consume(header.headerBytes + header.dataBytes)
  }

  #readBlock(header: ElementHeader): Step {
    if (!this.#track) return 'NO_TRACK'
    if (header.dataBytes > maxElementBytes) return this.#loseSync()
    const data = this.#whole(header)
    if (!data) return 'WAIT'
    const { bytes, start, end } = this.#backlog
    const next = start + header.headerBytes + header.dataBytes
    if (this.#isCarried && !canBeginElement(bytes, next, end)) return this.#loseSync()
    this.#emitPacket(data, this.#track.number)
    return this.#consume(next - start)
  }

  #emitPacket(data: Uint8Array, trackNumber: number): void {
    const block = readBlock(data, trackNumber)
    if (block.ok) {
      const { packetOffset, durationInSamples } = block
      this.#emit({ type: 'packet', data: data.slice(packetOffset), durationInSamples })
    } else if (block.error !== 'OTHER_TRACK') {
      this.#events.push({ type: 'gap', reason: block.error })
    }
  }

  #emit(event: DemuxEvent): void {
    this.#bytesWithoutAudio = 0
    this.#events.push(event)
  }

  /** The data of an element, as a view; null while its end has not come. */
  #whole(header: ElementHeader): Uint8Array | null {
    const { bytes, start, end } = this.#backlog
    const dataStart = start + header.headerBytes
    const dataEnd = dataStart + header.dataBytes
    return dataEnd > end ? null : bytes.subarray(dataStart, dataEnd)
  }

  #consume(bytes: number): Step {
    this.#backlog.start += bytes
    this.#isCarried = false
    return 'ADVANCED'
  }

  #loseSync(): Step {
    this.#backlog.start += 1
    this.#state = { name: 'searching' }
    this.#events.push({ type: 'gap', reason: 'LOST_SYNC' })
    return 'ADVANCED'
  }
}
