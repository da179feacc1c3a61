import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import type { ActivityType } from '@carillon/contract/audit'
import { TEST_LIMIT_MS } from '@carillon/contract/broadcasts/schemas'
import { broadcastNameOf, recordActivity } from '../../db/activities.ts'
import { recordShowEvent } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { RunExclusive } from '../../kernel/serial-queue.ts'
import { unplan } from './hand-over/next.ts'
import type { BroadcastEventName, BroadcastsContext, StreamPort } from './ports.ts'
import { onAirSentence } from './present.ts'
import type { State } from './states.ts'
import { claimOverdueTests, isOneLiveViolation, listLive } from './store.ts'
import type { Db, StoredBroadcast } from './table.ts'
import { carryOut, type Order, type Step } from './transition.ts'

export type Air = ReturnType<typeof createAir>

/** A start that lost to a broadcast which has ended meanwhile is tried again, this often. */
const MAX_ATTEMPTS = 3

/** Activity in the log for a state that was entered; a test leaves no trace there. */
const ACTIVITIES: Partial<Record<State, { activityType: ActivityType; words: string }>> = {
  LIVE: { activityType: 'BROADCAST_START', words: 'went on air' },
  ENDED: { activityType: 'BROADCAST_END', words: 'ended' },
  GONE: { activityType: 'BROADCAST_DELETE', words: 'was cancelled' },
}
const EVENTS: Partial<Record<State, 'onStarted' | 'onEnded'>> = { LIVE: 'onStarted', ENDED: 'onEnded' }
/** Event in the timeline of a show for a state that was entered. */
const SHOW_EVENTS: Partial<Record<State, ShowEvent['type']>> = { LIVE: 'STARTED', ENDED: 'ENDED' }
/** Event that people are notified of for a state that was entered. */
const NOTIFIED_EVENTS: Partial<Record<State, BroadcastEventName>> = {
  LIVE: 'started',
  ENDED: 'ended',
  GONE: 'cancelled',
}
const MOUNT_KINDS: Partial<Record<State, 'live' | 'test'>> = { LIVE: 'live', TESTING: 'test' }

/**
 * Everything that moves a broadcast between its states, and its mount with it. Within a process one at a time, so that
 * mounts open and close in the order of the commits; between processes the database decides.
 */
export function createAir(context: BroadcastsContext, runExclusive: RunExclusive) {
  const { db, clock, stream, notifications } = context
  const now = () => new Date(clock.now())

  async function commit(order: Order): Promise<Step> {
    return db.transaction().execute(async (trx) => {
      const at = now()
      const unplanned = order.command === 'delete' ? await unplan(trx, order.id, at) : null
      const step = await carryOut(trx, order, at, stream.status().listenerCount)
      requireMedia(stream, step.is)
      if (step.is !== step.was) await noteStep(context, trx, { order, is: step.is, at })
      return { ...step, unplanned }
    })
  }

  async function commitOrExplain(order: Order, attempt = 1): Promise<Step> {
    try {
      return await commit(order)
    } catch (error) {
      if (!isOneLiveViolation(error)) throw error
      const [live] = await listLive(db)
      if (!live && attempt < MAX_ATTEMPTS) return commitOrExplain(order, attempt + 1)
      throw alreadyLive(live, context.timeZone)
    }
  }

  function settle(step: Step): StoredBroadcast {
    moveMount(context, step.is)
    const event = EVENTS[step.is.state]
    if (step.is === step.was) return step.is
    context.onMoved?.()
    if (event) context.events[event](step.is)
    if (step.unplanned)
      context.events.onHandOverPlanned({ from: step.unplanned.id, to: null, at: null, before: step.is.id })
    if (step.was.standBySince && !step.is.standBySince) publishLeft(context, step.is).catch(context.onError)
    notifications.deliver()
    return step.is
  }

  async function endOverdueTests(): Promise<void> {
    const begunBy = new Date(clock.now() - TEST_LIMIT_MS)
    const steps = await db.transaction().execute(async (trx) => {
      const ended: Step[] = []
      for (const id of await claimOverdueTests(trx, begunBy)) {
        ended.push(await carryOut(trx, { id, command: 'test-limit', actor: null }, now()))
      }
      return ended
    })
    for (const step of steps) settle(step)
  }

  return {
    /** Carries out a command and gives the broadcast as it then stands; repeated, the unchanged one. */
    command: (order: Order): Promise<StoredBroadcast> =>
      runExclusive(async () => settle(await commitOrExplain(order))),
    /** Ends the tests that have lasted 15 minutes. Any number of instances may ask at once. */
    endOverdueTests: () => runExclusive(endOverdueTests),
  }
}

/** Publishes that nobody stands by for the live show any more. */
async function publishLeft({ db, events }: BroadcastsContext, { id }: StoredBroadcast): Promise<void> {
  const [live] = await listLive(db)
  if (live && live.id !== id) events.onStandBy({ live: live.id, broadcastId: id, isStandingBy: false })
}

/** The 409 of a start while another broadcast has the air; names it when it is still there. */
function alreadyLive(live: StoredBroadcast | undefined, timeZone: string): AppError {
  return new AppError('ALREADY_LIVE', live && { message: onAirSentence(live, timeZone) })
}

/** Writes down what a step was: timeline, activity, notification. */
export async function noteStep(
  { notifications }: Pick<BroadcastsContext, 'notifications'>,
  trx: Db,
  { order, is, at }: { order: Order; is: StoredBroadcast; at: Date },
): Promise<void> {
  await recordStep(trx, order, is, at)
  const eventName = NOTIFIED_EVENTS[is.state]
  if (eventName && !is.isUnlisted) await notifications.notify(trx, eventName, is)
}

/** Nobody goes on air while the media service is stopped: 503, and the transaction is undone. */
export function requireMedia(stream: StreamPort, { state }: StoredBroadcast): void {
  if (MOUNT_KINDS[state] && !stream.isRunning) throw new AppError('MEDIA_AWAY')
}

/** Repeated calls come here too, so that a mount which is missing, or left over, does not stay so. */
function moveMount({ stream, onError }: BroadcastsContext, { id, state }: StoredBroadcast): void {
  const kind = MOUNT_KINDS[state]
  if (kind) stream.openMount({ broadcastId: id, kind })
  else stream.closeMount(id).catch(onError)
}

async function recordStep(trx: Db, order: Order, is: StoredBroadcast, now: Date): Promise<void> {
  const type = SHOW_EVENTS[is.state]
  if (type) await recordShowEvent(trx, { broadcastId: is.id, type, at: now })
  const activity = ACTIVITIES[is.state]
  if (!activity) return
  const { activityType } = activity
  const words = is.isUnlisted ? 'was discarded' : activity.words
  const userId = order.actor?.id ?? null
  const description = `${broadcastNameOf(is)} ${words}`
  await recordActivity(trx, { activityType, userId, description }, now)
}
