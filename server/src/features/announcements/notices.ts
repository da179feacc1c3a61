import { MAX_NOTIFICATION_LENGTH } from '@carillon/contract/notifications/schemas'
import { STAFF } from '@carillon/contract/roles'
import type { Notice } from './ports.ts'
import type { StoredAnnouncement } from './table.ts'

const DRAFTS = '/announcements?show=drafts'
const placeInFeedOf = (id: number) => `/announcements#a-${id}`
const editorOf = (id: number) => `/announcements/edit/${id}`
/** Of a long title: what follows it must still be read. */
const MAX_TITLE_SHOWN = 120

/** Everybody: there is something to read. */
export function publishedNotice({ id, title }: StoredAnnouncement): Notice {
  return notice(id, 'ANNOUNCEMENT_PUBLISHED', title, 'everyone', placeInFeedOf(id))
}

/** Its author: it comes back, and why. */
export function rejectedNotice({ id, title, rejectionReason, createdBy }: StoredAnnouncement): Notice {
  const message = `Your announcement “${cut(title, MAX_TITLE_SHOWN)}” was rejected: ${rejectionReason}`
  return notice(id, 'ANNOUNCEMENT', message, { userId: createdBy.id }, editorOf(id))
}

/** Staff: a DJ's draft waits for them. Null when the author needs nobody's review. */
export function reviewNotice({ id, title, createdBy }: StoredAnnouncement): Notice | null {
  if (createdBy.role !== 'DJ') return null
  const message = `${createdBy.name} wrote an announcement to review: ${title}`
  return notice(id, 'ANNOUNCEMENT', message, { roles: STAFF }, DRAFTS)
}

function notice(
  announcementId: number,
  type: Notice['type'],
  message: string,
  audience: Notice['audience'],
  link: string,
): Notice {
  return { type, message: cut(message, MAX_NOTIFICATION_LENGTH), link, announcementId, audience }
}

/** By characters, not by UTF-16 units: no half of one is left at the end. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > maxLength - 1) break
    kept += character
  }
  return `${kept}…`
}
