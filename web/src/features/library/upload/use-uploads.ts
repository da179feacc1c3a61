import type { LibraryItem } from '@carillon/contract/library/schemas'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { announce } from '../../../lib/announce.ts'
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

/** Files that are converted and uploaded one after the other. Those under way end with the page. */
export function useUploads(tools: UploadTools) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const latest = useRef(tools)
  useEffect(() => {
    latest.current = tools
  })
  const queue = useRef<Waiting[]>([])
  const running = useRef<Waiting | null>(null)
  const lastId = useRef(0)

  const change = useCallback((id: number, part: Partial<Upload>) => {
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)))
  }, [])

  const work = useCallback(async () => {
    if (running.current) return
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      running.current = next
      await runOne(next, latest.current, (part) => change(next.upload.id, part))
    }
    running.current = null
  }, [change])

  const add = useCallback(
    (files: readonly File[], kind: LibraryItem['kind']) => {
      const added = files.map((file) => {
        lastId.current += 1
        return waiting(lastId.current, file, kind)
      })
      queue.current.push(...added)
      setUploads((all) => [...all, ...added.map(({ upload }) => upload)])
      void work()
    },
    [work],
  )

  const cancel = useCallback(
    (id: number) => {
      const found = [running.current, ...queue.current].find((each) => each?.upload.id === id)
      queue.current = queue.current.filter(({ upload }) => upload.id !== id)
      found?.controller.abort()
      change(id, { state: 'CANCELLED' })
    },
    [change],
  )

  const clear = () => setUploads((all) => all.filter(({ state }) => isUnderWay(state)))

  useEffect(
    () => () => {
      queue.current = []
      running.current?.controller.abort()
    },
    [],
  )
  return { uploads, add, cancel, clear, isBusy: uploads.some(({ state }) => isUnderWay(state)) }
}

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
