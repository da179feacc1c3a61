import { pushKey, subscribePush, unsubscribePush } from '@carillon/contract/notifications/endpoints'
import { pushSubscriptionSchema } from '@carillon/contract/notifications/schemas'
import type { Call } from '../../../api/client.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import { findSubscription, forgetHere, pushSupport, subscribeHere } from './push-browser.ts'

/** Whether the station may tell something through this browser while none of its pages is open. */
export type PushState =
  | 'checking'
  | 'unsupported'
  | 'install-first'
  | 'denied'
  | 'off'
  | 'turning-on'
  | 'turning-off'
  | 'on'
  | 'failing'

export type PushStore = ReturnType<typeof createPushStore>

const stores = new WeakMap<Call, PushStore>()

/** The one for this client of the station: every switch on a page shows the same. */
export function pushStoreOf(call: Call): PushStore {
  const store = stores.get(call) ?? createPushStore(call)
  stores.set(call, store)
  return store
}

/** Pushes to this browser, for anyone who is signed in. Nothing here rejects: failures are logged, and shown as a state. */
function createPushStore(call: Call) {
  const state: Store<PushState> = createStore<PushState>('checking')
  let current = new AbortController()
  let running: Promise<void> = Promise.resolve()

  /** One after the other, and each ends what runs before it: anyone who signs out is not subscribed again meanwhile. */
  function reach(run: (signal: AbortSignal) => Promise<PushState>): Promise<void> {
    current.abort()
    current = new AbortController()
    const { signal } = current
    running = running.then(async () => {
      if (signal.aborted) return
      try {
        const next = await run(signal)
        if (!signal.aborted) state.set(next)
      } catch (error) {
        if (signal.aborted) return
        console.error('Changing push notifications failed:', error)
        state.set('failing')
      }
    })
    return running
  }

  return {
    state,
    /** Finds out how it stands, and makes sure that the station knows too. */
    async look(): Promise<void> {
      if (!isTurning(state.get())) await reach((signal) => currentState(call, signal))
    },
    /** Call it in answer to a press: it asks for the permission, which browsers allow only then. */
    async turnOn(): Promise<void> {
      // What a look finds from here on is older than the press.
      current.abort()
      state.set('turning-on')
      const permission = await Notification.requestPermission()
      if (permission === 'granted') return reach((signal) => keepSubscribed(call, signal))
      state.set(permission === 'denied' ? 'denied' : 'off')
    },
    async turnOff(): Promise<void> {
      state.set('turning-off')
      await reach(() => endSubscription(call))
    },
    /** Nobody is signed in: the station has forgotten this browser with the session. */
    async forget(): Promise<void> {
      await reach(async () => {
        await forgetHere()
        return 'off'
      })
    },
  }
}

async function currentState(call: Call, signal: AbortSignal): Promise<PushState> {
  const support = pushSupport()
  if (support !== 'ready') return support
  const { permission } = Notification
  if (permission === 'denied') return 'denied'
  return permission === 'granted' && (await findSubscription()) ? keepSubscribed(call, signal) : 'off'
}

/** The station keeps a subscription as long as the session that sent it, so that each session sends it. */
async function keepSubscribed(call: Call, signal: AbortSignal): Promise<PushState> {
  const key = await call(pushKey, { signal })
  signal.throwIfAborted()
  const subscription = await subscribeHere(key)
  await call(subscribePush, { body: pushSubscriptionSchema.parse(subscription.toJSON()), signal })
  return 'on'
}

async function endSubscription(call: Call): Promise<PushState> {
  const endpoint = (await findSubscription())?.endpoint
  await forgetHere()
  // A push service refuses what is sent to a browser that has unsubscribed, and the station then forgets it by itself.
  if (endpoint !== undefined)
    await call(unsubscribePush, { body: { endpoint } }).catch((error) =>
      console.error('Turning off push notifications was not confirmed:', error),
    )
  return 'off'
}

function isTurning(state: PushState): boolean {
  return state === 'turning-on' || state === 'turning-off'
}
