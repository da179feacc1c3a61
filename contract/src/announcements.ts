import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { idParams, idSchema, lineSchema, writtenSchema } from './fields.ts'
import { pageOf, pageQuery } from './page.ts'
import { personSchema } from './roles.ts'
import { instantSchema, localDateTimeSchema, plannedTimeSchema } from './time.ts'

export const ANNOUNCEMENT_STATUSES = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'REJECTED', 'ARCHIVED'] as const
export const ANNOUNCEMENTS_PAGE_SIZE = 10
export const MAX_PINNED = 3
export const MAX_TITLE_LENGTH = 500
export const MAX_CONTENT_LENGTH = 5000
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024
/** Title, text and words for the image, each character escaped (six bytes, `\u0041`), and what stands around them. */
export const MAX_ANNOUNCEMENT_BYTES = 48 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Upload of one image, its bytes as the body: answers `{ imageUrl }`. The one call beside those of the specification. */
export const IMAGE_UPLOAD_PATH = '/api/announcements/images'
/** `/uploads/<name>`, re-served as the type its bytes have. */
export const UPLOADS_PATH = '/uploads'

const AUTHORS = ['DJ', 'MODERATOR', 'ADMIN'] as const
const EDITORS = ['MODERATOR', 'ADMIN'] as const

/**
 * `approvedBy`, `rejectionReason` (null to others) and statuses but PUBLISHED are seen by its author and staff.
 * `imageAlt` is required with an image.
 */
export const announcementSchema = z.object({
  id: idSchema,
  title: z.string(),
  content: z.string(),
  imageUrl: z.nullable(z.string()),
  imageAlt: z.nullable(z.string()),
  status: z.enum(ANNOUNCEMENT_STATUSES),
  pinned: z.boolean(),
  pinnedAt: z.nullable(instantSchema),
  scheduledFor: z.nullable(localDateTimeSchema),
  expiresAt: z.nullable(localDateTimeSchema),
  publishedAt: z.nullable(instantSchema),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  createdBy: personSchema,
  approvedBy: z.nullable(personSchema),
  rejectionReason: z.nullable(z.string()),
})
export type Announcement = z.infer<typeof announcementSchema>

const uploadedImage = /^\/uploads\/[a-z0-9]{16,64}\.(?:jpg|png|webp)$/
export const announcementBodySchema = z
  .object({
    title: lineSchema(MAX_TITLE_LENGTH, 'Please enter a title'),
    content: writtenSchema(MAX_CONTENT_LENGTH, 'Please enter a text'),
    imageUrl: z._default(
      z.nullable(z.string().check(z.regex(uploadedImage, 'Upload the image first'))),
      null,
    ),
    imageAlt: z._default(z.nullable(lineSchema(250)), null),
  })
  .check(
    z.refine(({ imageUrl, imageAlt }) => imageUrl === null || Boolean(imageAlt), {
      path: ['imageAlt'],
      message: 'Please describe the image',
    }),
  )
export type AnnouncementBody = z.output<typeof announcementBodySchema>
export const announcementScheduleBodySchema = z.object({
  scheduledFor: plannedTimeSchema,
  expiresAt: z.optional(z.nullable(plannedTimeSchema)),
})
export const rejectBodySchema = z.object({
  rejectionReason: writtenSchema(500, 'Please give a reason'),
})

/** What `/topic/announcements/public` carries. */
export const announcementEventSchema = z.object({
  type: z.literal('ANNOUNCEMENT_PUBLISHED'),
  announcement: announcementSchema,
})

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
  summary: 'Publish at a time to come',
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
export const unpinAnnouncement = action('/api/announcements/:id/unpin', 'Let it go with the others', EDITORS)
export const archiveAnnouncement = action('/api/announcements/:id/archive', 'Put away', EDITORS)
export const unarchiveAnnouncement = action('/api/announcements/:id/unarchive', 'Take out again', EDITORS)
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
  'Ask again after a rejection',
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
