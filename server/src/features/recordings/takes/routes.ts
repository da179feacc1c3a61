import { envelope } from '@carillon/contract/envelope'
import {
  MAX_TAKE_BYTES,
  TAKE_PATH,
  TAKE_RATE,
  type TakeQuery,
  takeParams,
  takeQuery,
  takeReplySchema,
} from '@carillon/contract/recordings/takes'
import { BROADCASTERS } from '@carillon/contract/roles'
import type { RawRoute } from '../../../http/route.ts'
import { validateParams, validateQuery } from '../../../http/validate.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { createTakeReceiver, TakeUpload } from './receive-take.ts'

type Receiver = ReturnType<typeof createTakeReceiver>

/** Upload of what a recording does not have. `onReceived`: all that its page has came, and may be put there. */
export function takeRoute(receiver: Receiver, onReceived: () => void): RawRoute<Omit<TakeUpload, 'body'>> {
  return {
    path: TAKE_PATH,
    methods: ['PUT'],
    maxBodyBytes: MAX_TAKE_BYTES,
    summary: 'Uploads what a DJ said while their line was lost',
    access: BROADCASTERS,
    rate: TAKE_RATE,
    documented: {
      params: takeParams,
      query: takeQuery,
      body: ['audio/ogg'],
      answers: {
        200: {
          description: 'How far the take is there',
          type: 'application/json',
          body: envelope(takeReplySchema),
        },
      },
      refusals: ['NO_ROOM', 'TAKE_TOO_LONG', 'TAKE_UNKNOWN', 'TAKE_UNREADABLE', 'WRONG_STATE'],
    },
    async load({ request, session }) {
      const { id, take } = validateParams(takeParams, request.params) as { id: number; take: string }
      if (!session) throw new AppError('NOT_SIGNED_IN')
      await receiver.requireShow(id, session.person)
      const query = validateQuery(takeQuery, request.query) as TakeQuery
      return { broadcastId: id, takeId: take, query, person: session.person }
    },
    async handle({ request, reply, subject }) {
      const data = await receiver.receive({ ...subject, body: request.body })
      if (!subject.query.left) onReceived()
      await reply.header('Cache-Control', 'no-store').send({ success: true, data })
    },
  }
}
