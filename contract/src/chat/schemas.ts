import { z } from 'zod/mini'
import type { BurstRate } from '../endpoint.ts'
import { addressIdSchema, countSchema, idSchema, writtenSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema } from '../time.ts'

export const MAX_MESSAGE_LENGTH = 1500
export const CHAT_HISTORY_SIZE = 50
export const MAX_CHAT_HISTORY_SIZE = 100
export const MAX_WORD_LENGTH = 60
export const MAX_WORDS = 10_000
/** A word of fewer letters would mask half of what is said. */
export const MIN_WORD_LENGTH = 3
/** So many of the newest messages are held against a word before it is masked. */
export const PREVIEW_MESSAGES = 500
export const PREVIEW_EXAMPLES = 3

/** Something to see: accents alone, or characters of no width, say nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Minutes that a timeout keeps somebody from writing in the chat and from requesting songs. */
export const CHAT_TIMEOUT_MINUTES = 10

export const broadcastParams = z.object({ broadcastId: addressIdSchema })
export const chatterParams = z.object({ broadcastId: addressIdSchema, userId: addressIdSchema })

/** Until when somebody is in a timeout; null: they are in none. */
export const timeoutSchema = z.object({ until: z.nullable(instantSchema) })
export type ChatTimeout = z.infer<typeof timeoutSchema>

/** Somebody as the chat of a broadcast knows them: how much they wrote there, without what was removed. */
export const chatterSchema = z.object({
  messages: countSchema,
  removedMessages: countSchema,
  timeoutUntil: z.nullable(instantSchema),
})
export type Chatter = z.infer<typeof chatterSchema>

/** `content` is masked where a listed word stood; only the export shows staff the original. */
export const chatMessageSchema = z.object({
  id: idSchema,
  broadcastId: idSchema,
  content: z.string(),
  timestamp: instantSchema,
  sender: personSchema,
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

export const chatBodySchema = z.object({
  content: writtenSchema(MAX_MESSAGE_LENGTH, 'Please write something').check(
    z.refine((text) => VISIBLE.test(text), 'Please write something'),
  ),
})
export type ChatBody = z.output<typeof chatBodySchema>

/** Body of a SEND to `/app/broadcast/{id}/message`. */
export const chatSendSchema = z.object({ type: z.literal('CHAT'), data: chatBodySchema })

export const profanityWordSchema = z.object({ id: idSchema, word: z.string() })
export type ProfanityWord = z.infer<typeof profanityWordSchema>
export const profanityBodySchema = z.object({
  word: writtenSchema(MAX_WORD_LENGTH, 'Please enter a word'),
})

/** Effect that masking a word would have had on the newest messages of the station. */
export const wordPreviewSchema = z.object({
  messages: countSchema,
  masked: countSchema,
  /** The newest of those, as they stand now. */
  examples: z.array(z.string()),
})
export type WordPreview = z.infer<typeof wordPreviewSchema>

/** Two addresses of one file: CSV, UTF-8 with BOM. */
export const CHAT_EXPORT_PATHS = [
  '/api/chats/:broadcastId/export',
  '/api/broadcasts/:broadcastId/chat/export',
] as const
export const CHAT_EXPORT_ACCESS = ['DJ', 'MODERATOR', 'ADMIN'] as const
/** Files for one person, each of which may be a whole show: twenty at once, then one in ten seconds. */
export const EXPORT_RATE: BurstRate = { burst: 20, perSecond: 1 / 10 }
/** Previews of one person; hundreds of messages are looked through for each: thirty at once, then one in two seconds. */
export const PREVIEW_RATE: BurstRate = { burst: 30, perSecond: 1 / 2 }
