import type { Session } from '../../../http/session.ts'
import type { NotificationsContext } from '../ports.ts'
import type { NotificationRow } from '../table.ts'
import { createPushKeys } from './push-keys.ts'
import { PushQueue } from './push-queue.ts'
import { createPushResolver, type ResolvePublic } from './push-resolver.ts'
import { forgetSubscription, keepSubscription } from './push-store.ts'

export type Push = ReturnType<typeof createPush>
type Body = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Of each person, this many browsers. */
export const MAX_SUBSCRIPTIONS = 10

/** Web Push: the station's keys, people's browsers, and sending to them. */
export function createPush(context: NotificationsContext, resolve: ResolvePublic = newResolver()) {
  const { db, clock, isPushOpen } = context
  const keys = createPushKeys(db)
  const queue = new PushQueue(context, { keys, resolve })

  return {
    isOpen: isPushOpen,
    /** RFC 8292 s3.2: base64url. */
    publicKey: async (): Promise<string> => (await keys()).publicKey,
    /** Counters of pushes, and the number that wait. */
    metrics: () => queue.metrics,
    /** Keeps a browser as long as this session lasts. */
    subscribe: ({ id: sessionId, person }: Session, { endpoint, keys }: Body): Promise<void> =>
      db
        .transaction()
        .execute((trx) =>
          keepSubscription(
            trx,
            { endpoint, keys, userId: person.id, sessionId },
            { limit: MAX_SUBSCRIPTIONS, now: new Date(clock.now()) },
          ),
        ),
    unsubscribe: ({ person }: Session, endpoint: string): Promise<void> =>
      forgetSubscription(db, person.id, endpoint),
    /** Sends to everybody's browsers in the background. */
    send: (row: NotificationRow): void => queue.add(row),
    /** Resolves when nothing waits to be sent. */
    idle: (): Promise<void> => queue.idle(),
    /** Drops what has not been sent. Idempotent. */
    close: (): Promise<void> => queue.close(),
  }
}

function newResolver(): ResolvePublic {
  return createPushResolver({ now: () => performance.now() })
}
