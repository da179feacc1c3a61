import type { AnnouncementsContext, Notice } from './ports.ts'
import type { Db, StoredAnnouncement } from './table.ts'
import { publishedEvent } from './topics.ts'
import { carryOut, noteStep, noticeOf, type Order, outdates } from './transition.ts'

/** An announcement as a change left it, and what to call once that is committed. */
export type Outcome = { is: StoredAnnouncement; deliver: () => void }

export type Steps = ReturnType<typeof createSteps>

/** For a change that nobody is notified of. */
export const NOTHING = () => undefined

/** Takes announcements from one state to the next: their activity, notice and event come with the change itself. */
export function createSteps(
  context: Pick<
    AnnouncementsContext,
    'clock' | 'timeZone' | 'publish' | 'notify' | 'withdraw' | 'deliverNotices'
  >,
) {
  /** Stores a notice in `trx`; returns what delivers it. */
  async function writeNotice(trx: Db, notice: Notice | null): Promise<() => void> {
    if (!notice) return NOTHING
    await context.notify(trx, notice)
    return context.deliverNotices
  }

  return {
    writeNotice,
    /** Carries out an order in `trx`. One whose effect stands already notifies nobody. */
    async follow(trx: Db, order: Order): Promise<Outcome> {
      const at = new Date(context.clock.now())
      const { was, is } = await carryOut(trx, order, at)
      if (is === was) return { is, deliver: NOTHING }
      await noteStep(trx, order, is, at)
      if (outdates(order)) await context.withdraw(trx, [is.id])
      const deliver = await writeNotice(trx, noticeOf(order, is))
      if (order.command !== 'publish') return { is, deliver }
      const announce = () => {
        context.publish(...publishedEvent(is, context.timeZone))
        deliver()
      }
      return { is, deliver: announce }
    },
  }
}
