import type { ActivityType } from '@carillon/contract/audit'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireAuthorsOwn, requirePermitted } from './access.ts'
import { publishedNotice, rejectedNotice, reviewNotice } from './notices.ts'
import type { Notice } from './ports.ts'
import { type Command, nextState, refusalOf } from './states.ts'
import { claimPinPlace, lockAnnouncement, updateAnnouncement } from './store.ts'
import type { AnnouncementChange, ArchivedFrom, Db, StoredAnnouncement } from './table.ts'
import { isSamePlan, type Plan } from './times.ts'

/** Commands that need nothing but who gives them. */
export type PlainCommand = Exclude<Command, 'schedule' | 'reject'>
/** A command on one announcement: of a person, who needs permission, or of the station's own clock. */
export type Order = { id: number } & (
  | { [C in PlainCommand]: { command: C; actor: Person } }[PlainCommand]
  | { command: 'schedule'; actor: Person; plan: Plan; check(): void }
  | { command: 'reject'; actor: Person; reason: string }
  | { command: 'publish'; actor: null }
)
/** The announcement before and after; the very same object when the effect already stood. */
export type Step = { was: StoredAnnouncement; is: StoredAnnouncement }

type Entry<O = Order> = { trx: Db; order: O; was: StoredAnnouncement; now: Date }
type Effect = AnnouncementChange | null

/** Change of the row when a command takes effect; null: there is nothing to change. */
const EFFECTS: {
  [C in Command]: (entry: Entry<Extract<Order, { command: C }>>) => Effect | Promise<Effect>
} = {
  publish: ({ order, now }) => ({
    status: 'PUBLISHED',
    published_at: now,
    // Published by hand, it did not wait for its time.
    ...(order.actor && { scheduled_for: null, approved_by: order.actor.id }),
  }),
  schedule: ({ order, was }) =>
    isStandingPlan(was, order.plan)
      ? null
      : {
          status: 'SCHEDULED',
          scheduled_for: order.plan.scheduledFor,
          expires_at: order.plan.expiresAt,
          approved_by: order.actor.id,
        },
  reject: ({ order }) => ({
    status: 'REJECTED',
    rejection_reason: order.reason,
    scheduled_for: null,
    expires_at: null,
    approved_by: null,
  }),
  resubmit: () => ({ status: 'DRAFT', rejection_reason: null }),
  pin: ({ trx, was, now }) => (was.pinnedAt ? null : pinned(trx, now)),
  unpin: ({ was }) => (was.pinnedAt ? UNPINNED : null),
  archive: ({ was }) => ({ status: 'ARCHIVED', archived_from: was.status as ArchivedFrom, ...UNPINNED }),
  unarchive: ({ was, now }) => ({
    ...(was.archivedFrom && { status: was.archivedFrom }),
    archived_from: null,
    // Taken out by hand, it stays: its expiry has done its work.
    ...(was.expiresAt && was.expiresAt <= now && { expires_at: null }),
    ...(isMissed(was, now) && UNPLANNED),
  }),
  delete: ({ now }) => ({ deleted_at: now, ...UNPINNED }),
}

const UNPINNED = { pin_place: null, pinned_at: null }
const UNPLANNED = { status: 'DRAFT', scheduled_for: null, expires_at: null, approved_by: null } as const
/** Commands whose state says nothing of whether they stand: they look themselves. */
const WITHIN_A_STATE: readonly Command[] = ['schedule', 'pin', 'unpin']

/** Carries out a command in `trx`: 404 or 403, then 400 for a plan, then 409 when the state forbids it. */
export async function carryOut(trx: Db, order: Order, now: Date): Promise<Step> {
  const was = admit(await lockAnnouncement(trx, order.id), order)
  if (order.command === 'schedule' && !isStandingPlan(was, order.plan)) order.check()
  if (order.command === 'delete' && order.actor) requireAuthorsOwn(was, order.actor)
  const next = nextState(was.state, order.command, was.archivedFrom)
  if (next === null) throw new AppError('WRONG_STATE', { message: refusalOf(was.state) })
  if (next === was.state && !WITHIN_A_STATE.includes(order.command)) return { was, is: was }
  const change = await effectOf({ trx, order, was, now })
  if (!change) return { was, is: was }
  return { was, is: await updateAnnouncement(trx, order.id, { ...change, updated_at: now }) }
}

/** Entry of a step in the audit log; null for none. Only published announcements are named: DJs read the log. */
function activityOf({ command, actor }: Order, { id, title }: StoredAnnouncement) {
  const userId = actor?.id ?? null
  const activity = (activityType: ActivityType, description: string) => ({
    activityType,
    description,
    userId,
  })
  if (command === 'publish') return activity('ANNOUNCEMENT_PUBLISH', `${title} was published`)
  if (command === 'reject') return activity('ANNOUNCEMENT_REJECT', `Announcement ${id} was rejected`)
  return null
}

/** Notice about a step; null for nobody. */
export function noticeOf({ command }: Order, is: StoredAnnouncement): Notice | null {
  if (command === 'publish') return publishedNotice(is)
  if (command === 'reject') return rejectedNotice(is)
  return command === 'resubmit' ? reviewNotice(is) : null
}

/** Whether a step makes untrue what people were told of the announcement: that it waits for review, or can be read. */
export function outdates({ command }: Order): boolean {
  return command !== 'pin' && command !== 'unpin' && command !== 'unarchive'
}

/** Notes a step in its transaction. */
export async function noteStep(trx: Db, order: Order, is: StoredAnnouncement, now: Date): Promise<void> {
  const activity = activityOf(order, is)
  if (activity) await recordActivity(trx, activity, now)
}

function admit(found: StoredAnnouncement | undefined, order: Order): StoredAnnouncement {
  if (order.actor) return requirePermitted(found, order.actor, order.command)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

function effectOf<C extends Command>(entry: Entry<Extract<Order, { command: C }>>) {
  // The table has for each command what takes its orders; that is more than the compiler follows here.
  const effect = EFFECTS[entry.order.command] as (given: typeof entry) => Effect | Promise<Effect>
  return effect(entry)
}

async function pinned(trx: Db, now: Date): Promise<AnnouncementChange> {
  const place = await claimPinPlace(trx)
  if (place === null) throw new AppError('TOO_MANY_PINNED')
  return { pin_place: place, pinned_at: now }
}

/** It was to be published at a time that has passed while it was archived: nobody asked for it to go out now. */
function isMissed({ archivedFrom, scheduledFor }: StoredAnnouncement, now: Date): boolean {
  return archivedFrom === 'SCHEDULED' && scheduledFor !== null && scheduledFor <= now
}

function isStandingPlan(was: StoredAnnouncement, plan: Plan): boolean {
  return was.state === 'SCHEDULED' && isSamePlan(was, plan)
}
