import { SESSION_COOKIE } from '@carillon/contract/auth/schemas'
import { type CallOf, type DataOf, type Endpoint, takesKey } from '@carillon/contract/endpoint'
import { randomUuid } from '../lib/random-uuid.ts'
import { ApiError } from './api-error.ts'
import { dataOf } from './reply.ts'
import { type CallParts, initOf, readableCookie, urlOf } from './request.ts'
import { type ClientSettings, settings } from './settings.ts'

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Ends the tries: one that is under way has its answer, and none follows. */
  givenUp?: AbortSignal | undefined
  /** For a creating call that somebody may make again by hand: the same key never creates twice. */
  idempotencyKey?: string | undefined
}

/**
 * Makes a call of the contract and gives its data; throws ApiError, or the reason of the signal that
 * cancelled it; a write is cancelled when the account that made it is left.
 */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...args: Record<string, never> extends CallOf<E>
    ? [call?: CallOf<E> & CallOptions]
    : [call: CallOf<E> & CallOptions]
) => Promise<DataOf<E>>

export type ClientOptions = {
  /** Origin of the station, without a slash at the end; empty for the page's own. */
  baseUrl: string
  settings: Pick<ClientSettings, 'apiTimeoutMs' | 'maxRetries' | 'retryDelayMs'>
  /** Resolves after this many ms, rejects with the signal's reason when cancelled. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>
}

let session = new AbortController()

/** Ends the writes of the account that was left: nothing of it goes out under the next one. */
export function endWrites(): void {
  session.abort()
  session = new AbortController()
}

/** Aborted once the account that is signed in now is left. */
export function accountSignal(): AbortSignal {
  return session.signal
}

/** A client: timeout per try, retries with doubling delay on timeouts, lost networks and 5xx. */
export function createClient(options: ClientOptions): Call {
  return async (endpoint, ...args) => {
    const {
      signal: given,
      givenUp,
      idempotencyKey: key,
      ...parts
    } = (args[0] ?? {}) as CallParts & CallOptions
    const signal = endpoint.method === 'GET' ? given : either(given, session.signal)
    const idempotencyKey = takesKey(endpoint) ? (key ?? randomUuid()) : null
    for (let retries = 0; ; retries += 1) {
      try {
        return (await attempt(endpoint, parts, idempotencyKey, signal, options)) as DataOf<typeof endpoint>
      } catch (error) {
        if (!isWorthRetrying(error) || retries >= options.settings.maxRetries) throw error
        givenUp?.throwIfAborted()
        const ended = givenUp ? either(signal, givenUp) : signal
        await options.pause(options.settings.retryDelayMs * 2 ** retries, ended)
      }
    }
  }
}

/** The client of this page. */
export const call: Call = createClient({ baseUrl: '', settings, pause })

async function attempt(
  endpoint: Endpoint,
  parts: CallParts,
  idempotencyKey: string | null,
  signal: AbortSignal | undefined,
  { baseUrl, settings: { apiTimeoutMs } }: ClientOptions,
): Promise<unknown> {
  const token = readableCookie(globalThis.document?.cookie ?? '', SESSION_COOKIE)
  const timeout = AbortSignal.timeout(apiTimeoutMs)
  const init = initOf(endpoint, parts, { token, idempotencyKey })
  try {
    const address = urlOf(endpoint, parts, baseUrl, Date.now())
    return await dataOf(await fetch(address, { ...init, signal: either(signal, timeout) }))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ApiError) throw error
    throw new ApiError({ status: 0, code: timeout.aborted ? 'TIMEOUT' : 'NETWORK' })
  }
}

function either(one: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return one ? AbortSignal.any([one, other]) : other
}

/** Creating POSTs answer 201; the key makes their retries harmless. */
function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Waits; a cancelled wait rejects at once with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
