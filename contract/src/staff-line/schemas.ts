import { z } from 'zod/mini'
import { idSchema, writtenSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema } from '../time.ts'

export const MAX_STAFF_MESSAGE_LENGTH = 500
export const STAFF_HISTORY_SIZE = 50
export const MAX_STAFF_HISTORY_SIZE = 100
/** Of one broadcast; more than anybody reads while they are on air. */
export const MAX_STAFF_MESSAGES = 2_000
/** A message stays this long, and at least as long as its broadcast is on air or being tested. */
export const STAFF_MESSAGE_KEPT_DAYS = 30

/**
 * Message between staff and the DJ of a broadcast while it is on air or being tested. Nobody else reads it, but for one that
 * `isShared`: that stands in the lines of the live show and of one that stands by.
 */
export const staffMessageSchema = z.object({
  id: idSchema,
  broadcastId: idSchema,
  content: z.string(),
  timestamp: instantSchema,
  sender: personSchema,
  isShared: z.boolean(),
})
export type StaffMessage = z.infer<typeof staffMessageSchema>

/** Something to see: accents alone, or characters of no width, say nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

export const staffMessageBodySchema = z.object({
  content: writtenSchema(MAX_STAFF_MESSAGE_LENGTH, 'Please write something').check(
    z.refine((text) => VISIBLE.test(text), 'Please write something'),
  ),
  /** The other show of a hand-over, whose DJ is to read it too. */
  alsoTo: z.optional(idSchema),
})
export type StaffMessageBody = z.output<typeof staffMessageBodySchema>
