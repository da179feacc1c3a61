import type { Notification } from '@carillon/contract/notifications/schemas'
import { createStore, type Store } from '../../lib/store.ts'
import { DEFAULT_PREFERENCES } from '../../session/preferences.ts'
import type { PublishedAnnouncement } from './bell-entries.ts'
import { enabledBy } from './is-enabled.ts'
import * as lists from './notification-list.ts'

export type NotificationsState = {
  list: lists.NotificationList
  announcements: readonly PublishedAnnouncement[]
  isEnabled: lists.IsEnabled
  /** Whether the station has said what is unread, or the last try failed. */
  phase: 'loading' | 'ready' | 'failed'
  /** The pages of the inbox. */
  paging: 'none' | 'loading' | 'ready' | 'failed'
  nextPage: number
  /** Number of those that came while the inbox was in view and were not looked at yet. */
  newCount: number
  beforeClear: lists.NotificationList | null
}

const NOBODYS: NotificationsState = {
  list: lists.NOBODYS_LIST,
  announcements: [],
  isEnabled: enabledBy(DEFAULT_PREFERENCES),
  phase: 'loading',
  paging: 'none',
  nextPage: 0,
  newCount: 0,
  beforeClear: null,
}

/** Notifications of one person on this page, and the work that is under way for them. */
export class NotificationSession {
  readonly state: Store<NotificationsState> = createStore(NOBODYS)
  /** Read here, and the station does not know yet. */
  readonly unsaved = new Set<number>()
  person: number | null = null
  #current = new AbortController()

  /** Ends with the person: who comes next has another. */
  get signal(): AbortSignal {
    return this.#current.signal
  }

  show(change: Partial<NotificationsState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }

  /** Marks those as read that were read here and are not saved at the station. */
  readAlready(items: readonly Notification[]): Notification[] {
    return items.map((item) => (this.unsaved.has(item.id) ? { ...item, read: true } : item))
  }

  /** Runs for one person; what comes back for another is dropped, what fails is logged. Gives whether it went well. */
  async quietly(what: string, run: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { signal } = this
    try {
      await run(signal)
      return true
    } catch (error) {
      if (!signal.aborted) console.error(`${what} failed:`, error)
      return signal.aborted
    }
  }

  /** Nobody's: empty. What is under way is cancelled. */
  close(): void {
    this.#current.abort()
    this.#current = new AbortController()
    this.person = null
    this.unsaved.clear()
    this.state.set({ ...NOBODYS, isEnabled: this.state.get().isEnabled })
  }
}
