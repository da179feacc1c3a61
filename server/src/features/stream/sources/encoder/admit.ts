import { canBroadcast } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import type { RequestHead } from '../../../../http/request-head.ts'
import type { Session } from '../../../../http/session.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { KnownBroadcast } from '../../ports.ts'
import type { Stream } from '../../service.ts'
import type { EncoderContext } from './ports.ts'
import { findPasswordByHash } from './store.ts'

/**
 * Admission of an encoder: the person it sends for, and the broadcast. `askedMs` is when the password was checked,
 * `passwordAt` when it was made.
 */
export type EncoderGrant = { broadcastId: number; session: Session; askedMs: number; passwordAt: Date }

/** An encoder has no session of its own: what ends all of a person's ends it too. No stored session has this id. */
const ENCODER_SESSION_ID = 0

/** Media types of Ogg Opus as encoders name it, and the one they send when they do not know. */
const MEDIA_TYPES = ['application/ogg', 'audio/ogg', 'audio/opus', 'application/octet-stream']

const WORDS_OF_STATUS: Record<KnownBroadcast['status'], string> = {
  SCHEDULED: 'The show has not started. Start a test or go live first; your encoder can keep trying.',
  TESTING: 'The show is not on air right now. Your encoder can keep trying.',
  LIVE: 'The show is not on air right now. Your encoder can keep trying.',
  ENDED: 'The show has ended.',
}

/**
 * For whom and for which broadcast the password with this hash counts now. Throws ENCODER_PASSWORD, and FORBIDDEN where
 * the show is no longer the person's.
 */
export async function authenticateEncoder(
  { db, now, findBroadcast, findPerson }: EncoderContext,
  hash: string,
): Promise<EncoderGrant> {
  const askedMs = now()
  const stored = await findPasswordByHash(db, hash)
  if (!stored) throw new AppError('ENCODER_PASSWORD')
  const broadcast = await findBroadcast(stored.broadcastId)
  const person = await findPerson(stored.userId)
  if (!broadcast || !person) throw new AppError('ENCODER_PASSWORD')
  if (!canBroadcast(person, broadcast)) throw new AppError('FORBIDDEN')
  if (broadcast.status === 'ENDED') throw new AppError('WRONG_STATE', { message: WORDS_OF_STATUS.ENDED })
  const session = { id: ENCODER_SESSION_ID, person }
  return { broadcastId: broadcast.id, session, askedMs, passwordAt: stored.createdAt }
}

/** Throws UNSUPPORTED_MEDIA_TYPE for what a program itself calls something else than Ogg. */
export function requireOgg({ headers }: RequestHead): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined || MEDIA_TYPES.includes(type)) return
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
    message: `Send Ogg Opus, not ${type.slice(0, 60)}. In ffmpeg: -c:a libopus -f ogg -content_type audio/ogg`,
  })
}

/**
 * The broadcast that the encoder may be the source of. Throws WRONG_STATE with the reason for what is not on air, and
 * SOURCE_TAKEN when somebody else is its source, or the DJ's own browser took over from the encoder.
 */
export async function requirePlace(
  stream: Stream,
  { findBroadcast }: Pick<EncoderContext, 'findBroadcast'>,
  { broadcastId, session }: Pick<EncoderGrant, 'broadcastId' | 'session'>,
): Promise<void> {
  if (!stream.isRunning) throw new AppError('MEDIA_AWAY')
  if (!stream.find(broadcastId)) {
    const status = (await findBroadcast(broadcastId))?.status ?? 'ENDED'
    throw new AppError('WRONG_STATE', { message: WORDS_OF_STATUS[status] })
  }
  requireFreePlace(stream, broadcastId, session.person)
}

/** The same of what is known to be on air, in the moment of connecting. */
export function requireFreePlace(stream: Stream, broadcastId: number, person: Person) {
  const onAir = stream.find(broadcastId)
  if (!onAir) throw new AppError('WRONG_STATE', { message: WORDS_OF_STATUS.LIVE })
  if (!onAir.hasPlaceFor(person)) throw new AppError('SOURCE_TAKEN')
  const { isProgramAside, source } = onAir.state
  if (isProgramAside && source?.kind === 'BROWSER')
    throw new AppError('SOURCE_TAKEN', {
      message: 'Your browser took over. Switch back to your encoder there.',
    })
  return onAir
}
