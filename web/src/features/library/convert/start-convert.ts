import { MAX_LIBRARY_BYTES } from '@carillon/contract/library/schemas'
import type { FileTags } from './file-tags.ts'
import type { ConvertMessage, ConvertOrder } from './messages.ts'
import { REFUSALS, type Refusal } from './refusals.ts'

/** Failure in words for the uploader. */
export class NotConverted extends Error {
  constructor(refusal: Refusal) {
    super(REFUSALS[refusal])
    this.name = 'NotConverted'
  }
}

export type Convert = (
  order: ConvertOrder,
  options: { signal: AbortSignal; onProgress(value: number): void },
) => Promise<{ file: Blob; tags: FileTags }>

/** Converts a file in a worker of its own, which ends with it. Throws NotConverted, or the signal's reason. */
export const startConvert: Convert = async (order, { signal, onProgress }) => {
  if (order.file.size === 0) throw new NotConverted('EMPTY')
  if (order.file.size > MAX_LIBRARY_BYTES) throw new NotConverted('TOO_LARGE')
  signal.throwIfAborted()
  const worker = new Worker(new URL('./convert.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<{ file: Blob; tags: FileTags }>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  worker.addEventListener('error', () => reject(new NotConverted('FAILED')))
  worker.addEventListener('message', ({ data }: MessageEvent<ConvertMessage>) => {
    if (data.type === 'progress') onProgress(data.value)
    else if (data.type === 'done') resolve(data)
    else reject(new NotConverted(data.refusal))
  })
  worker.postMessage(order)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    worker.terminate()
  }
}
