import type { Person } from '@carillon/contract/roles'
import type { SongRequest, SongRequestBody } from '@carillon/contract/song-requests/schemas'
import { recordActivity } from '../../db/activities.ts'
import { countInteraction, discount, lockShow } from '../../db/shows.ts'
import { requireNoTimeout } from '../../db/timeouts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { requireExisting } from './access.ts'
import { waitFor } from './pace.ts'
import type { SongRequestsContext } from './ports.ts'
import { historyOf, insertSongRequest, lockSongRequest, updateSongRequest } from './store.ts'
import type { Address, Db, StoredSongRequest } from './table.ts'
import { createSongRequestPublisher } from './topics.ts'

export type SongRequestService = ReturnType<typeof createSongRequestService>

/** Creates the service of song requests. access.ts checks first who may. */
export function createSongRequestService(context: SongRequestsContext) {
  const { db, clock } = context
  const publisher = createSongRequestPublisher(context)
  /** Changes are told in the order in which they were made. */
  const runExclusive = createSerialQueue()

  return {
    /** Throws NOT_LIVE, TIMED_OUT, TOO_MANY_REQUESTS. */
    async create(person: Person, showId: number, body: SongRequestBody): Promise<StoredSongRequest> {
      const created = await db.transaction().execute((trx) => store(trx, clock, { person, showId, body }))
      publisher.created(created)
      return created
    },
    /** Any status may follow any other, so that a DJ can undo; the same one changes nothing and tells nobody. */
    setStatus: (address: Address, status: SongRequest['status']): Promise<StoredSongRequest> =>
      runExclusive(async () => {
        const { was, is } = await db.transaction().execute(async (trx) => {
          const was = requireExisting(await lockSongRequest(trx, address))
          if (was.status === status) return { was, is: was }
          await updateSongRequest(trx, was.id, { status })
          const is = { ...was, status }
          if (status !== 'PENDING') await context.notifyAnswered(trx, is)
          return { was, is }
        })
        if (is === was) return is
        publisher.updated(is)
        context.onAnswered()
        return is
      }),
    /** Throws WRONG_STATE unless `canDelete` says of the request, as it stands now, that it may go. */
    remove: (address: Address, canDelete: (request: StoredSongRequest) => boolean): Promise<void> =>
      runExclusive(async () => {
        const removed = await db.transaction().execute(async (trx) => {
          const found = await lockSongRequest(trx, address)
          if (!found || found.isDeleted) return null
          if (!canDelete(found)) throw new AppError('WRONG_STATE', { message: ANSWERED })
          await updateSongRequest(trx, found.id, { deleted_at: new Date(clock.now()) })
          await discount(trx, address.id, 'request_count')
          return found
        })
        if (removed) publisher.deleted(removed)
      }),
  }
}

/** Stores a request to a broadcast that is live, and counts it there. Throws as `create` does, and NOT_FOUND. */
async function store(
  trx: Db,
  clock: Clock,
  { person, showId, body }: { person: Person; showId: number; body: SongRequestBody },
): Promise<StoredSongRequest> {
  const show = await lockShow(trx, showId)
  if (!show) throw new AppError('NOT_FOUND')
  if (show.status !== 'LIVE') throw new AppError('NOT_LIVE')
  // Read only now: who waited for the lock is judged by when their turn came.
  const at = new Date(clock.now())
  await requireNoTimeout(trx, person.id, at.getTime())
  const wait = waitFor(await historyOf(trx, showId, person.id), at.getTime())
  if (wait) throw new AppError('TOO_MANY_REQUESTS', wait)
  const created = await insertSongRequest(trx, {
    broadcast_id: showId,
    song_title: body.songTitle,
    artist: body.artist,
    message: body.message,
    requested_by: person.id,
    created_at: at,
  })
  await countInteraction(trx, showId, 'request_count')
  const description = `${created.songTitle} was asked for in ${show.title}`
  await recordActivity(trx, { activityType: 'SONG_REQUEST', userId: person.id, description }, at)
  return created
}

const ANSWERED = 'The DJ has answered this request: it can’t be withdrawn.'
