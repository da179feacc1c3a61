import { listAnnouncements } from '@carillon/contract/announcements/endpoints'
import {
  countUnread,
  listNotifications,
  unreadNotifications,
} from '@carillon/contract/notifications/endpoints'
import type { Call } from '../../api/client.ts'
import * as lists from './notification-list.ts'
import type { NotificationReads } from './notification-reads.ts'
import type { NotificationSession } from './notification-session.ts'

const UNREAD_LIMIT = 100

/** Fetches what the station has for a person: what is unread, the announcements, the pages of the inbox. */
export class NotificationFetcher {
  readonly #session: NotificationSession
  readonly #reads: NotificationReads
  readonly #call: Call
  /** Whose refresh is under way, by the signal of their session. */
  #refreshing: AbortSignal | null = null
  #isAskedAgain = false

  constructor(session: NotificationSession, reads: NotificationReads, call: Call) {
    this.#session = session
    this.#reads = reads
    this.#call = call
  }

  /** Asks again for what may have been missed, and sends the station what it missed. At most two ask in a row. */
  async refresh(): Promise<void> {
    if (this.#refreshing && !this.#refreshing.aborted) {
      this.#isAskedAgain = true
      return
    }
    const { signal } = this.#session
    this.#refreshing = signal
    do {
      this.#isAskedAgain = false
      await this.#refreshOnce()
    } while (this.#isAskedAgain && this.#refreshing === signal && !signal.aborted)
    if (this.#refreshing === signal) this.#refreshing = null
  }

  async refreshPages(): Promise<void> {
    const { state } = this.#session
    const { paging, nextPage: reached } = state.get()
    const startsAgain = reached === 0 || paging === 'failed'
    if (startsAgain) this.#session.show({ paging: 'loading' })
    const isDone = await this.#session.quietly('Fetching notifications', async (signal) => {
      const page = await this.#call(listNotifications, { query: { page: 0 }, signal })
      if (signal.aborted) return
      const { list, isEnabled, nextPage } = state.get()
      const before = startsAgain ? { ...list, pagedDownTo: Number.POSITIVE_INFINITY } : list
      const content = this.#session.readAlready(page.content)
      const next = lists.withNewestPage(before, { ...page, content }, isEnabled)
      const goesOn = !startsAgain && next.pagedDownTo === list.pagedDownTo
      this.#session.show({ list: next, paging: 'ready', nextPage: goesOn ? nextPage : 1 })
    })
    if (!isDone && state.get().paging === 'loading') this.#session.show({ paging: 'failed' })
  }

  /** Loads the next page. After a failure the list ends there. */
  async loadMore(): Promise<void> {
    const { state } = this.#session
    const { paging, nextPage, list } = state.get()
    if (paging === 'loading' || !list.hasMore) return
    this.#session.show({ paging: 'loading' })
    const isDone = await this.#session.quietly('Fetching more notifications', async (signal) => {
      const page = await this.#call(listNotifications, { query: { page: nextPage }, signal })
      if (signal.aborted) return
      const now = state.get()
      const content = this.#session.readAlready(page.content)
      const next = lists.withPage(now.list, { ...page, content }, now.isEnabled)
      this.#session.show({ list: next, paging: 'ready', nextPage: nextPage + 1 })
    })
    if (!isDone) this.#session.show({ paging: 'failed', list: { ...state.get().list, hasMore: false } })
  }

  async #refreshOnce(): Promise<void> {
    if (this.#session.person === null) return
    const { state, unsaved } = this.#session
    // With nothing to save the questions go out at once: what is received meanwhile is newer than their answers.
    if (unsaved.size > 0) await this.#reads.saveUnsaved()
    const [isKnown] = await Promise.all([
      this.#session.quietly('Fetching notifications', (signal) => this.#refreshUnread(signal)),
      this.#session.quietly('Fetching announcements', (signal) => this.#refreshAnnouncements(signal)),
      state.get().paging === 'none' ? null : this.refreshPages(),
    ])
    if (!isKnown) this.#session.show({ phase: 'failed' })
  }

  async #refreshUnread(signal: AbortSignal): Promise<void> {
    const { state } = this.#session
    const knownUpTo = state.get().list.items[0]?.id ?? 0
    const answer = await this.#call(unreadNotifications, { signal })
    const count = answer.length < UNREAD_LIMIT ? answer.length : await this.#call(countUnread, { signal })
    if (signal.aborted) return
    const { list, isEnabled } = state.get()
    const unread = this.#session.readAlready(answer)
    const next = lists.withUnread(list, unread, { isEnabled, knownUpTo, count })
    this.#session.show({ list: next, phase: 'ready' })
  }

  /** The answer is as old as its question: what was received meanwhile stays. */
  async #refreshAnnouncements(signal: AbortSignal): Promise<void> {
    const { state } = this.#session
    const known = new Set(state.get().announcements)
    const { content } = await this.#call(listAnnouncements, { query: { page: 0, size: 10 }, signal })
    if (signal.aborted) return
    const received = state.get().announcements.filter((announcement) => !known.has(announcement))
    const others = content.filter(({ id }) => !received.some((each) => each.id === id))
    this.#session.show({ announcements: [...received, ...others] })
  }
}
