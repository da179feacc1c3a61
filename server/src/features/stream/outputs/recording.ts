import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { headerPages, pageGranulePosition, pageHeaderBytes, pageSequence } from '@carillon/media/ogg/page'
import { appendRun, type MapRun } from '@carillon/media/takes/packet-map'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import { TakeLog } from './take-log.ts'

/** RFC 3533 s6: the largest that a page can be. */
const MAX_PAGE_BYTES = 65_307
/** Pages that may wait for the disk: about five minutes of audio. */
export const MAX_QUEUED_BYTES = 4 * 1024 * 1024
/** Pages are written together, about a second of audio at a time: each write wakes another thread. */
const WRITE_BYTES = 12 * 1024
export const MAX_PARTS = 1_000
/** The database may live on the same disk: a recording leaves it this much. */
export const LEAST_FREE_BYTES = 100 * 1024 * 1024
/** The disk is asked once in so much, about a minute. */
const ASK_EVERY_BYTES = 1024 * 1024

export type RecordingOptions = {
  directory: string
  broadcastId: number
  /** Called once, when the disk fails or cannot keep up; the air goes on without recording. */
  onFailure: (error: unknown) => void
  /** Bytes to leave free on the disk; unless given, 100 MB. */
  leastFreeBytes?: number
  /** Takes of the show; those of this file alone, unless given. */
  takes?: TakeLog
}

type State = 'recording' | 'failed' | 'closed'
type QueuedPage = { bytes: Uint8Array; runs: readonly MapRun[] }

/** One file of before a restart: its length in samples at 48 kHz, and when its last page was written, in ms since 1970. */
export type EarlierPart = { path: string; samples: number; endedAtMs: number }

/**
 * The file of one mount, as listeners heard it: `<broadcastId>.ogg`, and after a restart `<broadcastId>-2.ogg` and so
 * on. `append` never waits and never throws; pages queue for the disk up to a limit, beyond which recording stops.
 */
export class Recording {
  /** Origin of the packets, and how far they are written. */
  readonly takes: TakeLog
  readonly #options: RecordingOptions
  #queue: QueuedPage[] = []
  #queuedBytes = 0
  #unaskedBytes = ASK_EVERY_BYTES
  #state: State = 'recording'
  /** Samples at 48 kHz. */
  #length = 0
  /** Files that were there before, in order. */
  #earlier: EarlierPart[] = []
  #path: string | null = null
  #writtenBytes = 0
  #writing: Promise<void> | null = null
  #file: FileHandle | null = null

  constructor(options: RecordingOptions) {
    this.#options = options
    this.takes = options.takes ?? new TakeLog()
  }

  /** Nothing is written any more because the disk failed. */
  get hasFailed(): boolean {
    return this.#state === 'failed'
  }

  /** Length of the recording, with the files of before a restart, as far as they are known. */
  get lengthMs(): number {
    const samples = this.#earlier.reduce((sum, part) => sum + part.samples, this.#length)
    return Math.round(samples / SAMPLES_PER_MS)
  }

  /** Length of what was taken into the file of its own, in samples at 48 kHz. */
  get length(): number {
    return this.#length
  }

  /** More pages are being written. */
  get isOpen(): boolean {
    return this.#state === 'recording' || this.#writing !== null
  }

  /** Its files, as far as they are written; null until the first page is. */
  get files(): { path: string; writtenBytes: number; earlier: readonly EarlierPart[] } | null {
    const path = this.#path
    return path === null ? null : { path, writtenBytes: this.#writtenBytes, earlier: this.#earlier }
  }

  /** Takes a page, and of whom its packets are. */
  append(bytes: Uint8Array, runs: readonly MapRun[] = []): void {
    if (this.#state !== 'recording') return
    if (this.#queuedBytes + bytes.length > MAX_QUEUED_BYTES) {
      this.#fail(new Error('The disk cannot keep up with the recording'))
      return
    }
    this.#queue.push({ bytes, runs })
    this.#length = samplesAt(bytes)
    this.#queuedBytes += bytes.length
    if (this.#queuedBytes >= WRITE_BYTES) this.#drain()
  }

  /** Writes what is queued and closes the file; idempotent. */
  async close(): Promise<void> {
    if (this.#state === 'recording') this.#state = 'closed'
    this.#drain()
    while (this.#writing) await this.#writing
    await Promise.all([this.#file?.close(), this.takes.close()]).catch(this.#options.onFailure)
    this.#file = null
  }

  #drain(): void {
    if (this.#writing || this.#queue.length === 0) return
    this.#writing = this.#write().finally(() => {
      this.#writing = null
      this.#drain()
    })
  }

  async #write(): Promise<void> {
    try {
      if (!this.#file) {
        const { file, path, earlier } = await createPart(this.#options)
        this.#file = file
        this.#path = path
        this.#earlier = earlier
      }
      while (this.#queue.length > 0) {
        const pages = this.#queue
        this.#queue = []
        const bytes = Buffer.concat(pages.map((page) => page.bytes))
        await this.#requireRoom(bytes.length)
        const runs = runsOn(pages)
        await this.takes.write(mapPathOf(this.#path ?? ''), sequenceOf(pages), runs)
        await this.#file.appendFile(bytes)
        this.takes.confirm(runs)
        this.#queuedBytes -= bytes.length
        this.#writtenBytes += bytes.length
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  async #requireRoom(bytes: number): Promise<void> {
    this.#unaskedBytes += bytes
    if (this.#unaskedBytes < ASK_EVERY_BYTES) return
    this.#unaskedBytes = 0
    if (!(await hasRoom(this.#options))) throw new Error('The disk is nearly full')
  }

  #fail(error: unknown): void {
    if (this.#state === 'failed') return
    this.#state = 'failed'
    this.#queue = []
    this.#options.onFailure(error)
  }
}

/** Whether the disk has more free than a recording is to leave it. */
export async function hasRoom({
  directory,
  leastFreeBytes = LEAST_FREE_BYTES,
}: Pick<RecordingOptions, 'directory' | 'leastFreeBytes'>): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize >= leastFreeBytes
}

type Part = { file: FileHandle; path: string; earlier: EarlierPart[] }

/** The first name that is not taken: a file that a crash left behind is never written into. */
async function createPart({ directory, broadcastId }: RecordingOptions): Promise<Part> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const earlier: EarlierPart[] = []
  for (let part = 1; part <= MAX_PARTS; part++) {
    const name = part === 1 ? `${broadcastId}.ogg` : `${broadcastId}-${part}.ogg`
    const path = join(directory, name)
    const file = await openNew(path)
    if (file) return { file, path, earlier }
    // A file that cannot be read is no reason to record nothing.
    const before = await readEarlier(path).catch(() => null)
    if (before) earlier.push(before)
  }
  throw new Error(`Broadcast ${broadcastId} has too many recordings already`)
}

async function openNew(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}

/** Length of the recording in a file, by its last page; 0 where that is not found. */
async function readEarlier(path: string): Promise<EarlierPart> {
  const file = await open(path, 'r')
  try {
    const { size, mtimeMs } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, MAX_PAGE_BYTES))
    await file.read(bytes, 0, bytes.length, size - bytes.length)
    const lastPage = bytes.subarray(0, bytes.length - pageHeaderBytes).lastIndexOf('OggS')
    const samples = lastPage < 0 ? 0 : samplesAt(bytes.subarray(lastPage))
    return { path, samples, endedAtMs: mtimeMs }
  } finally {
    await file.close()
  }
}

/** Path of the map of a part, which is named as it is. */
function mapPathOf(part: string): string {
  return part.replace(/ogg$/, 'map')
}

/** Sequence number of the first page with sound. */
function sequenceOf(pages: readonly QueuedPage[]): number {
  const first = pages.find(({ runs }) => runs.length > 0)
  return first ? pageSequence(first.bytes) : headerPages
}

/** Origin of the packets on all of them. */
function runsOn(pages: readonly QueuedPage[]): MapRun[] {
  const all: MapRun[] = []
  for (const { runs } of pages) for (const run of runs) appendRun(all, run)
  return all
}

/** Length of the sound up to the end of a page. */
function samplesAt(page: Uint8Array): number {
  return Math.max(0, pageGranulePosition(page))
}
