import {
  announcementsByStatus,
  archiveAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  myAnnouncements,
  pinAnnouncement,
  publishAnnouncement,
  rejectAnnouncement,
  resubmitAnnouncement,
  scheduleAnnouncement,
  unarchiveAnnouncement,
  unpinAnnouncement,
  updateAnnouncement,
} from '@carillon/contract/announcements/endpoints'
import type { Announcement, AnnouncementBody } from '@carillon/contract/announcements/schemas'
import type { Call } from '../../api/client.ts'
import type { AskPage } from './use-announcement-list.ts'

/** Wall-clock times of the station; `expiresAt` null: never. */
export type PlanBody = { scheduledFor: string; expiresAt: string | null }
/** Calls of authors and staff. All reject with ApiError. */
export type AnnouncementCalls = ReturnType<typeof createAnnouncementCalls>

/** The calls of anyone who writes and reviews. */
export function createAnnouncementCalls(call: Call) {
  const onOne = (id: number) => ({ params: { id } })
  return {
    mine: ((query, signal) => call(myAnnouncements, { query, signal })) satisfies AskPage,
    byStatus:
      (status: Announcement['status']): AskPage =>
      (query, signal) =>
        call(announcementsByStatus, { params: { status }, query, signal }),
    get: (id: number, signal?: AbortSignal) => call(getAnnouncement, { ...onOne(id), signal }),
    /** The same key never writes a second one. */
    create: (body: AnnouncementBody, idempotencyKey: string) =>
      call(createAnnouncement, { body, idempotencyKey }),
    update: (id: number, body: AnnouncementBody) => call(updateAnnouncement, { ...onOne(id), body }),
    publish: (id: number) => call(publishAnnouncement, onOne(id)),
    resubmit: (id: number) => call(resubmitAnnouncement, onOne(id)),
    pin: (id: number) => call(pinAnnouncement, onOne(id)),
    unpin: (id: number) => call(unpinAnnouncement, onOne(id)),
    archive: (id: number) => call(archiveAnnouncement, onOne(id)),
    unarchive: (id: number) => call(unarchiveAnnouncement, onOne(id)),
    delete: (id: number) => call(deleteAnnouncement, onOne(id)),
    schedule: (id: number, body: PlanBody, givenUp: AbortSignal) =>
      call(scheduleAnnouncement, { ...onOne(id), body, givenUp }),
    reject: (id: number, rejectionReason: string, givenUp: AbortSignal) =>
      call(rejectAnnouncement, { ...onOne(id), body: { rejectionReason }, givenUp }),
  }
}
