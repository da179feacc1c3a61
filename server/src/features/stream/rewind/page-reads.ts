import { type FileHandle, open } from 'node:fs/promises'
import { createSemaphore } from '../../../kernel/semaphore.ts'
import { MAX_REWINDS } from './limits.ts'

/** Files that are read at once; who rewinds waits in line, and never the sound of the others. */
export const AT_THE_DISK = 4
/** Reads that are kept: who hears the same costs one read. About two seconds of sound each. */
export const KEPT_READS = 64
/** Bytes of a read: about two seconds of sound. */
export const READ_BYTES = 32 * 1024

const disk = createSemaphore({ maxAtWork: AT_THE_DISK, maxWaiting: MAX_REWINDS })
const kept = new Map<string, Promise<Buffer>>()
let files = 0

/** One file of a recording, open from its first read to `close`. Reads of the same place share their bytes. */
export class SharedFile {
  readonly #path: string
  readonly #name = `${files++}`
  #file: Promise<FileHandle> | null = null
  /** The last attempt to read it succeeded. */
  #wasRead = false
  #isClosed = false

  constructor(path: string) {
    this.#path = path
  }

  /** Bytes of a place in it, fewer at its end; nobody may write to them. Rejects when it cannot be read. */
  read(offset: number, length: number): Promise<Buffer> {
    const key = `${this.#name} ${offset} ${length}`
    const known = kept.get(key) ?? this.run((file) => readFrom(file, offset, length))
    kept.delete(key)
    kept.set(key, known)
    known.catch(() => kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_READS) break
      kept.delete(oldest)
    }
    return known
  }

  /** Does something with the open file, in line with all others who read. */
  run<T>(work: (file: FileHandle) => Promise<T>): Promise<T> {
    return disk.run(async () => {
      if (this.#isClosed) throw new Error('The recording is not read any more')
      try {
        const result = await work(await this.#open())
        this.#wasRead = true
        return result
      } catch (error) {
        this.#wasRead = false
        throw error
      }
    })
  }

  /** Whether it can be read; where nobody has, or the last one could not, that is tried. */
  async isReadable(): Promise<boolean> {
    if (this.#wasRead) return true
    const look = this.run((file) => readFrom(file, 0, 1))
    return look.then(
      () => true,
      () => false,
    )
  }

  /** Idempotent. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const file = await this.#file?.catch(() => null)
    await file?.close().catch(() => undefined) // it was only read
  }

  #open(): Promise<FileHandle> {
    if (this.#file) return this.#file
    const file = open(this.#path, 'r')
    this.#file = file
    // Too many files may have been open: whoever reads next tries again.
    file.catch(() => {
      this.#file = null
    })
    return file
  }
}

async function readFrom(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
