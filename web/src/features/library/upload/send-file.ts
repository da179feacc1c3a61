import { SESSION_COOKIE } from '@carillon/contract/auth/schemas'
import { LIBRARY_UPLOAD_PATH, type LibraryItem } from '@carillon/contract/library/schemas'
import { ApiError } from '../../../api/api-error.ts'
import { dataOf } from '../../../api/reply.ts'
import { readableCookie } from '../../../api/request.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import type { FileTags } from '../convert/file-tags.ts'
import type { ConvertedBy } from '../convert/messages.ts'

export type SendFile = (
  upload: { file: Blob; tags: FileTags; kind: LibraryItem['kind']; by: ConvertedBy },
  options: { signal: AbortSignal; onProgress(value: number): void },
) => Promise<LibraryItem>

/**
 * Uploads a file of the library. Not by `fetch`, which tells nothing of what has been sent. Throws ApiError, or the
 * signal's reason.
 */
export const sendFile: SendFile = ({ file, tags, kind, by }, { signal, onProgress }) => {
  const form = by === 'STATION' ? 'ORIGINAL' : ''
  const given = Object.entries({ kind, form, ...tags }).filter(([, text]) => text !== '')
  const request = new XMLHttpRequest()
  request.open('POST', `${LIBRARY_UPLOAD_PATH}?${new URLSearchParams(given)}`)
  request.setRequestHeader('Content-Type', form ? 'application/octet-stream' : 'audio/ogg')
  request.setRequestHeader('Idempotency-Key', randomUuid())
  const token = readableCookie(document.cookie, SESSION_COOKIE)
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  const { promise, resolve, reject } = Promise.withResolvers<LibraryItem>()
  request.addEventListener('load', () => {
    const { status, responseText } = request
    const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' }
    dataOf(new Response(responseText, { status, headers })).then(
      (data) => resolve(data as LibraryItem),
      reject,
    )
  })
  request.addEventListener('error', () => reject(new ApiError({ status: 0, code: 'NETWORK' })))
  const onAbort = () => {
    request.abort()
    reject(signal.reason)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  else request.send(file)
  return promise.finally(() => signal.removeEventListener('abort', onAbort))
}
