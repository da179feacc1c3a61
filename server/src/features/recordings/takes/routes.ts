import { envelope } from '@carillon/contract/envelope'
import { canBroadcast } from '@carillon/contract/policies'
import {
  MAX_TAKE_BYTES,
  TAKE_PATH,
  TAKE_RATE,
  type TakeQuery,
  type TakeReply,
  takeParams,
  takeQuery,
  takeReplySchema,
} from '@carillon/contract/recordings/takes'
import { BROADCASTERS, type Person } from '@carillon/contract/roles'
import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { requireInstance } from '../../../cluster/instance-key.ts'
import { type BudgetLimits, ByteBudget } from '../../../http/byte-budget.ts'
import { readBody } from '../../../http/read-body.ts'
import type { RawRoute } from '../../../http/route.ts'
import { validateParams, validateQuery } from '../../../http/validate.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { RecordingsContext } from '../ports.ts'
import { findTakenShow } from '../store.ts'
import { createTakeReceiver, type ReceiveTake, requireTakenShow, type TakeUpload } from './receive-take.ts'
import { PEER_TAKE_PATH, shareTakes } from './share-take.ts'

/** Uploads that other instances pass on and that are read: a page uploads one after the other. */
export const PEER_BODIES: BudgetLimits = { perHolderBytes: 8 * 1024 * 1024, totalBytes: 8 * 1024 * 1024 }

type Context = Pick<RecordingsContext, 'db' | 'clock' | 'instances'>
type Receiver = Parameters<typeof createTakeReceiver>[0]
type Subject = Omit<TakeUpload, 'body'>
type TakeParams = { id: number; take: string }

const peerTakeQuery = z.extend(takeQuery, {
  userId: z.coerce.number().check(z.int(), z.positive()),
  gift: z.optional(z.enum(['air', 'late'])),
})
type PeerTakeQuery = z.infer<typeof peerTakeQuery>

/** Uploads of what a recording does not have, here and at other instances. `onReceived`: all that a page has came. */
export function takeRoutes(context: Receiver, onReceived: () => void): RawRoute<Subject>[] {
  const receiveTake = createTakeReceiver(context)
  const receive: ReceiveTake = async (upload) => {
    const reply = await receiveTake(upload)
    if (!context.uploading.isGoingOn(upload.broadcastId)) onReceived()
    return reply
  }
  return [takeRoute(context, shareTakes(context, receive)), peerTakeRoute(context, receive)]
}

function takeRoute(context: Context, receive: ReceiveTake): RawRoute<Subject> {
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
      refusals: ['MEDIA_AWAY', 'NO_ROOM', 'TAKE_TOO_LONG', 'TAKE_UNKNOWN', 'TAKE_UNREADABLE', 'WRONG_STATE'],
    },
    async load({ request, session }) {
      const { id, take } = validateParams(takeParams, request.params) as TakeParams
      if (!session) throw new AppError('NOT_SIGNED_IN')
      const { person } = session
      await requireBroadcastable(context, id, person)
      const query = validateQuery(takeQuery, request.query) as TakeQuery
      return { broadcastId: id, takeId: take, query, userId: person.id }
    },
    async handle({ request, reply, subject }) {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      sendReply(reply, await receive({ ...subject, body }))
    },
  }
}

/** Upload that another instance passes on, which has looked at whose it is. Its body is read only for one that proves to be one. */
function peerTakeRoute({ instances }: Context, receive: ReceiveTake): RawRoute<Subject> {
  const budget = new ByteBudget(PEER_BODIES)
  return {
    path: PEER_TAKE_PATH,
    methods: ['PUT'],
    isStreamed: true,
    maxBodyBytes: MAX_TAKE_BYTES,
    summary: 'An upload of a DJ’s page, from another instance',
    access: 'public',
    load({ request }) {
      requireInstance(request.headers, instances?.key ?? null)
      const { id, take } = validateParams(takeParams, request.params) as TakeParams
      const { userId, gift = null, ...query } = validateQuery(peerTakeQuery, request.query) as PeerTakeQuery
      return { broadcastId: id, takeId: take, query, userId, gift }
    },
    async handle({ request, reply, subject }) {
      const limits = { maxBytes: MAX_TAKE_BYTES, holder: 'instances' }
      const body = await readBody(request.raw, limits, budget)
      sendReply(reply, await receive({ ...subject, body }))
    },
  }
}

/**
 * Throws NOT_FOUND, FORBIDDEN and WRONG_STATE where this person may not complete the recording of a show. Those may who
 * may be its source: an admin, or a DJ of it who did not start it, may have spoken. Whose a take is, the take book knows.
 */
async function requireBroadcastable(context: Context, broadcastId: number, person: Person): Promise<void> {
  const show = await findTakenShow(context.db, broadcastId)
  if (show && !show.isRecordingDeleted && !canBroadcast(person, show))
    throw new AppError(show.isUnlisted ? 'NOT_FOUND' : 'FORBIDDEN')
  await requireTakenShow(context, broadcastId)
}

function sendReply(reply: FastifyReply, data: TakeReply): void {
  reply.header('Cache-Control', 'no-store').send({ success: true, data })
}
