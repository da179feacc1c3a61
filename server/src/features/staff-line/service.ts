import { DAY_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import {
  MAX_STAFF_MESSAGES,
  STAFF_MESSAGE_KEPT_DAYS,
  type StaffMessageBody,
} from '@carillon/contract/staff-line/schemas'
import { exactlyOne } from '../../db/rows.ts'
import { lockShow, type Show } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { StaffLineContext } from './ports.ts'
import { areHandingOver, countStaffMessages, deleteStaffMessagesBefore, insertStaffMessage } from './store.ts'
import type { Db, StoredStaffMessage } from './table.ts'
import { createStaffLinePublisher } from './topics.ts'

export type StaffLineService = ReturnType<typeof createStaffLineService>

/** While a broadcast has a mount there is somebody at the other end. */
const OPEN: ReadonlySet<Show['status']> = new Set(['LIVE', 'TESTING'])

/** Creates the service of the line between staff and the DJ of a broadcast. The caller has checked access. */
export function createStaffLineService(context: StaffLineContext) {
  const { db, clock } = context
  const publisher = createStaffLinePublisher(context)

  async function store(trx: Db, sender: Person, broadcastId: number, { content, alsoTo }: StaffMessageBody) {
    const ids = alsoTo === undefined ? [broadcastId] : [broadcastId, alsoTo]
    // In the order of their ids: two that want both never wait for each other.
    const held: (Show | null)[] = []
    for (const id of ids.toSorted((a, b) => a - b)) held.push(await lockShow(trx, id))
    const show = held.find((each) => each?.id === broadcastId)
    if (!show) throw new AppError('NOT_FOUND')
    if (!OPEN.has(show.status)) throw new AppError('NOT_LIVE', { message: CLOSED })
    if (alsoTo !== undefined && !(await areHandingOver(trx, [broadcastId, alsoTo])))
      throw new AppError('WRONG_STATE', { message: NOBODY_WAITS })
    const message = { sender, content: content.toWellFormed(), createdAt: new Date(clock.now()) }
    const stored: StoredStaffMessage[] = []
    for (const id of ids) {
      if ((await countStaffMessages(trx, id)) >= MAX_STAFF_MESSAGES)
        throw new AppError('WRONG_STATE', { message: FULL })
      stored.push(await insertStaffMessage(trx, { ...message, broadcastId: id, isShared: ids.length > 1 }))
    }
    return stored
  }

  return {
    /** Throws NOT_LIVE off air, WRONG_STATE where a line is full or the other show neither follows nor is followed. */
    async post(sender: Person, broadcastId: number, body: StaffMessageBody): Promise<StoredStaffMessage> {
      const stored = await db.transaction().execute((trx) => store(trx, sender, broadcastId, body))
      for (const message of stored) publisher.posted(message)
      return exactlyOne(stored.filter((message) => message.broadcastId === broadcastId))
    },
    /** Removes what is older than it is kept. */
    forgetOld: (): Promise<void> =>
      deleteStaffMessagesBefore(db, new Date(clock.now() - STAFF_MESSAGE_KEPT_DAYS * DAY_MS)),
  }
}

const CLOSED = 'This line is open while the show is on air or being tested.'
const NOBODY_WAITS = 'Nobody stands by to follow this show any more.'
const FULL = `This line is full: a show has room for ${MAX_STAFF_MESSAGES} messages.`
