import { SESSION_COOKIE } from '@carillon/contract/auth/schemas'
import { ApiError } from './api-error.ts'
import { dataOf } from './reply.ts'
import { readableCookie } from './request.ts'

/** Sends a file as it is and gives the data of the answer; throws ApiError, or the signal's reason when cancelled. */
export type Upload = (path: string, file: File, signal: AbortSignal) => Promise<unknown>

/** Ways for a picture over a phone's network are long. */
const UPLOAD_TIMEOUT_MS = 60_000

/** An upload to the station at this origin; without a slash at the end, empty for the page's own. */
export function createUpload(baseUrl: string): Upload {
  return async (path, file, signal) => {
    const timeout = AbortSignal.timeout(UPLOAD_TIMEOUT_MS)
    const token = readableCookie(document.cookie, SESSION_COOKIE)
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        credentials: 'include',
        headers: { 'Content-Type': file.type, ...(token && { Authorization: `Bearer ${token}` }) },
        body: await file.arrayBuffer(),
        signal: AbortSignal.any([signal, timeout]),
      })
      return await dataOf(response)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError) throw error
      throw new ApiError({ status: 0, code: timeout.aborted ? 'TIMEOUT' : 'NETWORK' })
    }
  }
}

/** The upload of this page. */
export const upload: Upload = createUpload('')
