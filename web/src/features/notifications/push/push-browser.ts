import { shownPush } from './push-message.ts'

const SERVICE_WORKER = '/service-worker.js'

/** Whether this browser can get pushes; `install-first`: once the station stands on its home screen. */
export type PushSupport = 'ready' | 'unsupported' | 'install-first'

/** Support for pushes in this browser. */
export function pushSupport(): PushSupport {
  const isReady = globalThis.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis
  if (isReady && 'Notification' in globalThis) return 'ready'
  // Only iOS has the word, and it keeps pushes for what was installed.
  return 'standalone' in navigator && navigator.standalone === false ? 'install-first' : 'unsupported'
}

/** This browser's subscription, if it has one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser for the station's key (base64url), or gives the subscription it has for it. */
export async function subscribeHere(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const kept = await pushManager.getSubscription()
  if (kept && keyOf(kept) === key) return kept
  await kept?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Shows what a push looks like, without a push service. */
export async function showExample(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const message = 'This is what a notification from the station looks like.'
  const { title, options } = shownPush({ notification: { message } })
  await registration?.showNotification(title, options)
}

/** Ends this browser's subscription and takes away what it has shown. */
export async function forgetHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  for (const shown of await registration.getNotifications()) shown.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

function keyOf({ options }: PushSubscription): string | null {
  const { applicationServerKey: key } = options
  if (!key) return null
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
