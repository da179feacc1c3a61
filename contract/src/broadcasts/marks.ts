import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { instantSchema } from '../time.ts'

/** Of one show; of sound that comes and goes all the time the newest. */
export const MAX_BROADCAST_MARKS = 100

/** Something that happened to a show on the air and is marked at its place in the sound. */
export const broadcastMarkSchema = z.discriminatedUnion('type', [
  /** The show took the place of another one, of this title. */
  z.object({ type: z.literal('TAKEN_OVER'), at: instantSchema, title: z.string() }),
  /** The DJ's sound was lost; `until` is null while it is. */
  z.object({ type: z.literal('SOUND_LOST'), at: instantSchema, until: z.nullable(instantSchema) }),
])
export type BroadcastMark = z.infer<typeof broadcastMarkSchema>

export const listMarks = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/marks',
  summary: 'Hand-over to a broadcast, and each loss of its sound, in their order',
  access: 'public',
  status: 200,
  params: idParams,
  reply: z.array(broadcastMarkSchema),
})

export const markEndpoints = { listMarks }
