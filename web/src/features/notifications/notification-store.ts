import { announcementEventSchema, listAnnouncements } from '@carillon/contract/announcements'
import {
  countUnread,
  listNotifications,
  type Notification,
  notificationEventSchema,
  readAllNotifications,
  readNotification,
  unreadNotifications,
} from '@carillon/contract/notifications'
import type { Call } from '../../api/client.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../session/preferences.ts'
import { type BellEntry, type PublishedAnnouncement, publicationOf } from './bell-entries.ts'
import { wantedBy } from './is-wanted.ts'
import * as lists from './notification-list.ts'
import { keepReadAnnouncements, readAnnouncements } from './read-announcements.ts'

const UNREAD_LIMIT = 100

export type NotificationsState = {
  list: lists.NotificationList
  announcements: readonly PublishedAnnouncement[]
  readHere: ReadonlySet<number>
  isWanted: lists.IsWanted
  /** Whether the station has said what is unread, or the last try failed. */
  phase: 'loading' | 'ready' | 'failed'
  /** The pages of the inbox. */
  paging: 'none' | 'loading' | 'ready' | 'failed'
  nextPage: number
  /** What came while the inbox was in view and was not looked at yet. */
  newCount: number
  beforeClear: lists.NotificationList | null
}

const NOBODYS: NotificationsState = {
  list: lists.NOBODYS_LIST,
  announcements: [],
  readHere: new Set(),
  isWanted: wantedBy(DEFAULT_PREFERENCES),
  phase: 'loading',
  paging: 'none',
  nextPage: 0,
  newCount: 0,
  beforeClear: null,
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

/** What whoever is signed in is told. Nothing here rejects: failures are logged, and what one did stays done here. */
export function createNotificationStore(call: Call) {
  const state: Store<NotificationsState> = createStore(NOBODYS)
  /** Read here, and the station does not know yet. */
  const unsaved = new Set<number>()
  let person: number | null = null
  let current = new AbortController()
  let asking: AbortController | null = null
  let isAskedAgain = false

  const show = (change: Partial<NotificationsState>) => state.set({ ...state.get(), ...change })
  const showList = (list: lists.NotificationList) => show({ list })
  const readAlready = (items: readonly Notification[]) =>
    items.map((item) => (unsaved.has(item.id) ? { ...item, read: true } : item))

  /** Runs for one person; what comes back for another is dropped, what fails is logged. */
  async function quietly(what: string, run: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { signal } = current
    try {
      await run(signal)
      return true
    } catch (error) {
      if (!signal.aborted) console.error(`${what} failed:`, error)
      return signal.aborted
    }
  }

  async function refreshUnread(signal: AbortSignal): Promise<void> {
    const knownUpTo = state.get().list.items[0]?.id ?? 0
    const answer = await call(unreadNotifications, { signal })
    const count = answer.length < UNREAD_LIMIT ? answer.length : await call(countUnread, { signal })
    if (signal.aborted) return
    const { list, isWanted } = state.get()
    const unread = readAlready(answer)
    show({ list: lists.withUnread(list, unread, { isWanted, knownUpTo, count }), phase: 'ready' })
  }

  /** The answer is as old as its question: what was heard meanwhile stays. */
  async function refreshAnnouncements(signal: AbortSignal): Promise<void> {
    const known = new Set(state.get().announcements)
    const { content } = await call(listAnnouncements, { query: { page: 0, size: 10 }, signal })
    if (signal.aborted) return
    const heard = state.get().announcements.filter((announcement) => !known.has(announcement))
    show({ announcements: [...heard, ...content.filter(({ id }) => !heard.some((each) => each.id === id))] })
  }

  async function saveRead(id: number, signal: AbortSignal): Promise<void> {
    await call(readNotification, { params: { id }, signal })
    unsaved.delete(id)
  }

  /** Asks again for what may have been missed, and tells the station what it missed. At most two ask in a row. */
  async function refresh(): Promise<void> {
    if (asking) {
      isAskedAgain = true
      return
    }
    asking = current
    do {
      isAskedAgain = false
      await refreshOnce()
    } while (isAskedAgain && asking === current)
    if (asking === current) asking = null
  }

  async function refreshOnce(): Promise<void> {
    if (person === null) return
    for (const id of [...unsaved]) {
      if (!(await quietly('Marking as read', (signal) => saveRead(id, signal)))) break
    }
    const [isKnown] = await Promise.all([
      quietly('Fetching notifications', refreshUnread),
      quietly('Fetching announcements', refreshAnnouncements),
      state.get().paging === 'none' ? null : refreshPages(),
    ])
    if (!isKnown) show({ phase: 'failed' })
  }

  async function refreshPages(): Promise<void> {
    const { paging, nextPage: reached } = state.get()
    const isAnew = reached === 0 || paging === 'failed'
    if (isAnew) show({ paging: 'loading' })
    const isDone = await quietly('Fetching notifications', async (signal) => {
      const page = await call(listNotifications, { query: { page: 0 }, signal })
      if (signal.aborted) return
      const { list, isWanted, nextPage } = state.get()
      const before = isAnew ? { ...list, pagedDownTo: Number.POSITIVE_INFINITY } : list
      const content = readAlready(page.content)
      const next = lists.withNewestPage(before, { ...page, content }, isWanted)
      const goesOn = !isAnew && next.pagedDownTo === list.pagedDownTo
      show({ list: next, paging: 'ready', nextPage: goesOn ? nextPage : 1 })
    })
    if (!isDone && state.get().paging === 'loading') show({ paging: 'failed' })
  }

  /** Where more cannot be loaded there is no more. */
  async function loadMore(): Promise<void> {
    const { paging, nextPage, list } = state.get()
    if (paging === 'loading' || !list.hasMore) return
    show({ paging: 'loading' })
    const isDone = await quietly('Fetching more notifications', async (signal) => {
      const page = await call(listNotifications, { query: { page: nextPage }, signal })
      if (signal.aborted) return
      const now = state.get()
      const content = readAlready(page.content)
      const next = lists.withPage(now.list, { ...page, content }, now.isWanted)
      show({ list: next, paging: 'ready', nextPage: nextPage + 1 })
    })
    if (!isDone) show({ paging: 'failed', list: { ...state.get().list, hasMore: false } })
  }

  function markRead(id: BellEntry['id']): void {
    if (typeof id === 'string') markAnnouncementRead(Number(id.slice('ann-'.length)))
    else markNotificationRead(id)
  }

  /** One that this page does not know yet is told to the station all the same. */
  function markNotificationRead(id: number): void {
    const { list } = state.get()
    if (list.items.some((item) => item.id === id && item.read)) return
    showList(lists.withRead(list, id))
    unsaved.add(id)
    void quietly('Marking as read', (signal) => saveRead(id, signal))
  }

  function markAnnouncementRead(announcementId: number): void {
    keepRead([announcementId])
    const told = publicationOf(state.get().list, announcementId)
    if (told) markNotificationRead(told.id)
  }

  function keepRead(ids: readonly number[]): void {
    const readHere = new Set([...state.get().readHere, ...ids])
    show({ readHere })
    if (person !== null) keepReadAnnouncements(person, readHere)
  }

  function markAllRead(): void {
    const { list, announcements } = state.get()
    const marked = list.items.filter(({ read }) => !read).map(({ id }) => id)
    for (const id of marked) unsaved.add(id)
    showList(lists.withAllRead(list))
    keepRead(announcements.map(({ id }) => id))
    void quietly('Marking all as read', async (signal) => {
      await call(readAllNotifications, { signal })
      for (const id of marked) unsaved.delete(id)
    })
  }

  return {
    state,
    refresh,
    refreshPages,
    loadMore,
    markRead,
    markAllRead,
    /** From now on it is this person's. */
    open(owner: number): void {
      person = owner
      show({ readHere: readAnnouncements(owner) })
      void refresh()
    },
    /** Nobody's: empty. */
    close(): void {
      current.abort()
      current = new AbortController()
      asking = null
      person = null
      unsaved.clear()
      state.set({ ...NOBODYS, isWanted: state.get().isWanted })
    },
    prefer(preferences: Preferences): void {
      show({ isWanted: wantedBy(preferences) })
    },
    /** Takes in what the queue says; gives it where it is a notification that is new and wanted. */
    hear(body: unknown): Notification | null {
      const event = notificationEventSchema.safeParse(body)
      if (!event.success) return null
      const { list, isWanted, newCount } = state.get()
      const { notification } = event.data
      const next = lists.withArrival(list, notification, isWanted)
      if (next === list) return null
      show({ list: next, newCount: newCount + 1 })
      return notification
    },
    hearAnnouncement(body: unknown): void {
      const event = announcementEventSchema.safeParse(body)
      if (!event.success) return
      const { announcement } = event.data
      const others = state.get().announcements.filter(({ id }) => id !== announcement.id)
      show({ announcements: [announcement, ...others] })
    },
    /** Empties the list of this page; the station keeps it. */
    clear(): void {
      const { list } = state.get()
      show({ list: lists.cleared(list), beforeClear: list, newCount: 0 })
    },
    undoClear(): void {
      const { list, beforeClear } = state.get()
      if (beforeClear) show({ list: lists.uncleared(beforeClear, list), beforeClear: null })
    },
    /** What came is looked at. */
    lookAtNew(): void {
      show({ newCount: 0 })
    },
  }
}
