import { KEY_HEADER } from './instance-key.ts'

const FETCH_LIMIT_MS = 5 * 60_000
/** An instance that runs begins to answer at once; one whose machine is off says nothing at all. */
const ANSWER_LIMIT_MS = 2_000

/**
 * Asks another instance, proving with `key` to be one. Resolves with the head of the answer, whose body has a longer limit.
 * Rejects when none begins in time. `stop` ends it.
 */
export async function fetchFromPeer(url: string, key: string, stop?: AbortSignal): Promise<Response> {
  const late = new AbortController()
  const limit = setTimeout(() => late.abort(new Error(`${url} does not answer`)), ANSWER_LIMIT_MS)
  try {
    const limits = [late.signal, AbortSignal.timeout(FETCH_LIMIT_MS)]
    const signal = AbortSignal.any(stop ? [...limits, stop] : limits)
    return await fetch(url, { headers: { [KEY_HEADER]: key }, signal, redirect: 'error' })
  } finally {
    clearTimeout(limit)
  }
}
