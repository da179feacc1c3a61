import { z } from 'zod/mini'
import type { BurstRate } from '../endpoint.ts'
import { idSchema, lineSchema, writtenSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema, localDateTimeSchema, plannedTimeSchema } from '../time.ts'

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
/** Uploads of one person: thirty at once, then one a minute. */
export const UPLOAD_RATE: BurstRate = { burst: 30, perSecond: 1 / 60 }
/** `/uploads/<name>`, re-served as the type its bytes have. */
export const UPLOADS_PATH = '/uploads'

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
