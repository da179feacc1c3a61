import { setTimeout as delay } from 'node:timers/promises'
import {
  type HandOverBody,
  LATE_LIMIT_MS,
  STAND_BY_EARLIEST_MS,
  STAND_BY_LIMIT_MS,
} from '@carillon/contract/broadcasts/hand-over'
import { DAY_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import type { RunExclusive } from '../../kernel/serial-queue.ts'
import { requirePermitted } from './access.ts'
import { noteStep, requireMedia } from './air.ts'
import { HandOverTimer } from './hand-over-timer.ts'
import type { BroadcastsContext } from './ports.ts'
import { refusalOf } from './states.ts'
import { findBroadcast, isBanned, listForgotten, listLive, lockBroadcast, updateBroadcast } from './store.ts'
import type { Db, StoredBroadcast } from './table.ts'
import { carryOut, type Order } from './transition.ts'

export type HandOvers = ReturnType<typeof createHandOvers>

type Handed = { from: StoredBroadcast; to: StoredBroadcast }
type Planned = { from: StoredBroadcast; before: number | null }

/**
 * Hand-over between two shows: a DJ stands by on a private mount, and the switch is one transaction. Within a process one
 * at a time with everything else that moves broadcasts; between processes the locked rows decide.
 */
export function createHandOvers(context: BroadcastsContext, runExclusive: RunExclusive) {
  const { db, clock, stream, events, notifications, onError } = context
  const now = () => new Date(clock.now())
  const timer = new HandOverTimer({
    clock,
    lateLimitMs: LATE_LIMIT_MS,
    attempt: (from) => runExclusive(() => attempt(from)).catch(failed),
  })

  /** It is tried again. */
  function failed(error: unknown): boolean {
    onError(error)
    return false
  }

  async function standBy(person: Person, id: number): Promise<StoredBroadcast> {
    const at = now()
    const { is, live, isNew, plan } = await db.transaction().execute(async (trx) => {
      const live = await lockLiveWith(trx, id)
      const { is: waiting } = await carryOut(trx, { id, command: 'start-test', actor: person }, at)
      requireMedia(stream, waiting)
      if (!live) throw refuse('Nothing is on air: you can go live at once.')
      if (waiting.standBySince) return { is: waiting, live, isNew: false, plan: null }
      if (waiting.scheduledStart.getTime() - at.getTime() > STAND_BY_EARLIEST_MS) throw refuse(TOO_EARLY)
      const is = await updateBroadcast(trx, id, { stand_by_since: at }, at)
      const handOverAt = is.scheduledStart > at ? is.scheduledStart : null
      const plan = live.handOver
        ? null
        : await updateBroadcast(trx, live.id, { hand_over_to: id, hand_over_at: handOverAt }, at)
      return { is, live, isNew: true, plan }
    })
    stream.openMount({ broadcastId: id, kind: 'test' })
    if (!isNew) return is
    context.onMoved?.()
    events.onStandBy({ live: live.id, broadcastId: id, isStandingBy: true })
    if (plan) tellPlan({ from: plan, before: null })
    return is
  }

  async function plan(person: Person, id: number, { to, at }: HandOverBody): Promise<StoredBroadcast> {
    if (to === id) throw invalid('to', 'A show cannot hand over to itself')
    const time = at ? new Date(at) : null
    if (time && time <= now()) throw invalid('at', 'Choose a time that is still to come')
    if (time && time.getTime() > clock.now() + DAY_MS) throw invalid('at', 'Choose a time within a day')
    if (!time) return (await switchNow(person, id, to)).from
    const planned = await db.transaction().execute(async (trx) => {
      const { from, next } = await lockBoth(trx, { id, to, person })
      if (from.state !== 'LIVE') throw refuse(refusalOf(from.state))
      if (!CAN_FOLLOW.has(next.state)) throw refuse(`${next.title}: ${refusalOf(next.state)}`)
      const dj = next.startedBy ?? next.createdBy
      if (await isBanned(trx, dj, now())) throw refuse(`The account of ${dj.name} is banned.`)
      const change = { hand_over_to: to, hand_over_at: time }
      return { from: await updateBroadcast(trx, id, change, now()), before: from.handOver?.to ?? null }
    })
    tellPlan(planned)
    return planned.from
  }

  async function cancel(person: Person, id: number): Promise<StoredBroadcast> {
    const planned = await db.transaction().execute(async (trx) => {
      const from = requirePermitted(await lockBroadcast(trx, id), person, 'hand-over')
      if (from.state !== 'LIVE') throw refuse(refusalOf(from.state))
      const before = from.handOver?.to ?? null
      if (before === null) return { from, before }
      return { from: await updateBroadcast(trx, id, NO_HAND_OVER, now()), before }
    })
    if (planned.before !== null) tellPlan(planned)
    return planned.from
  }

  async function switchNow(person: Person, id: number, to: number): Promise<Handed> {
    const handed = await db.transaction().execute(async (trx) => {
      const { from, next } = await lockBoth(trx, { id, to, person })
      if (from.state === 'ENDED' && next.tookOverFrom === id) return { from, to: next, isNew: false }
      if (from.state !== 'LIVE') throw refuse(refusalOf(from.state))
      requireReady(next)
      return switchTo(trx, { from, next, order: { id, command: 'end', actor: person } })
    })
    return settle(handed)
  }

  /** Carries out the planned hand-over of a live show, if it still stands, is due and can be made. True when it is over. */
  async function attempt(id: number): Promise<boolean> {
    const due = await findBroadcast(db, id)
    if (due?.state !== 'LIVE' || !due.handOver?.at || due.handOver.at > now()) return true
    return handOverOf(due, { id, command: 'end', actor: due.startedBy ?? due.createdBy })
  }

  /** Hands over to the show that is to follow, when its DJ stands by and its sound arrives. False when that cannot be. */
  async function handOverOf({ id, handOver }: StoredBroadcast, order: Order): Promise<boolean> {
    if (!handOver || !stream.isReceiving(handOver.to)) return false
    const handed = await db.transaction().execute(async (trx) => {
      const [from, next] = await lockInOrder(trx, [id, handOver.to])
      // Another instance may have been faster.
      if (from?.state !== 'LIVE' || from.handOver?.to !== handOver.to || !next?.standBySince) return null
      return switchTo(trx, { from, next, order })
    })
    if (handed) settle(handed)
    return handed !== null
  }

  type Switch = { from: StoredBroadcast; next: StoredBroadcast; order: Order }

  async function switchTo(trx: Db, { from, next, order }: Switch): Promise<Handed & { isNew: true }> {
    const at = now()
    const ended = await carryOut(trx, order, at)
    await noteStep(context, trx, { order, is: ended.is, at })
    const start = { id: next.id, command: 'start', actor: next.startedBy ?? next.createdBy } as const
    await carryOut(trx, start, at)
    const to = await updateBroadcast(trx, next.id, { took_over_from: from.id }, at)
    requireMedia(stream, to)
    await noteStep(context, trx, { order: start, is: to, at })
    return { from: ended.is, to, isNew: true }
  }

  function settle({ from, to, isNew }: Handed & { isNew: boolean }): Handed {
    stream.handOver(from.id, to.id)
    timer.set(null)
    if (!isNew) return { from, to }
    context.onMoved?.()
    events.onHandedOver(from, to)
    notifications.deliver()
    return { from, to }
  }

  /** Another instance may hear it already. Nobody else waits for that. */
  async function waitForSound(id: number): Promise<void> {
    if (stream.isReceiving(id) || !(await findBroadcast(db, id))?.standBySince) return
    for (let waitedMs = 0; waitedMs < SOUND_LIMIT_MS && !stream.isReceiving(id); waitedMs += LOOK_EVERY_MS)
      await delay(LOOK_EVERY_MS)
  }

  function requireReady(next: StoredBroadcast): void {
    const { name } = next.startedBy ?? next.createdBy
    if (!next.standBySince) throw refuse(`${name} is not standing by.`)
    if (!stream.isReceiving(next.id)) throw refuse(`No sound arrives from ${name} yet.`)
  }

  function tellPlan({ from, before }: Planned): void {
    arm(from)
    const { to = null, at = null } = from.handOver ?? {}
    context.onMoved?.()
    events.onHandOverPlanned({ from: from.id, to, at, before })
  }

  /** Notes when the live show hands over. */
  function arm(live: StoredBroadcast | undefined): void {
    const at = live?.state === 'LIVE' ? live.handOver?.at : null
    timer.set(live && at ? { broadcastId: live.id, atMs: at.getTime() } : null)
  }

  return {
    standBy: (person: Person, id: number) => runExclusive(() => standBy(person, id), person.id),
    /** Hands over now, or plans it. */
    async plan(person: Person, id: number, body: HandOverBody): Promise<StoredBroadcast> {
      if (!body.at) await waitForSound(body.to)
      return runExclusive(() => plan(person, id, body), person.id)
    },
    cancel: (person: Person, id: number) => runExclusive(() => cancel(person, id), person.id),
    /** Hands over what is due. To be called by a timer. */
    attempt: (id: number) => runExclusive(() => attempt(id)),
    /** The live show's DJ did not come back: who stands by to follow has the air. False when nobody does. */
    replaceLost: (id: number) =>
      runExclusive(async () => {
        const lost = await findBroadcast(db, id)
        if (lost?.state !== 'LIVE') return false
        return handOverOf(lost, { id, command: 'source-lost', actor: null })
      }),
    arm,
    /** Shows that wait for longer than anybody does. */
    findForgotten: () => listForgotten(db, new Date(clock.now() - STAND_BY_LIMIT_MS)),
    close: () => timer.set(null),
  }
}

/** Instances learn within so long what another one hears. */
const SOUND_LIMIT_MS = 1_500
const LOOK_EVERY_MS = 100
const NO_HAND_OVER = { hand_over_to: null, hand_over_at: null }
const CAN_FOLLOW: ReadonlySet<StoredBroadcast['state']> = new Set(['SCHEDULED', 'REHEARSED', 'TESTING'])
const TOO_EARLY = 'You can stand by from 30 minutes before your show begins.'

const refuse = (message: string) => new AppError('WRONG_STATE', { message })
const invalid = (field: string, message: string) =>
  new AppError('INVALID_INPUT', { fields: { [field]: message } })

type Asked = { id: number; to: number; person: Person }

/** The show that hands over, 404 or 403 where the person may not, and the one that follows, which must exist. */
async function lockBoth(
  trx: Db,
  { id, to, person }: Asked,
): Promise<{ from: StoredBroadcast; next: StoredBroadcast }> {
  const [found, next] = await lockInOrder(trx, [id, to])
  const from = requirePermitted(found, person, 'hand-over')
  if (!next || next.state === 'GONE') throw invalid('to', 'There is no such show')
  return { from, next }
}

/** Rows in the order of their ids, whoever locks them: two that want both never wait for each other. */
async function lockInOrder(trx: Db, ids: readonly [number, number]) {
  const lower = await lockBroadcast(trx, Math.min(...ids))
  const higher = await lockBroadcast(trx, Math.max(...ids))
  return ids[0] < ids[1] ? ([lower, higher] as const) : ([higher, lower] as const)
}

/** The live show, held together with another broadcast; undefined when nothing is on air. */
async function lockLiveWith(trx: Db, id: number): Promise<StoredBroadcast | undefined> {
  const [live] = await listLive(trx)
  if (!live) return undefined
  const [locked] = await lockInOrder(trx, [live.id, id])
  return locked?.state === 'LIVE' ? locked : undefined
}
