import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { HOUR_MS, SECOND_MS } from '@carillon/contract/durations'
import { AppError } from '../kernel/app-error.ts'

/** Limits on bodies that go to the disk as they come: their number, and the time of each. */
export type UploadLimits = {
  perPerson: number
  total: number
  /** Milliseconds in which nothing comes, and for all of it: a file is larger than what the limit of a request is for. */
  stalledMs: number
  wholeMs: number
}

/** Two at once, so that one may be checked while the next comes; each has a descriptor and a process that decodes it. */
export const UPLOAD_LIMITS: UploadLimits = {
  perPerson: 2,
  total: 8,
  stalledMs: 30 * SECOND_MS,
  wholeMs: HOUR_MS,
}

/** Time for a caller to read why it was refused while it still sends: then its connection is cut. */
export const DRAIN_MS = 10 * SECOND_MS

/** An upload: where to, and how much of it is read. */
export type UploadTarget = { path: string; maxBytes: number }

/** Bodies that are written to files while they arrive, with a limited number at once. */
export class Uploads {
  readonly #limits: UploadLimits
  readonly #countOf = new Map<number, number>()
  readonly #running = new Set<AbortController>()
  #count = 0

  constructor(limits: UploadLimits = UPLOAD_LIMITS) {
    this.#limits = limits
  }

  /** Runs one upload of a person, to the end of what is done with it. Throws TOO_MANY_UPLOADS, BUSY, and what `upload` throws. */
  async run<T>(personId: number, upload: () => Promise<T>): Promise<T> {
    const own = this.#countOf.get(personId) ?? 0
    if (own >= this.#limits.perPerson) throw new AppError('TOO_MANY_UPLOADS', { retryAfterSeconds: 10 })
    if (this.#count >= this.#limits.total) throw new AppError('BUSY', { retryAfterSeconds: 10 })
    this.#countOf.set(personId, own + 1)
    this.#count++
    try {
      return await upload()
    } finally {
      this.#leave(personId)
    }
  }

  /**
   * Writes a body to a new file and gives its bytes; nothing is read ahead of the disk. The caller removes the file,
   * whatever became of it. Throws BODY_TOO_LARGE, UPLOAD_STALLED, CALLER_LEFT, NO_ROOM, and SHUTTING_DOWN after `cut`.
   */
  async receive(payload: IncomingMessage, { path, maxBytes }: UploadTarget): Promise<number> {
    const stop = new AbortController()
    const abort = (code: 'UPLOAD_STALLED' | 'CALLER_LEFT') => stop.abort(new AppError(code))
    // It closes after its end as well.
    const onClose = () => {
      if (!payload.readableEnded) abort('CALLER_LEFT')
    }
    this.#running.add(stop)
    payload.once('close', onClose)
    if (payload.destroyed) onClose()
    const file = await open(path, 'wx', 0o600)
    // A slow disk takes none of the time in which the rest is to come.
    const stalled = setTimeout(abort, this.#limits.stalledMs, 'UPLOAD_STALLED')
    const whole = setTimeout(abort, this.#limits.wholeMs, 'UPLOAD_STALLED')
    try {
      const bytes = await writeBody(payload, file, {
        maxBytes,
        signal: stop.signal,
        onBytes: () => stalled.refresh(),
      })
      await file.sync()
      return bytes
    } catch (error) {
      cutUnlessRead(payload)
      throw refusalOf(error)
    } finally {
      clearTimeout(stalled)
      clearTimeout(whole)
      payload.off('close', onClose)
      this.#running.delete(stop)
      await file.close()
    }
  }

  /** Ends those that are still arriving. */
  cut(): void {
    for (const stop of this.#running) stop.abort(new AppError('SHUTTING_DOWN'))
  }

  #leave(personId: number): void {
    this.#count--
    const left = (this.#countOf.get(personId) ?? 1) - 1
    if (left > 0) this.#countOf.set(personId, left)
    else this.#countOf.delete(personId)
  }
}

type Writing = { maxBytes: number; signal: AbortSignal; onBytes(): void }

/** Neither a pipeline nor `for await` over the request: both destroy its connection, and the answer with it. */
async function writeBody(
  payload: IncomingMessage,
  file: FileHandle,
  { maxBytes, signal, onBytes }: Writing,
): Promise<number> {
  let bytes = 0
  for (;;) {
    signal.throwIfAborted()
    const chunk: Buffer | null = payload.read()
    if (chunk) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new AppError('BODY_TOO_LARGE')
      onBytes()
      await file.writeFile(chunk)
    } else if (payload.readableEnded) return bytes
    else await waitForMore(payload, signal)
  }
}

/** Resolves when there is something to read, or the end. Rejects with the reason of `signal`. */
async function waitForMore(payload: IncomingMessage, signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  const either = AbortSignal.any([signal, done.signal])
  try {
    await Promise.race([
      once(payload, 'readable', { signal: either }),
      once(payload, 'end', { signal: either }),
    ])
  } catch {
    signal.throwIfAborted()
    // The connection broke; that it closed is said later.
    throw new AppError('CALLER_LEFT')
  } finally {
    done.abort()
  }
}

/** Node throws away what nobody reads; who goes on for longer is cut. */
function cutUnlessRead(payload: IncomingMessage): void {
  payload.resume()
  if (payload.complete || payload.destroyed) return
  const timer = setTimeout(() => payload.destroy(), DRAIN_MS).unref()
  payload.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('NO_ROOM') : error
}
