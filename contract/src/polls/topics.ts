import { z } from 'zod/mini'
import { pollResultsSchema, pollSchema } from './schemas.ts'

/** Messages of the poll topic and the poll websocket. */
export const pollEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('POLL_SHOWN'), poll: pollSchema }),
  z.object({ type: z.literal('POLL_ENDED'), poll: pollSchema }),
  z.object({ type: z.literal('POLL_RESULTS'), results: pollResultsSchema }),
  z.object({ type: z.literal('POLL_DELETED'), id: z.int() }),
])
export type PollEvent = z.infer<typeof pollEventSchema>
