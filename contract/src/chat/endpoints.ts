import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { addressIdSchema, countSchema, idParams, sizeSchema } from '../fields.ts'
import {
  broadcastParams,
  CHAT_HISTORY_SIZE,
  chatBodySchema,
  chatMessageSchema,
  chatterParams,
  chatterSchema,
  MAX_CHAT_HISTORY_SIZE,
  PREVIEW_RATE,
  profanityBodySchema,
  profanityWordSchema,
  timeoutSchema,
  wordPreviewSchema,
} from './schemas.ts'

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
  summary: 'Send a message to the chat of the live broadcast',
  access: 'signed-in',
  status: 201,
  params: broadcastParams,
  body: chatBodySchema,
  reply: chatMessageSchema,
  refusals: ['NOT_LIVE', 'SLOW_MODE', 'TIMED_OUT'],
})
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/chats/messages/:id',
  summary: 'Remove a message: own within 5 minutes, any of an own show, any for staff',
  access: 'signed-in',
  status: 204,
  params: idParams,
  reply: z.null(),
  refusals: ['FORBIDDEN'],
})
export const listWords = endpoint({
  method: 'GET',
  path: '/api/profanity/words',
  summary: 'Words masked in the chat',
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
  refusals: ['WORD_TOO_SHORT', 'WRONG_STATE'],
})
export const previewWord = endpoint({
  method: 'GET',
  path: '/api/profanity/preview',
  summary: 'What masking a word would have done to the newest 500 messages; changes nothing',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  query: profanityBodySchema,
  reply: wordPreviewSchema,
  rate: PREVIEW_RATE,
  refusals: ['WORD_TOO_SHORT'],
})
export const removeWord = endpoint({
  method: 'DELETE',
  path: '/api/profanity/words/:id',
  summary: 'Take a word off the list, from now on; what was masked stays so',
  access: ['ADMIN'],
  status: 204,
  params: idParams,
  reply: z.null(),
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

const MODERATORS = ['DJ', 'MODERATOR', 'ADMIN'] as const

export const getChatter = endpoint({
  method: 'GET',
  path: '/api/chats/:broadcastId/people/:userId',
  summary: 'How much a person wrote in the chat of a show, and whether they are in a timeout',
  access: MODERATORS,
  status: 200,
  params: chatterParams,
  reply: chatterSchema,
  refusals: ['FORBIDDEN'],
})
export const giveTimeout = endpoint({
  method: 'PUT',
  path: '/api/chats/:broadcastId/people/:userId/timeout',
  summary: 'Silence a listener in chat and song requests for 10 minutes; one that is in a timeout stays so',
  access: MODERATORS,
  status: 200,
  params: chatterParams,
  reply: timeoutSchema,
  refusals: ['FORBIDDEN', 'NOT_LIVE'],
})
export const liftTimeout = endpoint({
  method: 'DELETE',
  path: '/api/chats/:broadcastId/people/:userId/timeout',
  summary: 'Lift the timeout of a listener',
  access: MODERATORS,
  status: 204,
  params: chatterParams,
  reply: z.null(),
  refusals: ['FORBIDDEN', 'NOT_LIVE'],
})
export const myTimeout = endpoint({
  method: 'GET',
  path: '/api/timeouts/me',
  summary: 'Until when the caller is in a timeout',
  access: 'signed-in',
  status: 200,
  reply: timeoutSchema,
})

export const chatEndpoints = {
  listMessages,
  postMessage,
  deleteMessage,
  listWords,
  addWord,
  previewWord,
  removeWord,
  chatStats,
  getChatter,
  giveTimeout,
  liftTimeout,
  myTimeout,
}
