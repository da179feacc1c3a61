import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import webPush from 'web-push'
import { pushEndpointFault } from './push-address.ts'
import type { Address, ResolvePublic } from './push-resolver.ts'
import type { PushKeys, PushSubscriptionRow } from './push-store.ts'

/**
 * Outcome of a push: `gone` is a browser that is no longer subscribed, `refused` what its service would not take, and
 * `unreachable` a service that did not answer.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'unreachable'
/** Settings for sending pushes. */
export type PushSettings = {
  keys: PushKeys
  subject: string
  isOpen: boolean
  resolve: ResolvePublic
  signal: AbortSignal
}

/** RFC 8030 s5.2: a push service keeps a message this long for a browser that is away. */
const TTL_SECONDS = 4 * 60 * 60
const LIMIT_MS = 5_000
const GONE: ReadonlySet<number | undefined> = new Set([404, 410])

/**
 * Sends one encrypted message (RFC 8030, 8291, 8292). Never rejects. The address is somebody's input: only public ones
 * are connected to, redirects are not followed, and what is answered beside the status is not kept.
 */
export async function sendPush(
  subscription: PushSubscriptionRow,
  payload: string,
  { keys, subject, isOpen, resolve, signal }: PushSettings,
): Promise<PushOutcome> {
  if (pushEndpointFault(subscription.endpoint, isOpen)) return 'gone'
  const details = encrypt(subscription, payload, { keys, subject })
  if (!details) return 'refused'
  try {
    const url = new URL(subscription.endpoint)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
    // Looked up once: what is connected to is what was found public.
    const guard = isOpen ? {} : { lookup: lookupAmong(await inTime(resolve(hostOf(url)), limit)) }
    const status = await post(url, details, { ...guard, signal: limit })
    if (GONE.has(status)) return 'gone'
    return status !== undefined && status >= 200 && status < 300 ? 'sent' : 'refused'
  } catch {
    // The notification is in the list all the same.
    return 'unreachable'
  }
}

/** The name or address in a URL; IPv6 without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Null for keys that are none. */
function encrypt(
  { endpoint, p256dh, auth }: PushSubscriptionRow,
  payload: string,
  { keys, subject }: Pick<PushSettings, 'keys' | 'subject'>,
): webPush.RequestDetails | null {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: TTL_SECONDS,
      contentEncoding: 'aes128gcm',
    })
  } catch {
    return null
  }
}

/** Node asks for a name's addresses here, and gets those that are known. */
function lookupAmong(addresses: readonly Address[]): LookupFunction {
  const [first] = addresses
  return (_hostname, { all }, callback) => {
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
}

/** Rejects when the signal comes first; what is waited for may go on. */
async function inTime<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([awaited, tooLate])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function post(
  url: URL,
  { headers, body }: webPush.RequestDetails,
  options: { signal: AbortSignal; lookup?: LookupFunction },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = request(url, { method: 'POST', headers, ...options }, (response) => {
      response.on('error', () => undefined)
      response.destroy()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
