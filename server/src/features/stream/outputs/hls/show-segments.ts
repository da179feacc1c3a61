import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../ports.ts'
import { toPlaylist } from './playlist.ts'
import { OPUS } from './rendition.ts'
import type { ListedSegment, Segment } from './segment.ts'

/** Twelve hours at the usual bit rate. */
export const MAX_SHOW_BYTES = 1024 ** 3
/** Segments that may wait for the disk: more than two minutes at the usual bit rate. */
export const MAX_QUEUED_BYTES = 4 * 1024 * 1024
/** It stops well before a recording has to: that needs the disk more. */
export const LEAST_FREE_BYTES = 500 * 1024 * 1024

export type ShowSegmentsOptions = {
  broadcastId: number
  /** Folder on the disk of the station, which exists. */
  directory: string
  firstNumber: number
  log: Log
}

type Entry = ListedSegment & { offset: number; length: number }

// Members: what is asked of a show, and the file that it is in.
/**
 * The segments of one show, from the one that it begins in, on disk: in a file without a name, which is gone with the
 * process or `close`. They come in any order: an instance that was not there from the beginning fetches the older ones.
 * Where the disk fails or is nearly full, or the show is too long, it forgets all of them.
 */
export class ShowSegments {
  readonly broadcastId: number
  readonly #options: ShowSegmentsOptions
  /** By number, from that of the first; some may be missing. */
  #entries: (Entry | undefined)[] = []
  #count = 0
  #playlist: string | null = null
  #lastNumber: number | null = null
  #hasFailed = false
  #file: FileHandle | null = null
  #writing: Promise<void> = Promise.resolve()
  #bytes = 0
  #queuedBytes = 0

  constructor(options: ShowSegmentsOptions) {
    this.#options = options
    this.broadcastId = options.broadcastId
  }

  /** Its playlist, made once for all who ask until it changes; null while there is no segment, or one is missing. */
  playlist(): string | null {
    if (this.#count === 0 || this.missing !== null) return null
    const { isEnded } = this
    const segments = this.#entries.filter((entry) => entry !== undefined)
    this.#playlist ??= toPlaylist({ rendition: OPUS, segments, base: '../', isEvent: true, isEnded })
    return this.#playlist
  }

  /** It has given up. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Number of the oldest segment that is missing before one that is there; null where none is. */
  get missing(): number | null {
    if (this.#count === this.#entries.length) return null
    return this.#options.firstNumber + this.#entries.findIndex((entry) => !entry)
  }

  /** Number of the segment in which the show begins. */
  get firstNumber(): number {
    return this.#options.firstNumber
  }

  /** Number of the segment in which it ends; null while it goes on. */
  get lastNumber(): number | null {
    return this.#lastNumber
  }

  /** The show is over, and its last segment is there. */
  get isEnded(): boolean {
    return this.#lastNumber !== null && this.#count > this.#lastNumber - this.#options.firstNumber
  }

  /** The show ends in this segment. Idempotent. */
  endIn(number: number): void {
    this.#lastNumber ??= number
    this.#playlist = null
  }

  /** Takes a segment of the timeline; those before or after the show, and those that it has, are left out. */
  add(segment: Segment): void {
    const { bytes, ...listed } = segment
    const at = segment.number - this.#options.firstNumber
    const isOurs = at >= 0 && segment.number <= (this.#lastNumber ?? segment.number)
    if (this.#hasFailed || !isOurs || this.#entries[at]) return
    const { length } = bytes
    if (this.#bytes + length > MAX_SHOW_BYTES || this.#queuedBytes + length > MAX_QUEUED_BYTES) {
      this.#fail(new Error('There are too many segments'))
      return
    }
    this.#entries[at] = { ...listed, offset: this.#bytes, length }
    this.#count += 1
    this.#playlist = null
    this.#bytes += length
    this.#queuedBytes += length
    this.#writing = this.#writing.then(() => this.#write(bytes))
  }

  hasEpoch(epoch: number): boolean {
    return this.#entries.some((entry) => entry?.epoch === epoch)
  }

  has(epoch: number, number: number): boolean {
    return this.#find(epoch, number) !== null
  }

  /** A segment of any epoch; null when it is not there, or not yet. */
  async segment(number: number): Promise<Segment | null> {
    const entry = this.#entries[number - this.#options.firstNumber]
    const bytes = entry && (await this.read(entry.epoch, number))
    if (!entry || !bytes) return null
    const { offset: _offset, length: _length, ...listed } = entry
    return { ...listed, bytes }
  }

  /** Resolves when what it has is on disk. */
  async settled(): Promise<void> {
    await this.#writing
  }

  /** Bytes of a segment; null when it is not there, or not yet. */
  async read(epoch: number, number: number): Promise<Buffer | null> {
    const entry = this.#find(epoch, number)
    if (!entry || !this.#file) return null
    const bytes = Buffer.allocUnsafe(entry.length)
    // It may be closed meanwhile: then the segment is gone.
    const read = await this.#file.read(bytes, 0, entry.length, entry.offset).catch(() => null)
    return read?.bytesRead === entry.length ? bytes : null
  }

  /** Gives the disk its room back; idempotent. */
  async close(): Promise<void> {
    this.#hasFailed = true
    this.#entries = []
    this.#count = 0
    this.#playlist = null
    await this.#writing
    const file = this.#file
    this.#file = null
    await file?.close().catch(() => undefined) // nobody reads it any more
  }

  #find(epoch: number, number: number): Entry | null {
    const entry = this.#entries[number - this.#options.firstNumber]
    return entry?.epoch === epoch ? entry : null
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#hasFailed) return
    try {
      this.#file ??= await openNameless(this.#options.directory)
      const { bavail, bsize } = await statfs(this.#options.directory)
      if (bavail * bsize < LEAST_FREE_BYTES) throw new Error('The disk is nearly full')
      await this.#file.appendFile(bytes)
      this.#queuedBytes -= bytes.length
    } catch (err) {
      this.#fail(err)
    }
  }

  #fail(err: unknown): void {
    const { log, broadcastId } = this.#options
    log.warn({ err, broadcastId }, 'The show has no HLS playlist from its beginning any more')
    void this.close()
  }
}

/** A file that only this process has: its room is free again whatever becomes of the process. */
async function openNameless(directory: string): Promise<FileHandle> {
  const path = join(directory, `hls-${randomUUID()}.part`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
