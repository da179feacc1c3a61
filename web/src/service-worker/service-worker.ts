import {
  addressOf,
  type OpenPushMessage,
  type PushTarget,
  shownPush,
} from '../features/notifications/push/push-message.ts'
import type { KeepShellMessage } from '../lib/shell-message.ts'
import { answerFromShell, keepShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Shows pushes and opens what they lead to, and keeps the app itself for when there is no network. Calls, sockets and
 * the stream never pass through it, and it keeps nothing of anybody.
 */
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const answer = answerFromShell(event, location.origin)
  if (answer) event.respondWith(answer)
})
self.addEventListener('message', (event) => {
  if (isKeepShell(event.data)) event.waitUntil(keepShell(event.data, location.origin))
})
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

/** Safari, and every browser on iOS: they take the right to pushes from anyone who leaves one unseen. */
const MUST_SHOW = /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent)

async function show(data: PushMessageData | null): Promise<void> {
  const { title, options } = shownPush(payloadOf(data))
  // The page in view tells it by a toast.
  if (!MUST_SHOW && (await pages()).some(({ focused }) => focused)) return
  await self.registration.showNotification(title, options)
}

function payloadOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    // No JSON: shown as what is not understood.
    return null
  }
}

/** A page that is there goes there by itself: one that loads again would break off the sound, or a show. */
async function open(target: PushTarget): Promise<void> {
  const there = await pages()
  const page = there.find(({ visibilityState }) => visibilityState === 'visible') ?? there[0]
  if (!page) {
    await self.clients.openWindow(addressOf(target))
    return
  }
  const message: OpenPushMessage = { type: 'OPEN_PUSH', target }
  page.postMessage(message)
  await page.focus()
}

async function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

function isKeepShell(data: unknown): data is KeepShellMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'KEEP_SHELL'
}
