import { DAY_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import {
  MAX_STAFF_MESSAGES,
  STAFF_MESSAGE_KEPT_DAYS,
  type StaffMessageBody,
} from '@carillon/contract/staff-line/schemas'
import { lockShow, type Show } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { StaffLineContext } from './ports.ts'
import { countStaffMessages, deleteStaffMessagesBefore, insertStaffMessage } from './store.ts'
import type { Db, StoredStaffMessage } from './table.ts'
import { createStaffLinePublisher } from './topics.ts'

export type StaffLineService = ReturnType<typeof createStaffLineService>

/** While a broadcast has a mount there is somebody at the other end. */
const OPEN: ReadonlySet<Show['status']> = new Set(['LIVE', 'TESTING'])

/** Creates the service of the line between staff and the DJ of a broadcast. The caller has checked access. */
export function createStaffLineService(context: StaffLineContext) {
  const { db, clock } = context
  const publisher = createStaffLinePublisher(context)

  async function store(trx: Db, sender: Person, broadcastId: number, content: string) {
    const show = await lockShow(trx, broadcastId)
    if (!show) throw new AppError('NOT_FOUND')
    if (!OPEN.has(show.status)) throw new AppError('NOT_LIVE', { message: CLOSED })
    if ((await countStaffMessages(trx, broadcastId)) >= MAX_STAFF_MESSAGES)
      throw new AppError('WRONG_STATE', { message: FULL })
    return insertStaffMessage(trx, { broadcastId, sender, content, createdAt: new Date(clock.now()) })
  }

  return {
    /** Throws NOT_LIVE off air, WRONG_STATE when the line is full. */
    async post(sender: Person, broadcastId: number, body: StaffMessageBody): Promise<StoredStaffMessage> {
      const content = body.content.toWellFormed()
      const stored = await db.transaction().execute((trx) => store(trx, sender, broadcastId, content))
      publisher.posted(stored)
      return stored
    },
    /** Removes what is older than it is kept. */
    forgetOld: (): Promise<void> =>
      deleteStaffMessagesBefore(db, new Date(clock.now() - STAFF_MESSAGE_KEPT_DAYS * DAY_MS)),
  }
}

const CLOSED = 'This line is open while the show is on air or being tested.'
const FULL = `This line is full: a show has room for ${MAX_STAFF_MESSAGES} messages.`
