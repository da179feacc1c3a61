import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { idParams } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  ANNOUNCEMENT_STATUSES,
  ANNOUNCEMENTS_PAGE_SIZE,
  announcementBodySchema,
  announcementScheduleBodySchema,
  announcementSchema,
  MAX_ANNOUNCEMENT_BYTES,
  rejectBodySchema,
} from './schemas.ts'

const AUTHORS = ['DJ', 'MODERATOR', 'ADMIN'] as const
const EDITORS = ['MODERATOR', 'ADMIN'] as const

/** One of the actions that answer with the announcement. */
function action<const Path extends string>(
  path: Path,
  summary: string,
  access: typeof AUTHORS | typeof EDITORS,
  refusals: readonly ErrorCode[] = [],
) {
  return endpoint({
    method: 'POST',
    path,
    summary,
    access,
    status: 200,
    params: idParams,
    reply: announcementSchema,
    refusals: ['WRONG_STATE', ...refusals],
  })
}

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements',
  summary: 'What is published, pinned first, then newest first',
  access: 'public',
  status: 200,
  query: pageQuery(ANNOUNCEMENTS_PAGE_SIZE),
  reply: pageOf(announcementSchema),
})
export const announcementsByStatus = endpoint({
  method: 'GET',
  path: '/api/announcements/by-status/:status',
  summary: 'Announcements of one status; a DJ sees those of others only when published',
  access: AUTHORS,
  status: 200,
  params: z.object({ status: z.enum(ANNOUNCEMENT_STATUSES) }),
  query: pageQuery(ANNOUNCEMENTS_PAGE_SIZE),
  reply: pageOf(announcementSchema),
})
export const myAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements/my-announcements',
  summary: "One's own announcements, newest first",
  access: AUTHORS,
  status: 200,
  query: pageQuery(ANNOUNCEMENTS_PAGE_SIZE),
  reply: pageOf(announcementSchema),
})
export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/announcements/:id',
  summary: 'One announcement; 404 for those one may not see',
  access: 'public',
  status: 200,
  params: idParams,
  reply: announcementSchema,
})
export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements',
  summary: 'Write a draft',
  access: AUTHORS,
  status: 201,
  body: announcementBodySchema,
  maxBodyBytes: MAX_ANNOUNCEMENT_BYTES,
  reply: announcementSchema,
})
export const updateAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/announcements/:id',
  summary: 'Change words or image: the author of a draft or a rejected one, staff any',
  access: AUTHORS,
  status: 200,
  params: idParams,
  body: announcementBodySchema,
  maxBodyBytes: MAX_ANNOUNCEMENT_BYTES,
  reply: announcementSchema,
  refusals: ['WRONG_STATE'],
})
export const publishAnnouncement = action('/api/announcements/:id/publish', 'Publish now', EDITORS)
export const scheduleAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/:id/schedule',
  summary: 'Schedule publication',
  access: EDITORS,
  status: 200,
  params: idParams,
  body: announcementScheduleBodySchema,
  reply: announcementSchema,
  refusals: ['WRONG_STATE'],
})
export const pinAnnouncement = action('/api/announcements/:id/pin', 'Keep on top; at most three', EDITORS, [
  'TOO_MANY_PINNED',
])
export const unpinAnnouncement = action('/api/announcements/:id/unpin', 'Unpin it', EDITORS)
export const archiveAnnouncement = action('/api/announcements/:id/archive', 'Archive it', EDITORS)
export const unarchiveAnnouncement = action(
  '/api/announcements/:id/unarchive',
  'Restore from the archive',
  EDITORS,
)
export const rejectAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/:id/reject',
  summary: 'Send back to its author, with a reason',
  access: EDITORS,
  status: 200,
  params: idParams,
  body: rejectBodySchema,
  reply: announcementSchema,
  refusals: ['WRONG_STATE'],
})
export const resubmitAnnouncement = action(
  '/api/announcements/:id/resubmit',
  'Submit for review again after a rejection',
  AUTHORS,
)
export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/announcements/:id',
  summary: 'Delete: the author a draft or a rejected one, staff any',
  access: AUTHORS,
  status: 204,
  params: idParams,
  reply: z.null(),
  refusals: ['WRONG_STATE'],
})

export const announcementEndpoints = {
  listAnnouncements,
  announcementsByStatus,
  myAnnouncements,
  getAnnouncement,
  createAnnouncement,
  updateAnnouncement,
  publishAnnouncement,
  scheduleAnnouncement,
  pinAnnouncement,
  unpinAnnouncement,
  archiveAnnouncement,
  unarchiveAnnouncement,
  rejectAnnouncement,
  resubmitAnnouncement,
  deleteAnnouncement,
}
