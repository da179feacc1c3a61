import { readAllNotifications, readNotification } from '@carillon/contract/notifications/endpoints'
import type { Call } from '../../api/client.ts'
import { type BellEntry, publicationOf } from './bell-entries.ts'
import * as lists from './notification-list.ts'
import type { NotificationSession } from './notification-session.ts'

/** Marks as read: here at once, at the station as soon as it answers. */
export class NotificationReads {
  readonly #session: NotificationSession
  readonly #call: Call

  constructor(session: NotificationSession, call: Call) {
    this.#session = session
    this.#call = call
  }

  markRead(id: BellEntry['id']): void {
    if (typeof id === 'string') this.#markAnnouncementRead(Number(id.slice('ann-'.length)))
    else this.#markNotificationRead(id)
  }

  markAllRead(): void {
    const { state, unsaved } = this.#session
    const { list } = state.get()
    const marked = list.items.filter(({ read }) => !read).map(({ id }) => id)
    for (const id of marked) unsaved.add(id)
    this.#session.show({ list: lists.withAllRead(list) })
    void this.#session.quietly('Marking all as read', async (signal) => {
      await this.#call(readAllNotifications, { signal })
      for (const id of marked) unsaved.delete(id)
    })
  }

  /** Sends the station what it missed, until it does not answer. */
  async saveUnsaved(): Promise<void> {
    for (const id of [...this.#session.unsaved]) if (!(await this.#save(id))) break
  }

  #save(id: number): Promise<boolean> {
    return this.#session.quietly('Marking as read', async (signal) => {
      await this.#call(readNotification, { params: { id }, signal })
      this.#session.unsaved.delete(id)
    })
  }

  /** One that this page does not know yet is marked at the station all the same. */
  #markNotificationRead(id: number): void {
    const { list } = this.#session.state.get()
    if (list.items.some((item) => item.id === id && item.read)) return
    this.#session.show({ list: lists.withRead(list, id) })
    this.#session.unsaved.add(id)
    void this.#save(id)
  }

  #markAnnouncementRead(announcementId: number): void {
    const publication = publicationOf(this.#session.state.get().list, announcementId)
    if (publication) this.#markNotificationRead(publication.id)
  }
}
