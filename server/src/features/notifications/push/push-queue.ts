import { setImmediate } from 'node:timers/promises'
import type { Notification } from '@carillon/contract/notifications/schemas'
import type { NotificationsContext } from '../ports.ts'
import { presentNotification } from '../present.ts'
import type { NotificationRow } from '../table.ts'
import { createPushLanes, type PushLanes } from './push-lanes.ts'
import { createPushOutcomes, type PushCounts, type PushOutcomes } from './push-outcomes.ts'
import type { ResolvePublic } from './push-resolver.ts'
import { nextRecipients, type PushKeys, type PushRecipient } from './push-store.ts'
import { sendPush } from './send-push.ts'

/** This many notifications may wait to be pushed; more than that are in the lists only. */
export const MAX_WAITING = 100
const RECIPIENTS_AT_ONCE = 200
const BEFORE_ALL = { tier: -1, id: 0 }

/** Keys that encrypt and sign pushes, and the resolver of their services. */
export type PushSettings = { keys(): Promise<PushKeys>; resolve: ResolvePublic }

/**
 * Sends notifications to browsers in the background. They follow one another into the lanes and do not wait there for
 * those before them.
 */
export class PushQueue {
  readonly #context: NotificationsContext
  readonly #settings: PushSettings
  readonly #closing = new AbortController()
  readonly #waiting: NotificationRow[] = []
  readonly #outcomes: PushOutcomes
  readonly #lanes: PushLanes
  #running: Promise<void> | null = null
  #encrypting: Promise<unknown> = Promise.resolve()

  constructor(context: NotificationsContext, settings: PushSettings) {
    this.#context = context
    this.#settings = settings
    this.#outcomes = createPushOutcomes(context)
    this.#lanes = createPushLanes(() => performance.now(), this.#outcomes.drop)
  }

  /** Counters of pushes, and the number that wait. */
  get metrics(): { outcomes: PushCounts; waiting: number } {
    return { outcomes: { ...this.#outcomes.counts }, waiting: this.#lanes.waiting }
  }

  add(row: NotificationRow): void {
    if (this.#closing.signal.aborted) return
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(row)
    else {
      this.#outcomes.drop()
      this.#context.log.warn({ id: row.id }, 'too much waits to be pushed')
    }
    this.#running ??= this.#sendWaiting()
  }

  /** Resolves when nothing waits to be sent. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
    await this.#lanes.idle()
    await this.#outcomes.flush()
  }

  /** Drops what has not been sent. Idempotent. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#waiting.length = 0
    this.#lanes.clear()
    await this.#running
    await this.#lanes.idle()
    await this.#outcomes.flush()
  }

  async #sendWaiting(): Promise<void> {
    const { signal } = this.#closing
    for (let row = this.#waiting.shift(); row && !signal.aborted; row = this.#waiting.shift())
      await this.#sendToAll(row).catch(this.#context.onError)
    this.#running = null
    await this.#lanes.idle()
    await this.#outcomes.flush()
  }

  async #sendToAll(row: NotificationRow): Promise<void> {
    const { db, clock } = this.#context
    const sendTo = await this.#senderOf(row)
    let after = BEFORE_ALL
    while (!this.#closing.signal.aborted) {
      const now = new Date(clock.now())
      const request = { notificationId: row.id, after, limit: RECIPIENTS_AT_ONCE, now }
      const next = await nextRecipients(db, request)
      for (const each of next)
        this.#lanes.add({ ...each, host: new URL(each.endpoint).host }, () => sendTo(each))
      const last = next.at(-1)
      if (!last) break
      after = last
      await this.#lanes.room()
    }
  }

  /** Sends a notification to one browser; resolves to whether its push service answered. */
  async #senderOf(row: NotificationRow): Promise<(recipient: PushRecipient) => Promise<boolean>> {
    const { isPushOpen: isOpen, pushSubject: subject } = this.#context
    const { signal } = this.#closing
    const { resolve } = this.#settings
    const settings = { keys: await this.#settings.keys(), subject, isOpen, resolve, signal }
    const payload = payloadOf(presentNotification({ ...row, is_read: false }))
    return async (recipient) => {
      await this.#turnToEncrypt()
      if (signal.aborted) return true
      const outcome = await sendPush(recipient, payload, settings)
      // Given up by us: the service is not to blame.
      if (signal.aborted && outcome === 'unreachable') return true
      await this.#outcomes.note(recipient, outcome)
      return outcome !== 'unreachable'
    }
  }

  /** Encrypting takes its time: one a turn of the event loop, so that the sound does not wait for it. */
  #turnToEncrypt(): Promise<unknown> {
    this.#encrypting = this.#encrypting.then(() => setImmediate())
    return this.#encrypting
  }
}

/** Payload for the service worker; RFC 8030 lets push services refuse more than 4,096 bytes, and this stays below. */
function payloadOf(notification: Notification): string {
  return JSON.stringify({ type: 'NOTIFICATION', notification })
}
