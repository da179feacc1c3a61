import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressIdSchema, countSchema, idParams, idSchema, sizeSchema, writtenSchema } from './fields.ts'
import { personSchema } from './roles.ts'
import { instantSchema } from './time.ts'

export const MAX_MESSAGE_LENGTH = 1500
export const CHAT_HISTORY_SIZE = 50
export const MAX_CHAT_HISTORY_SIZE = 100
export const MAX_WORD_LENGTH = 60
export const MAX_WORDS = 10_000

/** Something to see: accents alone, or characters of no width, say nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

const broadcastParams = z.object({ broadcastId: addressIdSchema })

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

/** What `/topic/broadcast/{id}/chat` carries. */
export const chatEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('CHAT_MESSAGE'), message: chatMessageSchema }),
  z.object({ type: z.literal('MESSAGE_DELETED'), id: z.int() }),
  z.object({ type: z.literal('SLOW_MODE'), enabled: z.boolean(), seconds: z.int() }),
])
export type ChatEvent = z.infer<typeof chatEventSchema>

export const profanityWordSchema = z.object({ id: idSchema, word: z.string() })
export type ProfanityWord = z.infer<typeof profanityWordSchema>
export const profanityBodySchema = z.object({
  word: writtenSchema(MAX_WORD_LENGTH, 'Please enter a word'),
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chats/:broadcastId',
  summary: 'Messages of a broadcast, oldest first: the newest `limit`, or those before or after an id',
  access: 'public',
  status: 200,
  params: broadcastParams,
  query: z.object({
    before: z.optional(addressIdSchema),
    after: z.optional(addressIdSchema),
    limit: sizeSchema(CHAT_HISTORY_SIZE, MAX_CHAT_HISTORY_SIZE),
  }),
  reply: z.array(chatMessageSchema),
})
export const postMessage = endpoint({
  method: 'POST',
  path: '/api/chats/:broadcastId',
  summary: 'Say something in the chat of the live broadcast',
  access: 'signed-in',
  status: 201,
  params: broadcastParams,
  body: chatBodySchema,
  reply: chatMessageSchema,
  refusals: ['NOT_LIVE', 'SLOW_MODE', 'TOO_MANY_REQUESTS'],
})
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/chats/messages/:id',
  summary: 'Remove a message: own within 5 minutes, any of an own show, any for staff',
  access: 'signed-in',
  status: 204,
  params: idParams,
  reply: z.null(),
  refusals: ['FORBIDDEN', 'TOO_MANY_REQUESTS'],
})
export const listWords = endpoint({
  method: 'GET',
  path: '/api/profanity/words',
  summary: 'Words that the chat masks',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  reply: z.array(profanityWordSchema),
})
export const addWord = endpoint({
  method: 'POST',
  path: '/api/profanity/words',
  summary: 'Mask one more word from now on',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 201,
  body: profanityBodySchema,
  reply: profanityWordSchema,
  refusals: ['WRONG_STATE'],
})

export const chatStats = endpoint({
  method: 'GET',
  path: '/api/chats/:broadcastId/stats',
  summary: 'How many messages a show has; what was removed does not count',
  access: 'public',
  status: 200,
  params: broadcastParams,
  reply: z.object({ messages: countSchema }),
})

/** Two addresses of one file: CSV, UTF-8 with BOM. */
export const CHAT_EXPORT_PATHS = [
  '/api/chats/:broadcastId/export',
  '/api/broadcasts/:broadcastId/chat/export',
] as const
export const CHAT_EXPORT_ACCESS = ['DJ', 'MODERATOR', 'ADMIN'] as const
export const chatExportParams = broadcastParams

export const chatEndpoints = { listMessages, postMessage, deleteMessage, listWords, addWord, chatStats }
