import { startResponseTimeout } from '../kernel/response-timeout.ts'
import { KEY_HEADER } from './instance-key.ts'

const FETCH_LIMIT_MS = 5 * 60_000
/** An instance that runs begins to answer at once; one whose machine is off says nothing at all. */
const ANSWER_LIMIT_MS = 2_000

type PeerRequest = {
  /** Body to put there; nothing: it is asked for what it has. */
  put?: Uint8Array
  /** Time until an answer begins, in ms. */
  answerLimitMs?: number
  /** Ends it. */
  stop?: AbortSignal | undefined
}

/**
 * Asks another instance, proving with `key` to be one. Resolves with the head of the answer, whose body has a longer limit.
 * Rejects when none begins in time.
 */
export async function fetchFromPeer(
  url: string,
  key: string,
  { put, answerLimitMs = ANSWER_LIMIT_MS, stop }: PeerRequest = {},
): Promise<Response> {
  const late = new AbortController()
  const answered = startResponseTimeout(answerLimitMs, () => late.abort(new Error(`${url} does not answer`)))
  try {
    const limits = [late.signal, AbortSignal.timeout(FETCH_LIMIT_MS)]
    const signal = AbortSignal.any(stop ? [...limits, stop] : limits)
    const body = put && { method: 'PUT', body: new Uint8Array(put) }
    return await fetch(url, { ...body, headers: { [KEY_HEADER]: key }, signal, redirect: 'error' })
  } finally {
    answered()
  }
}
