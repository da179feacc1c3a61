import { setImmediate } from 'node:timers/promises'
import type { Notification } from '@carillon/contract/notifications/schemas'
import webPush from 'web-push'
import type { Session } from '../../../http/session.ts'
import type { NotificationsContext } from '../ports.ts'
import { presentNotification } from '../present.ts'
import type { NotificationRow } from '../table.ts'
import { createPushLanes } from './push-lanes.ts'
import { createPushOutcomes } from './push-outcomes.ts'
import { createPushResolver, type ResolvePublic } from './push-resolver.ts'
import {
  findKeys,
  forgetSubscription,
  keepKeys,
  keepSubscription,
  nextRecipients,
  type PushKeys,
  type PushRecipient,
} from './push-store.ts'
import { sendPush } from './send-push.ts'

export type Push = ReturnType<typeof createPush>
type Body = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Of each person, this many browsers. */
export const MAX_SUBSCRIPTIONS = 10
/** This many notifications may wait to be pushed; more than that are in the lists only. */
export const MAX_WAITING = 100
const RECIPIENTS_AT_ONCE = 200
const BEFORE_ALL = { tier: -1, id: 0 }

/**
 * Web Push: the station's keys, people's browsers, and sending to them. Notifications follow one another into the lanes
 * and do not wait there for those before them.
 */
export function createPush(context: NotificationsContext, resolve: ResolvePublic = newResolver()) {
  const { db, clock, log, isPushOpen, pushSubject, onError } = context
  const closing = new AbortController()
  const waiting: NotificationRow[] = []
  const outcomes = createPushOutcomes(context)
  const lanes = createPushLanes(() => performance.now(), outcomes.drop)
  let running: Promise<void> | null = null
  let known: Promise<PushKeys> | null = null
  let encrypting: Promise<unknown> = Promise.resolve()
  const now = () => new Date(clock.now())

  const loadKeys = async () => (await findKeys(db)) ?? keepKeys(db, webPush.generateVAPIDKeys())
  function keys(): Promise<PushKeys> {
    known ??= loadKeys().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }

  /** Encrypting takes its time: one a turn of the event loop, so that the sound does not wait for it. */
  function ownTurn(): Promise<unknown> {
    encrypting = encrypting.then(() => setImmediate())
    return encrypting
  }

  async function sendTo(row: NotificationRow): Promise<void> {
    const settings = {
      keys: await keys(),
      subject: pushSubject,
      isOpen: isPushOpen,
      resolve,
      signal: closing.signal,
    }
    const payload = payloadOf(presentNotification({ ...row, is_read: false }))
    const errandTo = (recipient: PushRecipient) => async () => {
      await ownTurn()
      if (closing.signal.aborted) return true
      const outcome = await sendPush(recipient, payload, settings)
      // Given up by us: the service is not to blame.
      if (closing.signal.aborted && outcome === 'unreachable') return true
      await outcomes.note(recipient, outcome)
      return outcome !== 'unreachable'
    }
    let after = BEFORE_ALL
    while (!closing.signal.aborted) {
      const request = { notificationId: row.id, after, limit: RECIPIENTS_AT_ONCE, now: now() }
      const next = await nextRecipients(db, request)
      for (const each of next) lanes.add({ ...each, host: new URL(each.endpoint).host }, errandTo(each))
      const last = next.at(-1)
      if (!last) break
      after = last
      await lanes.room()
    }
  }

  async function sendWaiting(): Promise<void> {
    for (let row = waiting.shift(); row && !closing.signal.aborted; row = waiting.shift())
      await sendTo(row).catch(onError)
    running = null
    await lanes.idle()
    await outcomes.flush()
  }

  return {
    isOpen: isPushOpen,
    /** RFC 8292 s3.2: base64url. */
    publicKey: async (): Promise<string> => (await keys()).publicKey,
    /** What became of pushes, and how many wait. */
    metrics: () => ({ outcomes: { ...outcomes.counts }, waiting: lanes.waiting }),
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
      else {
        outcomes.drop()
        log.warn({ id: row.id }, 'too much waits to be pushed')
      }
      running ??= sendWaiting()
    },
    /** Resolves when nothing waits to be sent. */
    idle: async (): Promise<void> => {
      while (running) await running
      await lanes.idle()
      await outcomes.flush()
    },
    /** Drops what has not been sent. Idempotent. */
    async close(): Promise<void> {
      closing.abort()
      waiting.length = 0
      lanes.clear()
      await running
      await lanes.idle()
      await outcomes.flush()
    },
  }
}

function newResolver(): ResolvePublic {
  return createPushResolver({ now: () => performance.now() })
}

/** What the service worker gets; RFC 8030 lets push services refuse more than 4,096 bytes, and this stays below. */
function payloadOf(notification: Notification): string {
  return JSON.stringify({ type: 'NOTIFICATION', notification })
}
