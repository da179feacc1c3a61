import { z } from 'zod/mini'
import type { BurstRate } from '../endpoint.ts'
import { countSchema, idSchema, lineSchema, writtenSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema } from '../time.ts'

/** A track may be requested; jingles and station ids stand between tracks; a bed is looped when nothing else plays. */
export const LIBRARY_KINDS = ['TRACK', 'JINGLE', 'STATION_ID', 'BED'] as const
/** An item that rests is kept, and not played. */
export const LIBRARY_STATES = ['READY', 'RESTING'] as const
export const LIBRARY_ACCESS = ['DJ', 'MODERATOR', 'ADMIN'] as const
export const LIBRARY_UPLOAD_PATH = '/api/library/upload'
export const LIBRARY_SOUND_PATH = '/api/library/:id/sound'
/** Ogg Opus; and what the station is to convert, where the browser cannot. */
export const LIBRARY_TYPES = ['audio/ogg', 'application/octet-stream'] as const
/** Body of an upload: Ogg Opus, or the sound file as it was chosen, which the station converts if it has ffmpeg. */
export const UPLOAD_FORMS = ['OPUS', 'ORIGINAL'] as const
export const MAX_LIBRARY_BYTES = 200 * 1024 * 1024
export const MAX_ITEM_MINUTES = 60
export const LEAST_ITEM_MS = 500
/** More than a library of students holds; the rules of the playout remember as many. */
export const MAX_LIBRARY_ITEMS = 20_000
export const LIBRARY_PAGE_SIZE = 25
/** Uploads of one person: a hundred at once, then one in ten seconds. */
export const LIBRARY_UPLOAD_RATE: BurstRate = { burst: 100, perSecond: 1 / 10 }

/** LUFS that everything in the library is brought to, and dB of full scale that no peak goes above (EBU R 128). */
export const TARGET_LOUDNESS = -16
export const TARGET_PEAK = -1
/** Quieter is silence, louder is a mistake: LUFS, and dB of full scale. */
export const LEAST_LOUDNESS = -50
export const MAX_LOUDNESS = -6
export const MAX_PEAK = 6

export const MAX_TAG_LENGTH = 200
export const MAX_RIGHTS_LENGTH = 500
const FIRST_YEAR = 1000
const LAST_YEAR = 2100

const kindSchema = z.enum(LIBRARY_KINDS)
const tagSchema = z._default(z.nullable(lineSchema(MAX_TAG_LENGTH)), null)
const yearSchema = z.coerce
  .number()
  .check(z.int('Use a year such as 1998'), z.minimum(FIRST_YEAR), z.maximum(LAST_YEAR))

/** Item of the library. Loudness in LUFS, peak in dB of full scale; `gain` in dB would bring it to the target. */
export const libraryItemSchema = z.object({
  id: idSchema,
  kind: kindSchema,
  state: z.enum(LIBRARY_STATES),
  title: z.string(),
  artist: z.nullable(z.string()),
  album: z.nullable(z.string()),
  year: z.nullable(z.int()),
  isRequestable: z.boolean(),
  rightsNote: z.nullable(z.string()),
  durationMs: z.int(),
  bytes: countSchema,
  loudness: z.number(),
  peak: z.number(),
  gain: z.number(),
  owner: personSchema,
  createdAt: instantSchema,
})
export type LibraryItem = z.infer<typeof libraryItemSchema>

/** Words of an upload, in its address: the body is the file. */
export const libraryUploadQuery = z.object({
  kind: z._default(kindSchema, 'TRACK'),
  form: z._default(z.enum(UPLOAD_FORMS), 'OPUS'),
  title: lineSchema(MAX_TAG_LENGTH, 'Please enter a title'),
  artist: z.optional(lineSchema(MAX_TAG_LENGTH)),
  album: z.optional(lineSchema(MAX_TAG_LENGTH)),
  year: z.optional(yearSchema),
})
export type LibraryUploadQuery = z.output<typeof libraryUploadQuery>

export const libraryItemBodySchema = z.object({
  kind: kindSchema,
  state: z._default(z.enum(LIBRARY_STATES), 'READY'),
  title: lineSchema(MAX_TAG_LENGTH, 'Please enter a title'),
  artist: tagSchema,
  album: tagSchema,
  year: z._default(z.nullable(yearSchema), null),
  isRequestable: z._default(z.boolean(), false),
  rightsNote: z._default(z.nullable(writtenSchema(MAX_RIGHTS_LENGTH)), null),
})
export type LibraryItemBody = z.output<typeof libraryItemBodySchema>

/** Room for files: bytes that all of them take, and may take; and whether uploads in the form ORIGINAL are taken. */
export const libraryQuotaSchema = z.object({
  usedBytes: countSchema,
  quotaBytes: countSchema,
  items: countSchema,
  ownBytes: countSchema,
  ownItems: countSchema,
  canConvert: z.boolean(),
})
export type LibraryQuota = z.infer<typeof libraryQuotaSchema>
