import { createStore } from './store.ts'

/** Text of the app's live regions; `id` grows so that the same words are read again. */
export type Announcement = { id: number; text: string }

export const politeAnnouncement = createStore<Announcement>({ id: 0, text: '' })
export const assertiveAnnouncement = createStore<Announcement>({ id: 0, text: '' })

/** Says `text` through the app's one live region of that politeness; `assertive` interrupts. */
export function announce(text: string, politeness: 'polite' | 'assertive' = 'polite'): void {
  const region = politeness === 'polite' ? politeAnnouncement : assertiveAnnouncement
  region.set({ id: region.get().id + 1, text })
}
