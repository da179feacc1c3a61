import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../../testing/station.ts'
import { pushStoreOf } from './push-store.ts'

const KEYS = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }

let station: Station
let browser: FakeBrowser
beforeEach(() => vi.spyOn(console, 'error').mockReturnValue())
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await station.close()
})

type FakeBrowser = {
  permission: NotificationPermission
  /** Answer of the person when asked. */
  answer: NotificationPermission
  asked: number
  subscribedFor: string | null
  hasPushService: boolean
}

/** Fake of the parts of a browser that pages use for pushes, in memory. */
function openBrowser(given: Partial<FakeBrowser> = {}): FakeBrowser {
  const fake: FakeBrowser = {
    ...{ permission: 'default', answer: 'granted', asked: 0, subscribedFor: null, hasPushService: true },
    ...given,
  }
  const subscription = (key: string) => ({
    endpoint: 'https://push.example.com/1',
    options: {
      applicationServerKey: Uint8Array.from(atob(key), (character) => character.charCodeAt(0)).buffer,
    },
    toJSON: () => ({ endpoint: 'https://push.example.com/1', expirationTime: null, keys: KEYS }),
    unsubscribe: async () => {
      fake.subscribedFor = null
      return true
    },
  })
  const pushManager = {
    getSubscription: async () => (fake.subscribedFor === null ? null : subscription(fake.subscribedFor)),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (!fake.hasPushService) throw new DOMException('push service not available', 'AbortError')
      fake.subscribedFor = applicationServerKey
      return subscription(applicationServerKey)
    },
  }
  const registration = { pushManager, getNotifications: async () => [] }
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('Notification', {
    get permission() {
      return fake.permission
    },
    requestPermission: async () => {
      fake.asked += 1
      fake.permission = fake.answer
      return fake.permission
    },
  })
  return fake
}

async function open(
  given: Partial<FakeBrowser> = {},
  answer?: (request: ReceivedRequest) => Answer | undefined,
) {
  browser = openBrowser(given)
  station = await openStation(
    (request) =>
      answer?.(request) ?? ok(request.url.pathname.endsWith('/key') ? 'AAAA' : { subscribed: true }),
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  const pushes = pushStoreOf(station.call)
  const orders = () =>
    station.received.filter(({ method }) => method !== 'GET').map(({ method, body }) => ({ method, body }))
  return { pushes, orders }
}

describe('pushes to this browser', () => {
  test('[NV25] are off until they are switched on, and only then the browser is asked', async () => {
    const { pushes, orders } = await open()
    await pushes.look()
    expect([pushes.state.get(), browser.asked]).toEqual(['off', 0])
    await pushes.turnOn()
    expect([pushes.state.get(), browser.asked, browser.subscribedFor]).toEqual(['on', 1, 'AAAA'])
    const body = { endpoint: 'https://push.example.com/1', keys: KEYS }
    expect(orders()).toEqual([{ method: 'PUT', body }])
  })

  test('[NV25] a look that is under way says nothing after the press', async () => {
    const { pushes } = await open({ permission: 'granted' })
    const found = Promise.withResolvers<undefined>()
    const pressed = Promise.withResolvers<NotificationPermission>()
    const looking = vi.spyOn(navigator.serviceWorker, 'getRegistration').mockReturnValueOnce(found.promise)
    vi.spyOn(Notification, 'requestPermission').mockReturnValue(pressed.promise)
    const states: string[] = []
    pushes.state.subscribe(() => states.push(pushes.state.get()))
    const look = pushes.look()
    await vi.waitFor(() => expect(looking).toHaveBeenCalled())
    const press = pushes.turnOn()
    found.resolve(undefined)
    await look
    pressed.resolve('granted')
    await press
    expect(states).toEqual(['turning-on', 'on'])
  })

  test.each([
    ['denied', 'denied'],
    ['default', 'off'],
  ] as const)('[NV25] whoever answers %s has them %s', async (answer, state) => {
    const { pushes, orders } = await open({ answer })
    await pushes.turnOn()
    expect(pushes.state.get()).toBe(state)
    expect(orders()).toEqual([])
  })

  test('[NV25] are unsupported without a push manager, and wait for the home screen on iOS', async () => {
    const { pushes } = await open()
    Reflect.deleteProperty(globalThis, 'PushManager')
    await pushes.look()
    expect(pushes.state.get()).toBe('unsupported')
    vi.stubGlobal('navigator', { ...navigator, standalone: false })
    await pushes.look()
    expect(pushes.state.get()).toBe('install-first')
  })

  test('[NV25] fail without a push service, or where the station refuses', async () => {
    let isRefused = false
    const refusal = failure(400, 'INVALID_INPUT', 'No.')
    const { pushes } = await open({ hasPushService: false }, ({ method }) =>
      isRefused && method === 'PUT' ? refusal : undefined,
    )
    await pushes.turnOn()
    expect(pushes.state.get()).toBe('failing')
    browser.hasPushService = true
    isRefused = true
    await pushes.turnOn()
    expect(pushes.state.get()).toBe('failing')
    isRefused = false
    await pushes.turnOn()
    expect(pushes.state.get()).toBe('on')
  })

  test("[NV25] are sent anew by each visit, for the station's key of today", async () => {
    const { pushes, orders } = await open({ permission: 'granted', subscribedFor: 'BBBB' })
    await pushes.look()
    expect([pushes.state.get(), browser.subscribedFor, browser.asked]).toEqual(['on', 'AAAA', 0])
    expect(orders().map(({ method }) => method)).toEqual(['PUT'])
  })

  test('[NV26] end in the browser when they are switched off, also where the station is away', async () => {
    const { pushes, orders } = await open({ permission: 'granted', subscribedFor: 'AAAA' }, ({ method }) =>
      method === 'DELETE' ? failure(400, 'INVALID_INPUT', 'No.') : undefined,
    )
    await pushes.turnOff()
    expect([pushes.state.get(), browser.subscribedFor]).toEqual(['off', null])
    expect(orders()).toEqual([{ method: 'DELETE', body: { endpoint: 'https://push.example.com/1' } }])
  })

  test('[NV26] end in the browser at sign-out', async () => {
    const { pushes, orders } = await open({ permission: 'granted', subscribedFor: 'AAAA' })
    await pushes.forget()
    expect([pushes.state.get(), browser.subscribedFor]).toEqual(['off', null])
    expect(orders()).toEqual([])
  })

  test('[NV26] end at sign-out also while a visit is still sending them', async () => {
    const { pushes } = await open({ permission: 'granted', subscribedFor: 'AAAA' })
    const visit = pushes.look()
    await expect.poll(() => station.received).not.toEqual([])
    await Promise.all([visit, pushes.forget()])
    expect([pushes.state.get(), browser.subscribedFor]).toEqual(['off', null])
  })
})
