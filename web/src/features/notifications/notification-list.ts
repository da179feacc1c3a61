import type { DataOf } from '@carillon/contract/endpoint'
import type { listNotifications } from '@carillon/contract/notifications/endpoints'
import type { Notification } from '@carillon/contract/notifications/schemas'

/** Notifications of a person, and how far they have read them. */
export type NotificationList = {
  /** Newest first, each id once. Of what the pages have not reached yet only what is unread. */
  items: readonly Notification[]
  unreadCount: number
  hasMore: boolean
  /** The lowest id that the pages have reached; infinite before the first page. */
  pagedDownTo: number
  /** Up to this id everything was cleared from this view; 0 for nothing. */
  clearedUpTo: number
}

/** Whether somebody wants to be told of it. */
export type IsEnabled = (item: Pick<Notification, 'type'>) => boolean
type NotificationPage = Pick<DataOf<typeof listNotifications>, 'content' | 'last'>

export const NOBODYS_LIST: NotificationList = {
  items: [],
  unreadCount: 0,
  hasMore: false,
  pagedDownTo: Number.POSITIVE_INFINITY,
  clearedUpTo: 0,
}

/** The station answers at most this many unread ones. */
const UNREAD_LIMIT = 100

/** The list with one that was told just now; what is known, unwanted or has no id changes nothing. */
export function withArrival(
  list: NotificationList,
  item: Notification,
  isEnabled: IsEnabled,
): NotificationList {
  const isKnown = list.items.some(({ id }) => id === item.id)
  if (!hasId(item) || isKnown || !isEnabled(item)) return list
  const before = withoutOutdated(list, item, isEnabled)
  const items = merged(before.items, [item])
  return { ...before, items, unreadCount: before.unreadCount + (item.read ? 0 : 1) }
}

/** Types of notifications of a broadcast, by the type that makes them outdated. */
const OUTDATED_BY: Partial<Record<Notification['type'], readonly Notification['type'][]>> = {
  BROADCAST_STARTED: ['BROADCAST_STARTING_SOON', 'REMINDER'],
  BROADCAST_ENDED: ['BROADCAST_STARTING_SOON', 'REMINDER', 'BROADCAST_STARTED'],
}

/** The list with that read which the station reads for everybody when it writes this one. */
function withoutOutdated(
  list: NotificationList,
  { type, link }: Notification,
  isEnabled: IsEnabled,
): NotificationList {
  const outdated = OUTDATED_BY[type] ?? []
  return list.items
    .filter((item) => outdated.includes(item.type) && item.link === link && isEnabled(item))
    .reduce((kept, { id }) => withRead(kept, id), list)
}

/** The list with a page of older ones. More follows only while the station says so and the page holds something wanted. */
export function withPage(
  list: NotificationList,
  page: NotificationPage,
  isEnabled: IsEnabled,
): NotificationList {
  const found = page.content.filter((item) => hasId(item) && item.id > list.clearedUpTo)
  return {
    ...list,
    items: merged(list.items, found),
    hasMore: !page.last && found.some(isEnabled),
    pagedDownTo: page.last ? 0 : Math.min(list.pagedDownTo, ...found.map(({ id }) => id)),
  }
}

/** The list with its newest page again. What came meanwhile may be more than a page: then the pages begin again. */
export function withNewestPage(
  list: NotificationList,
  page: NotificationPage,
  isEnabled: IsEnabled,
): NotificationList {
  const newest = list.items[0]?.id ?? 0
  const joins = list.pagedDownTo < newest && page.content.some(({ id }) => id <= newest)
  if (!joins) return withPage({ ...list, pagedDownTo: Number.POSITIVE_INFINITY }, page, isEnabled)
  return { ...withPage(list, page, isEnabled), hasMore: list.hasMore, pagedDownTo: list.pagedDownTo }
}

/**
 * The list after the station said what is unread. What it does not name any more was read elsewhere, unless it came
 * after `knownUpTo`, the newest id when it was asked. `count` is what it counts, for more than it names.
 */
export function withUnread(
  list: NotificationList,
  unread: readonly Notification[],
  options: { isEnabled: IsEnabled; knownUpTo: number; count: number },
): NotificationList {
  const { isEnabled, knownUpTo, count } = options
  const named = new Set(unread.map(({ id }) => id))
  const isComplete = unread.length < UNREAD_LIMIT
  const known = list.items.map((item) =>
    isComplete && item.id <= knownUpTo && !named.has(item.id) ? asRead(item) : item,
  )
  const items = merged(
    known,
    unread.filter((item) => hasId(item) && item.id > list.clearedUpTo),
  )
  const counted = items.filter((item) => !item.read && isEnabled(item)).length
  const isCounted = isComplete || list.clearedUpTo > 0
  return { ...list, items, unreadCount: isCounted ? counted : Math.max(count, counted) }
}

/** The list with one read; the count never falls below 0. */
export function withRead(list: NotificationList, id: number): NotificationList {
  if (!list.items.some((item) => item.id === id && !item.read)) return list
  const items = list.items.map((item) => (item.id === id ? asRead(item) : item))
  return { ...list, items, unreadCount: Math.max(0, list.unreadCount - 1) }
}

export function withAllRead(list: NotificationList): NotificationList {
  return { ...list, items: list.items.map(asRead), unreadCount: 0 }
}

/** The list without what is in it; the station keeps it. */
export function cleared(list: NotificationList): NotificationList {
  return { ...NOBODYS_LIST, pagedDownTo: 0, clearedUpTo: list.items[0]?.id ?? list.clearedUpTo }
}

/** Restores a cleared list, with what has come since. */
export function uncleared(before: NotificationList, since: NotificationList): NotificationList {
  const items = merged(before.items, since.items)
  return { ...before, items, unreadCount: before.unreadCount + since.unreadCount }
}

/** Items of the loaded pages that their owner wants, newest first. */
export function pagedItems(list: NotificationList, isEnabled: IsEnabled): readonly Notification[] {
  return list.items.filter((item) => item.id >= list.pagedDownTo && isEnabled(item))
}

function hasId(item: { id?: unknown }): boolean {
  return typeof item.id === 'number'
}

function asRead(item: Notification): Notification {
  return item.read ? item : { ...item, read: true }
}

/** Merges lists; a read one stays read: an answer may be older than the mark. */
function merged(known: readonly Notification[], found: readonly Notification[]): readonly Notification[] {
  const byId = new Map(known.map((item) => [item.id, item]))
  for (const item of found)
    byId.set(item.id, { ...item, read: item.read || byId.get(item.id)?.read === true })
  return [...byId.values()].sort((a, b) => b.id - a.id)
}
