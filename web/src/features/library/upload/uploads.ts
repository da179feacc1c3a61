import type { LibraryItem } from '@carillon/contract/library/schemas'
import { ApiError } from '../../../api/api-error.ts'
import { accountSignal } from '../../../api/client.ts'
import { announce } from '../../../lib/announce.ts'
import { askBeforeLeaving } from '../../../lib/leaving-question.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import type { ConvertedBy } from '../convert/messages.ts'
import { type Convert, NotConverted } from '../convert/start-convert.ts'
import type { SendFile } from './send-file.ts'

export type UploadState =
  | 'WAITING'
  | 'CONVERTING'
  | 'UPLOADING'
  | 'CHECKING'
  | 'AT_STATION'
  | 'DONE'
  | 'REFUSED'
  | 'CANCELLED'

/** A file on its way to the library, which the station checks or converts last; `progress` goes from 0 to 1 within its state. */
export type Upload = {
  id: number
  name: string
  state: UploadState
  progress: number
  /** Why it was refused, in words. */
  problem: string | null
}

type Waiting = { upload: Upload; file: File; kind: LibraryItem['kind']; controller: AbortController }

export type UploadTools = {
  by: ConvertedBy
  convert: Convert
  send: SendFile
  onAdded(item: LibraryItem): void
}

/** Files that are converted and uploaded one after the other. They outlive the page, and end with the account. */
export class Uploads {
  readonly state: Store<readonly Upload[]> = createStore<readonly Upload[]>([])
  #tools: UploadTools | null = null
  #queue: Waiting[] = []
  #running: Waiting | null = null
  #lastId = 0
  #endQuestion: (() => void) | null = null

  /** Goes on with these tools, those of the page in view. */
  use(tools: UploadTools): void {
    this.#tools = tools
  }

  add(files: readonly File[], kind: LibraryItem['kind']): void {
    const added = files.map((file) => waiting(++this.#lastId, file, kind))
    this.#queue.push(...added)
    this.#set([...this.state.get(), ...added.map(({ upload }) => upload)])
    accountSignal().addEventListener('abort', this.#end, { once: true })
    void this.#work()
  }

  cancel(id: number): void {
    const found = [this.#running, ...this.#queue].find((each) => each?.upload.id === id)
    this.#queue = this.#queue.filter(({ upload }) => upload.id !== id)
    found?.controller.abort()
    this.#change(id, { state: 'CANCELLED' })
  }

  /** Takes those off the list of which nothing is to come. */
  clear(): void {
    this.#set(this.state.get().filter(({ state }) => isUnderWay(state)))
  }

  readonly #end = () => {
    this.#queue = []
    this.#running?.controller.abort()
    this.#set([])
  }

  async #work(): Promise<void> {
    if (this.#running) return
    for (let next = this.#queue.shift(); next && this.#tools; next = this.#queue.shift()) {
      const { upload } = next
      this.#running = next
      await runOne(next, this.#tools, (part) => this.#change(upload.id, part))
    }
    this.#running = null
  }

  #change(id: number, part: Partial<Upload>): void {
    this.#set(this.state.get().map((each) => (each.id === id ? { ...each, ...part } : each)))
  }

  #set(uploads: readonly Upload[]): void {
    this.state.set(uploads)
    const isBusy = uploads.some(({ state }) => isUnderWay(state))
    if (isBusy) this.#endQuestion ??= askBeforeLeaving()
    else {
      this.#endQuestion?.()
      this.#endQuestion = null
    }
  }
}

/** Those of this page. */
export const libraryUploads = new Uploads()

/** Whether something of it is still to come. */
export function isUnderWay(state: UploadState): boolean {
  return !['DONE', 'REFUSED', 'CANCELLED'].includes(state)
}

function waiting(id: number, file: File, kind: LibraryItem['kind']): Waiting {
  const upload: Upload = { id, name: file.name, state: 'WAITING', progress: 0, problem: null }
  return { upload, file, kind, controller: new AbortController() }
}

async function runOne(
  { upload, file, kind, controller: { signal } }: Waiting,
  { by, convert, send, onAdded }: UploadTools,
  change: (part: Partial<Upload>) => void,
): Promise<void> {
  try {
    change({ state: by === 'STATION' ? 'UPLOADING' : 'CONVERTING', progress: 0 })
    const converted = await convert(
      { file, kind, by },
      { signal, onProgress: (progress) => change({ progress }) },
    )
    change({ state: 'UPLOADING', progress: 0 })
    const onProgress = (progress: number) =>
      change({ progress, ...(progress === 1 && { state: by === 'STATION' ? 'AT_STATION' : 'CHECKING' }) })
    const item = await send({ ...converted, kind, by }, { signal, onProgress })
    change({ state: 'DONE', progress: 1 })
    announce(`${upload.name} is in the library`)
    onAdded(item)
  } catch (error) {
    if (signal.aborted) return
    const problem = wordsOf(error)
    change({ state: 'REFUSED', problem })
    announce(`${upload.name}: ${problem}`)
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof NotConverted) return error.message
  if (error instanceof ApiError) return Object.values(error.fields)[0] ?? error.message
  return "This file can't be uploaded."
}
