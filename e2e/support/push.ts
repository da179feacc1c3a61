import { type BrowserContext, expect, type Page } from '@playwright/test'

/** An address that the station takes for a push service's, and that is nobody's. */
const ENDPOINT = 'https://push.example.com/browser/1'

/**
 * Lets pages of this context subscribe, for no push service can be asked from a test. What a browser does with a push
 * is real: see `deliverPush`.
 */
export async function standInForPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript((endpoint) => {
    const KEPT = 'test.push-subscription'
    const key = (bytes: number) => 'A'.repeat(Math.ceil((bytes * 4) / 3))
    const subscription = (applicationServerKey: string) => ({
      endpoint,
      options: { applicationServerKey: bytesOf(applicationServerKey) },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: key(65), auth: key(16) } }),
      unsubscribe: async () => {
        localStorage.removeItem(KEPT)
        return true
      },
    })
    function bytesOf(base64url: string): ArrayBuffer {
      const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
      return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer
    }
    const kept = () => localStorage.getItem(KEPT)
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const known = kept()
        return known === null ? null : subscription(known)
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(KEPT, applicationServerKey)
        return subscription(applicationServerKey)
      },
    })
  }, ENDPOINT)
}

/** Whether this browser of the page is subscribed. */
export function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return Boolean(await registration?.pushManager.getSubscription())
  })
}

/** Hands the service worker a push, as a push service does once it is decrypted, and waits until it has seen to it. */
export async function deliverPush(page: Page, origin: string, payload: unknown): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const data = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const registrationId = await registered
  await untilBrowserDid(page, 'pushMessaging', 'Push event completed', () =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
  )
  await session.detach()
}

/**
 * Waits until something that `act` does is shown. Only then may one ask what is shown: Chromium takes away what is
 * asked for between being kept and being displayed.
 */
export function untilShown(page: Page, act: () => Promise<unknown>): Promise<void> {
  return untilBrowserDid(page, 'notifications', 'Notification displayed', act)
}

async function untilBrowserDid(
  page: Page,
  service: 'notifications' | 'pushMessaging',
  eventName: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('BackgroundService.startObserving', { service })
  await session.send('BackgroundService.setRecording', { service, shouldRecord: true })
  const since = Date.now() / 1000
  const done = new Promise<void>((resolve) => {
    session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: event }) => {
      if (event.eventName === eventName && event.timestamp >= since) resolve()
    })
  })
  await act()
  await done
  await session.detach()
}

/** Pushes that the browser shows now, by title, as seen from a page of the station. */
export function shownPushes(page: Page) {
  return page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = registration ? await getNotifications.call(registration) : []
    const visible = shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
    return visible.sort((a, b) => a.title.localeCompare(b.title))
  })
}

/** Presses what is shown, as far as a page may: the worker hears the event. */
export async function pressShownPush(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  expect(worker).toBeDefined()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('nothing is shown')
    // Typed for pages only.
    const Pressed = Reflect.get(globalThis, 'NotificationEvent')
    scope.dispatchEvent(new Pressed('notificationclick', { notification }))
  })
}
