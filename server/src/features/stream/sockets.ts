import type { IncomingMessage } from 'node:http'
import { ERRORS } from '@carillon/contract/errors'
import { canBroadcast, canSeeBroadcast } from '@carillon/contract/policies'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { WebSocket } from 'ws'
import { requireInstance } from '../../cluster/instance-key.ts'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import { NOT_LEADING } from './cluster/relay-line.ts'
import type { StreamContext } from './ports.ts'
import type { Stream } from './service.ts'
import { BrowserSource } from './sources/browser/browser-source.ts'
import { ListenerSocket } from './status/listener-socket.ts'

/** Admission to `/ws/live`: the session, and the broadcast it may send for. */
export type SourceGrant = { broadcastId: number; session: Session; askedMs: number }

/**
 * Decides before the upgrade who may be the source of `broadcastId` (absent: of what is live). Throws NOT_SIGNED_IN,
 * FORBIDDEN, NOT_FOUND, INVALID_INPUT, WRONG_STATE for what is not on air, SOURCE_TAKEN when someone else is.
 */
export async function authoriseSource(
  stream: Stream,
  { findBroadcast, now, instances }: StreamContext,
  session: Session | null,
  query: URLSearchParams,
): Promise<SourceGrant> {
  const askedMs = now()
  if (!session) throw new AppError('NOT_SIGNED_IN')
  const broadcast = await findBroadcast(broadcastIdOf(query, stream))
  if (!broadcast || !canSeeBroadcast(session.person, broadcast)) throw new AppError('NOT_FOUND')
  if (!canBroadcast(session.person, broadcast)) throw new AppError('FORBIDDEN')
  // Another instance may have put it on air a moment ago.
  const onAir = stream.find(broadcast.id) ?? (instances ? stream.reopen(broadcast) : null)
  if (!onAir) throw new AppError('WRONG_STATE', { message: 'This broadcast is not on air.' })
  if (!onAir.hasPlaceFor(session.person)) throw new AppError('SOURCE_TAKEN')
  return { broadcastId: broadcast.id, session, askedMs }
}

/** Puts an upgraded connection on the air, unless its session ended or another was faster during the handshake. */
export function acceptSource(
  stream: Stream,
  { now, log }: Pick<StreamContext, 'now' | 'log'>,
  socket: WebSocket,
  { broadcastId, session, askedMs }: SourceGrant,
): void {
  if (stream.revocations.hasEndedSince(askedMs, session)) {
    socket.close(SOURCE_CLOSE.SESSION_REVOKED, 'Your session has ended')
    return
  }
  // Asked again: a test may have gone live meanwhile, or the broadcast may have ended.
  const onAir = stream.find(broadcastId)
  if (!onAir) socket.close(SOURCE_CLOSE.BROADCAST_ENDED, 'The broadcast has ended')
  else if (onAir.hasPlaceFor(session.person))
    onAir.connectSource((place) => new BrowserSource(socket, { session, now, log }, place))
  else socket.close(SOURCE_CLOSE.SUPERSEDED, ERRORS.SOURCE_TAKEN.message)
}

/** Decides whether one more `/ws/listener` may open; gives the address it comes from. Throws TOO_MANY_REQUESTS. */
export function authoriseListener(stream: Stream, address: string): string {
  if (!stream.broadcaster.hasRoomFor(address))
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 10 })
  return address
}

/** Puts an upgraded connection on `/ws/listener`. */
export function acceptListener(
  stream: Stream,
  { now }: Pick<StreamContext, 'now'>,
  socket: WebSocket,
  address: string,
): void {
  const listener = new ListenerSocket(socket, {
    now,
    join: ({ broadcastId, listenerId }) => {
      const isMeant = broadcastId == null || broadcastId === stream.live?.broadcastId
      const leave = isMeant ? stream.betweenShows.publicAudience?.join(listenerId ?? null) : null
      if (!leave) return null
      stream.broadcaster.tick()
      return leave
    },
    onClose: (closed) => stream.broadcaster.remove(closed),
  })
  stream.broadcaster.add(listener, address)
}

function broadcastIdOf(query: URLSearchParams, stream: Stream): number {
  const text = query.get('broadcastId')
  if (text === null && stream.live) return stream.live.broadcastId
  const id = Number(text)
  if (text === null || !Number.isInteger(id) || id <= 0 || id > 2_147_483_647)
    throw new AppError('INVALID_INPUT', { fields: { broadcastId: 'Name the broadcast' } })
  return id
}

/** Decides whether another instance may follow this one; gives what it asks for. Throws NOT_FOUND for everybody else. */
export function authoriseRelay({ instances }: StreamContext, request: IncomingMessage, url: URL): number {
  const broadcastId = Number(/^\/relay\/(\d{1,10})$/.exec(url.pathname)?.[1])
  requireInstance(request.headers, instances?.key ?? null)
  return broadcastId
}

/** Lets another instance follow what this one leads. */
export function acceptRelay(stream: Stream, socket: WebSocket, broadcastId: number): void {
  if (!stream.leaderships.accept(broadcastId, socket)) socket.close(NOT_LEADING)
}
