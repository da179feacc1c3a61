import { z } from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { addressIdSchema, idParams, sizeSchema } from '../fields.ts'
import {
  MAX_STAFF_HISTORY_SIZE,
  STAFF_HISTORY_SIZE,
  staffMessageBodySchema,
  staffMessageSchema,
} from './schemas.ts'

export const STAFF_MESSAGE_RATE = { limit: 20, windowMs: MINUTE_MS }

export const listStaffMessages = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/staff-messages',
  summary:
    'What staff and the DJ of a broadcast wrote to each other, oldest first: the newest `limit`, or those before or after an id',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: idParams,
  query: z.object({
    before: z.optional(addressIdSchema),
    after: z.optional(addressIdSchema),
    limit: sizeSchema(STAFF_HISTORY_SIZE, MAX_STAFF_HISTORY_SIZE),
  }),
  reply: z.array(staffMessageSchema),
})
export const postStaffMessage = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/staff-messages',
  summary:
    'Write to the staff, or to the DJ, of a broadcast that is on air or being tested; with `alsoTo` to both DJs of a hand-over',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  rate: STAFF_MESSAGE_RATE,
  status: 201,
  params: idParams,
  body: staffMessageBodySchema,
  reply: staffMessageSchema,
  refusals: ['NOT_LIVE', 'WRONG_STATE'],
})

export const staffLineEndpoints = { listStaffMessages, postStaffMessage }
