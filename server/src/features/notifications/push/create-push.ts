import type { Notification } from '@carillon/contract/notifications'
import webPush from 'web-push'
import type { Session } from '../../../http/session.ts'
import type { NotificationsContext } from '../ports.ts'
import { presentNotification } from '../present.ts'
import type { NotificationRow } from '../table.ts'
import {
  findKeys,
  forgetGone,
  forgetSubscription,
  keepKeys,
  keepSubscription,
  nextSubscriptions,
  type PushKeys,
} from './push-store.ts'
import { type PushOutcome, type PushSettings, sendPush } from './send-push.ts'

export type Push = ReturnType<typeof createPush>
type Body = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Of each person, so many browsers. */
export const MAX_SUBSCRIPTIONS = 10
/** So many notifications may wait to be pushed; more than that are in the lists only. */
const MAX_WAITING = 100
const SUBSCRIPTIONS_AT_ONCE = 200
const SENT_AT_ONCE = 10

/** Web Push: the station's keys, people's browsers, and sending to them one notification after another. */
export function createPush({ db, clock, log, isPushOpen, pushSubject, onError }: NotificationsContext) {
  const closing = new AbortController()
  const waiting: NotificationRow[] = []
  let running: Promise<void> | null = null
  let known: Promise<PushKeys> | null = null
  const now = () => new Date(clock.now())

  const loadKeys = async () => (await findKeys(db)) ?? keepKeys(db, webPush.generateVAPIDKeys())
  function keys(): Promise<PushKeys> {
    known ??= loadKeys().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }

  async function sendTo(row: NotificationRow): Promise<void> {
    const settings = { keys: await keys(), subject: pushSubject, isOpen: isPushOpen, signal: closing.signal }
    const payload = payloadOf(presentNotification({ ...row, is_read: false }))
    const outcomes: Record<PushOutcome, number> = { sent: 0, gone: 0, failed: 0 }
    let afterId = 0
    while (!closing.signal.aborted) {
      const request = { notificationId: row.id, afterId, limit: SUBSCRIPTIONS_AT_ONCE, now: now() }
      const next = await nextSubscriptions(db, request)
      if (next.length === 0) break
      afterId = next.at(-1)?.id ?? afterId
      await sendAll(next, payload, settings, outcomes)
    }
    if (outcomes.failed + outcomes.gone > 0)
      log.info({ id: row.id, ...outcomes }, 'some pushes did not arrive')
  }

  /** A few at a time: encrypting takes its time, and the sound is not to wait for it. */
  async function sendAll(
    subscriptions: Awaited<ReturnType<typeof nextSubscriptions>>,
    payload: string,
    settings: PushSettings,
    outcomes: Record<PushOutcome, number>,
  ): Promise<void> {
    const left = subscriptions.values()
    const sendSome = async () => {
      for (const subscription of left) {
        if (closing.signal.aborted) return
        const outcome = await sendPush(subscription, payload, settings)
        outcomes[outcome] += 1
        if (outcome === 'gone') await forgetGone(db, subscription)
      }
    }
    await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendSome))
  }

  async function sendWaiting(): Promise<void> {
    for (let row = waiting.shift(); row && !closing.signal.aborted; row = waiting.shift())
      await sendTo(row).catch(onError)
  }

  return {
    isOpen: isPushOpen,
    /** RFC 8292 s3.2: base64url. */
    publicKey: async (): Promise<string> => (await keys()).publicKey,
    /** Keeps a browser as long as this session lasts. */
    subscribe: ({ id: sessionId, person }: Session, { endpoint, keys }: Body): Promise<void> =>
      db
        .transaction()
        .execute((trx) =>
          keepSubscription(
            trx,
            { endpoint, keys, userId: person.id, sessionId },
            { limit: MAX_SUBSCRIPTIONS, now: now() },
          ),
        ),
    unsubscribe: ({ person }: Session, endpoint: string): Promise<void> =>
      forgetSubscription(db, person.id, endpoint),
    /** Sends to everybody's browsers in the background. */
    send(row: NotificationRow): void {
      if (closing.signal.aborted) return
      if (waiting.length < MAX_WAITING) waiting.push(row)
      else log.warn({ id: row.id }, 'too much waits to be pushed')
      running ??= sendWaiting().finally(() => {
        running = null
      })
    },
    /** Resolves when nothing waits to be sent. */
    idle: async (): Promise<void> => {
      while (running) await running
    },
    /** Drops what has not been sent. Idempotent. */
    async close(): Promise<void> {
      closing.abort()
      waiting.length = 0
      await running
    },
  }
}

/** What the service worker gets; RFC 8030 lets push services refuse more than 4,096 bytes, and this stays below. */
function payloadOf(notification: Notification): string {
  return JSON.stringify({ type: 'NOTIFICATION', notification })
}
