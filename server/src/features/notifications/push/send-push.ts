import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import webPush from 'web-push'
import { lookupPublic, pushEndpointFault } from './push-address.ts'
import type { PushKeys, PushSubscriptionRow } from './push-store.ts'

/** What became of a push: `gone` is a browser that is no longer subscribed. */
export type PushOutcome = 'sent' | 'gone' | 'failed'
/** How pushes are sent. */
export type PushSettings = { keys: PushKeys; subject: string; isOpen: boolean; signal: AbortSignal }

/** RFC 8030 s5.2: a push service keeps a message so long for a browser that is away. */
const TTL_SECONDS = 4 * 60 * 60
const LIMIT_MS = 10_000
const GONE: ReadonlySet<number | undefined> = new Set([404, 410])

/**
 * Sends one encrypted message (RFC 8030, 8291, 8292). Never rejects. The address is somebody's input: only public ones
 * are connected to, redirects are not followed, and what is answered beside the status is not kept.
 */
export async function sendPush(
  subscription: PushSubscriptionRow,
  payload: string,
  { keys, subject, isOpen, signal }: PushSettings,
): Promise<PushOutcome> {
  if (pushEndpointFault(subscription.endpoint, isOpen)) return 'gone'
  const { endpoint, p256dh, auth } = subscription
  try {
    const vapidDetails = { subject, ...keys }
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: TTL_SECONDS,
      contentEncoding: 'aes128gcm',
    })
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
    const status = await post(new URL(endpoint), details, { isOpen, signal: limit })
    if (GONE.has(status)) return 'gone'
    return status !== undefined && status >= 200 && status < 300 ? 'sent' : 'failed'
  } catch {
    // Keys that are none, a service that is away: the notification is in the list all the same.
    return 'failed'
  }
}

function post(
  url: URL,
  { headers, body }: webPush.RequestDetails,
  { isOpen, signal }: { isOpen: boolean; signal: AbortSignal },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const guard = isOpen ? {} : { lookup: lookupPublic }
    const sent = request(url, { method: 'POST', headers, signal, ...guard }, (response) => {
      response.on('error', () => undefined)
      response.destroy()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
