import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pageGranulePosition, pageHeaderBytes } from '@carillon/media/ogg/page'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'

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
}

type State = 'recording' | 'failed' | 'closed'

/**
 * The file of one mount, as listeners heard it: `<broadcastId>.ogg`, and after a restart `<broadcastId>-2.ogg` and so
 * on. `append` never waits and never throws; pages queue for the disk up to a limit, beyond which recording stops.
 */
export class Recording {
  readonly #options: RecordingOptions
  #queue: Uint8Array[] = []
  #queuedBytes = 0
  #unaskedBytes = ASK_EVERY_BYTES
  #state: State = 'recording'
  #lengthMs = 0
  /** Length of the files that were there before. */
  #earlierMs = 0
  #writing: Promise<void> | null = null
  #file: FileHandle | null = null

  constructor(options: RecordingOptions) {
    this.#options = options
  }

  /** Nothing is written any more because the disk failed. */
  get hasFailed(): boolean {
    return this.#state === 'failed'
  }

  /** Length of the recording, with the files of before a restart, as far as they are known. */
  get lengthMs(): number {
    return this.#earlierMs + this.#lengthMs
  }

  append(bytes: Uint8Array): void {
    if (this.#state !== 'recording') return
    if (this.#queuedBytes + bytes.length > MAX_QUEUED_BYTES) {
      this.#fail(new Error('The disk cannot keep up with the recording'))
      return
    }
    this.#queue.push(bytes)
    this.#lengthMs = lengthMsAt(bytes)
    this.#queuedBytes += bytes.length
    if (this.#queuedBytes >= WRITE_BYTES) this.#drain()
  }

  /** Writes what is queued and closes the file; idempotent. */
  async close(): Promise<void> {
    if (this.#state === 'recording') this.#state = 'closed'
    this.#drain()
    while (this.#writing) await this.#writing
    await this.#file?.close().catch(this.#options.onFailure)
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
        const { file, earlierMs } = await createPart(this.#options)
        this.#file = file
        this.#earlierMs = earlierMs
      }
      while (this.#queue.length > 0) {
        const bytes = Buffer.concat(this.#queue)
        this.#queue = []
        await this.#requireRoom(bytes.length)
        await this.#file.appendFile(bytes)
        this.#queuedBytes -= bytes.length
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  async #requireRoom(bytes: number): Promise<void> {
    this.#unaskedBytes += bytes
    if (this.#unaskedBytes < ASK_EVERY_BYTES) return
    this.#unaskedBytes = 0
    const { directory, leastFreeBytes = LEAST_FREE_BYTES } = this.#options
    const { bavail, bsize } = await statfs(directory)
    if (bavail * bsize < leastFreeBytes) throw new Error('The disk is nearly full')
  }

  #fail(error: unknown): void {
    if (this.#state === 'failed') return
    this.#state = 'failed'
    this.#queue = []
    this.#options.onFailure(error)
  }
}

type Part = { file: FileHandle; earlierMs: number }

/** The first name that is not taken: a file that a crash left behind is never written into. */
async function createPart({ directory, broadcastId }: RecordingOptions): Promise<Part> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  let earlierMs = 0
  for (let part = 1; part <= MAX_PARTS; part++) {
    const name = part === 1 ? `${broadcastId}.ogg` : `${broadcastId}-${part}.ogg`
    const path = join(directory, name)
    const file = await openNew(path)
    if (file) return { file, earlierMs }
    // A file that cannot be read is no reason to record nothing.
    earlierMs += await lengthMsOf(path).catch(() => 0)
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
async function lengthMsOf(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, MAX_PAGE_BYTES))
    await file.read(bytes, 0, bytes.length, size - bytes.length)
    const lastPage = bytes.subarray(0, bytes.length - pageHeaderBytes).lastIndexOf('OggS')
    return lastPage < 0 ? 0 : lengthMsAt(bytes.subarray(lastPage))
  } finally {
    await file.close()
  }
}

/** Length of the sound up to the end of a page. */
function lengthMsAt(page: Uint8Array): number {
  return Math.max(0, Math.round(pageGranulePosition(page) / SAMPLES_PER_MS))
}
