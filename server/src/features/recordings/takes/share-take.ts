import { envelope } from '@carillon/contract/envelope'
import { type TakeReply, takeReplySchema } from '@carillon/contract/recordings/takes'
import { z } from 'zod/mini'
import { fetchFromPeer } from '../../../cluster/peer-fetch.ts'
import { findOtherInstances } from '../../../db/instances.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { RecordingsContext } from '../ports.ts'
import { type ReceiveTake, requireTakenShow, type TakeUpload } from './receive-take.ts'

/** Path of an upload that came to another instance, and is passed on. */
export const PEER_TAKE_PATH = '/relay/takes/:id/:take'
/** The other one may have to read the map of a long show first. */
export const ANSWER_LIMIT_MS = 5_000

const replySchema = envelope(takeReplySchema)
const refusalSchema = z.object({ code: z.string() })
/** Refusals of an instance that has looked at the upload; any other may pass. */
const REFUSALS = [
  'NOT_FOUND',
  'NO_ROOM',
  'TAKE_TOO_LONG',
  'TAKE_UNKNOWN',
  'TAKE_UNREADABLE',
  'WRONG_STATE',
] as const
const isRefusal = (code: string): code is (typeof REFUSALS)[number] =>
  (REFUSALS as readonly string[]).includes(code)

/** Answer of an instance to an upload. One that is away may be the only one that knows the take. */
type Answer = { type: 'reply'; reply: TakeReply } | { type: 'refused'; reason: unknown } | { type: 'away' }
/** Base URL of an instance; null: this one. */
type Place = string | null

type Context = Pick<RecordingsContext, 'db' | 'clock' | 'instances' | 'leaderOf' | 'onError'>

/**
 * Receives uploads here and at all other instances that run: each completes its own recording of the show, and the one with
 * the most sound counts. The answer is that of the instance that leads while the show is on, and then of the one whose version
 * counts; until that is known, of all. Throws MEDIA_AWAY while one that is to answer does not: then the page keeps what it has.
 */
export function shareTakes(context: Context, receive: ReceiveTake): ReceiveTake {
  const { db, instances, onError } = context
  if (!instances) return receive
  const { key } = instances

  /** Whose answer counts; undefined: that of all. */
  async function placeOf(broadcastId: number): Promise<Place | undefined> {
    const { status, holder } = await requireTakenShow(context, broadcastId)
    if (status === 'ENDED') return holder === instances?.url() ? null : (holder ?? undefined)
    const leader = context.leaderOf(broadcastId)
    if (leader === undefined) throw new AppError('MEDIA_AWAY')
    return leader
  }

  async function receiveHere(upload: TakeUpload): Promise<Answer> {
    try {
      return { type: 'reply', reply: await receive(upload) }
    } catch (reason) {
      if (!(reason instanceof AppError)) onError(reason)
      return { type: 'refused', reason }
    }
  }

  return async (upload) => {
    const decisive = await placeOf(upload.broadcastId)
    const others = new Set(await findOtherInstances(db, instances.url()))
    if (decisive) others.add(decisive)
    const asked = [...others].map(async (url) => [url, await passOn(url, key, upload)] as const)
    const own = await receiveHere(upload)
    const answers = new Map<Place, Answer>([[null, own], ...(await Promise.all(asked))])
    const all = [...answers.values()]
    const first = answers.get(decisive ?? null)
    const reply = replyOf(decisive === undefined || !first ? all : [first]) ?? replyOf(all)
    if (reply) return reply
    throw refusalOf(all)
  }
}

/** Least that any of them has; undefined where all refuse. Throws MEDIA_AWAY where one is away. */
function replyOf(answers: readonly Answer[]): TakeReply | undefined {
  if (answers.some(({ type }) => type === 'away')) throw new AppError('MEDIA_AWAY')
  const replies = answers.flatMap((answer) => (answer.type === 'reply' ? [answer.reply] : []))
  return replies.sort((one, other) => one.writtenUpTo - other.writtenUpTo)[0]
}

/** Why those refuse that know the take; TAKE_UNKNOWN where none does. */
function refusalOf(answers: readonly Answer[]): unknown {
  const reasons = answers.flatMap((answer) => (answer.type === 'refused' ? [answer.reason] : []))
  const isKnown = (reason: unknown) => !(reason instanceof AppError && reason.code === 'TAKE_UNKNOWN')
  return reasons.find(isKnown) ?? reasons[0]
}

/** Gives an upload to another instance. Never rejects. */
export async function passOn(url: string, key: string, upload: TakeUpload): Promise<Answer> {
  const { broadcastId, takeId, query, userId, gift, body } = upload
  const path = PEER_TAKE_PATH.replace(':id', String(broadcastId)).replace(':take', takeId)
  const search = new URLSearchParams({ userId: String(userId) })
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  if (gift) search.set('gift', gift)
  try {
    const answer = await fetchFromPeer(`${url}${path}?${search}`, key, {
      put: body,
      answerLimitMs: ANSWER_LIMIT_MS,
    })
    const content: unknown = await answer.json()
    if (answer.ok) return { type: 'reply', reply: replySchema.parse(content).data }
    const { code } = refusalSchema.parse(content)
    return isRefusal(code) ? { type: 'refused', reason: new AppError(code) } : { type: 'away' }
  } catch {
    return { type: 'away' }
  }
}
