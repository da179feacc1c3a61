import type { NotificationType } from '@carillon/contract/notifications/schemas'
import { LABELS } from '../notification-labels.ts'
import { isOwnPath } from '../own-path.ts'
import { OPENED_PARAM } from './opened-param.ts'

/** Target of a pressed notification of the system: an id to mark read, and a path of the station. */
export type PushTarget = { id: number | null; link: string }
export type ShownPush = { title: string; options: NotificationOptions & { data: PushTarget } }
/** Message of the service worker to a page that is to open it. */
export type OpenPushMessage = { type: 'OPEN_PUSH'; target: PushTarget }

const INBOX = '/notifications'

/**
 * Notification of a push, from its payload (docs/PROTOCOLS.md). Pushes that nobody sees cost the right to get any, so
 * that one which is not understood is shown too, and leads to the inbox.
 */
export function shownPush(payload: unknown): ShownPush {
  const content = notificationOf(payload)
  const id = typeof content.id === 'number' ? content.id : null
  const link = typeof content.link === 'string' && isOwnPath(content.link) ? content.link : INBOX
  return {
    title: isType(content.type) ? LABELS[content.type] : LABELS.GENERAL,
    options: {
      body: typeof content.message === 'string' ? content.message : 'You have a new notification.',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      // Sent twice it is shown once.
      ...(id !== null && { tag: `notification-${id}` }),
      data: { id, link },
    },
  }
}

/** The address that opens it where no page of the station is open. */
export function addressOf({ id, link }: PushTarget): string {
  if (id === null) return link
  const { pathname, search, hash } = new URL(link, 'https://station.invalid')
  const query = new URLSearchParams(search)
  query.set(OPENED_PARAM, String(id))
  return `${pathname}?${query}${hash}`
}

function notificationOf(payload: unknown): Record<string, unknown> {
  const content = isRecord(payload) ? payload.notification : null
  return isRecord(content) ? content : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isType(type: unknown): type is NotificationType {
  return typeof type === 'string' && Object.hasOwn(LABELS, type)
}
