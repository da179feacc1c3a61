import { POLL_SOCKET_PATH } from '@carillon/contract/polls/schemas'
import type { PollEvent } from '@carillon/contract/polls/topics'
import { requireShow } from '../../db/shows.ts'
import { type Handshake, type Upgrade, upgrade } from '../../http/upgrade.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { PollEventSockets } from './poll-event-sockets.ts'
import { PollSocket } from './poll-socket.ts'
import type { PollsContext } from './ports.ts'
import { presentPoll } from './present.ts'
import { findActive } from './store.ts'

/** `ping` is all there is to say. */
export const MAX_MESSAGE_BYTES = 1_024
const MAX_ID = 2_147_483_647

type Grant = { broadcastId: number; address: string }

/** `/ws/polls/:broadcastId`: whatever the poll topic says, beginning with the poll that is open. */
export function pollUpgrade(context: PollsContext, eventSockets: PollEventSockets): Upgrade {
  return upgrade<Grant>({
    path: POLL_SOCKET_PATH,
    access: 'public',
    maxPayloadBytes: MAX_MESSAGE_BYTES,
    authorise: (handshake) => authorise(context, eventSockets, handshake),
    accept(socket, _, { broadcastId, address }) {
      const reader = new PollSocket(socket, { now: context.now, onClose: () => leave() })
      const leave = eventSockets.add(broadcastId, reader, address)
      // Read only now that its events are heard: what happens from here on is in one of them, or in both.
      snapshotOf(context, broadcastId).then(
        (snapshot) => reader.open(snapshot),
        (error: unknown) => {
          context.onError(error)
          reader.fail()
        },
      )
    },
  })
}

async function authorise(
  { db }: PollsContext,
  eventSockets: PollEventSockets,
  { url, session, address }: Handshake,
): Promise<Grant> {
  const broadcastId = Number(url.pathname.split('/').at(-1))
  if (!(broadcastId <= MAX_ID)) throw new AppError('NOT_FOUND')
  await requireShow(db, broadcastId, session?.person ?? null)
  if (!eventSockets.hasRoomFor(address)) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 10 })
  return { broadcastId, address }
}

async function snapshotOf({ db }: PollsContext, broadcastId: number): Promise<string | null> {
  const active = await findActive(db, broadcastId, null)
  if (!active) return null
  return JSON.stringify({ type: 'POLL_SHOWN', poll: presentPoll(active) } satisfies PollEvent)
}
