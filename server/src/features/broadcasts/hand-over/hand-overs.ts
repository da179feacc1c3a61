import { setTimeout as delay } from 'node:timers/promises'
import { type HandOverBody, LATE_LIMIT_MS, STAND_BY_LIMIT_MS } from '@carillon/contract/broadcasts/hand-over'
import { DAY_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import type { RunExclusive } from '../../../kernel/serial-queue.ts'
import { requirePermitted } from '../access.ts'
import { noteStep, requireMedia } from '../air.ts'
import type { BroadcastsContext } from '../ports.ts'
import { refusalOf } from '../states.ts'
import {
  findBroadcast,
  isBanned,
  listForgotten,
  listStandingBy,
  lockBroadcast,
  updateBroadcast,
} from '../store.ts'
import type { Db, StoredBroadcast } from '../table.ts'
import { carryOut, type Order } from '../transition.ts'
import { invalid, lockBoth, lockInOrder, refuse } from './locks.ts'
import { NO_HAND_OVER } from './next.ts'
import { storeStandBy } from './stand-by.ts'
import { HandOverTimer } from './timer.ts'

/** Instances learn within so long what another one hears. */
const SOUND_LIMIT_MS = 1_500
const LOOK_EVERY_MS = 100
const CAN_FOLLOW: ReadonlySet<StoredBroadcast['state']> = new Set(['SCHEDULED', 'REHEARSED', 'TESTING'])

/** Two shows after a hand-over; `isNew` is false when it had been made already. */
type Handed = { from: StoredBroadcast; to: StoredBroadcast; isNew: boolean }
type Switch = { from: StoredBroadcast; next: StoredBroadcast; order: Order }

/**
 * Hand-over between two shows: a DJ stands by on a private mount, and the switch is one transaction. Within a process one
 * at a time with everything else that moves broadcasts; between processes the locked rows decide. Owns a timer; `close`
 * ends it.
 */
export class HandOvers {
  readonly #context: BroadcastsContext
  readonly #runExclusive: RunExclusive
  readonly #timer: HandOverTimer

  constructor(context: BroadcastsContext, runExclusive: RunExclusive) {
    this.#context = context
    this.#runExclusive = runExclusive
    this.#timer = new HandOverTimer({
      clock: context.clock,
      lateLimitMs: LATE_LIMIT_MS,
      attempt: (id) =>
        runExclusive(() => this.#attempt(id)).catch((error: unknown) => {
          context.onError(error)
          return false
        }),
    })
  }

  /** Puts a show in its waiting room. Throws NOT_FOUND, FORBIDDEN, WRONG_STATE, MEDIA_AWAY. */
  standBy(person: Person, id: number): Promise<StoredBroadcast> {
    return this.#runExclusive(async () => {
      const { is, live, isNew, planned } = await storeStandBy(this.#context, person, id)
      const { stream, events, onMoved } = this.#context
      stream.openMount({ broadcastId: id, kind: 'test' })
      if (!isNew) return is
      onMoved?.()
      events.onStandBy({ live: live.id, broadcastId: id, isStandingBy: true })
      if (planned) this.#publishPlan(planned, null)
      return is
    }, person.id)
  }

  /** Hands over now, or plans it. Throws NOT_FOUND, FORBIDDEN, INVALID_INPUT, WRONG_STATE, MEDIA_AWAY. */
  async plan(person: Person, id: number, { to, at }: HandOverBody): Promise<StoredBroadcast> {
    if (to === id) throw invalid('to', 'A show cannot hand over to itself')
    if (!at) {
      await this.#waitForSound(to)
      return this.#runExclusive(() => this.#switchNow(person, id, to), person.id)
    }
    const time = new Date(at)
    const nowMs = this.#context.clock.now()
    if (time.getTime() <= nowMs) throw invalid('at', 'Choose a time that is still to come')
    if (time.getTime() > nowMs + DAY_MS) throw invalid('at', 'Choose a time within a day')
    return this.#runExclusive(() => this.#planAt(person, { id, to, time }), person.id)
  }

  /** Takes a planned hand-over back. Throws NOT_FOUND, FORBIDDEN, WRONG_STATE. */
  cancel(person: Person, id: number): Promise<StoredBroadcast> {
    return this.#runExclusive(async () => {
      const { was, is } = await this.#context.db.transaction().execute(async (trx) => {
        const was = requirePermitted(await lockBroadcast(trx, id), person, 'hand-over')
        if (was.state !== 'LIVE') throw refuse(refusalOf(was.state))
        return { was, is: was.handOver ? await updateBroadcast(trx, id, NO_HAND_OVER, this.#now) : was }
      })
      if (was.handOver) this.#publishPlan(is, was.handOver.to)
      return is
    }, person.id)
  }

  /**
   * The live show's DJ did not come back: who stands by with sound has the air, the planned one before others. False when
   * nobody does.
   */
  replaceLost(id: number): Promise<boolean> {
    return this.#replace({ id, command: 'source-lost', actor: null })
  }

  /** As `replaceLost`, for a DJ who left the air by signing out. */
  replaceAbandoned(id: number, person: Person): Promise<boolean> {
    return this.#replace({ id, command: 'end', actor: person })
  }

  /** Notes when the live show hands over. */
  arm(live: StoredBroadcast | undefined): void {
    const at = live?.state === 'LIVE' ? live.handOver?.at : null
    this.#timer.set(live && at ? { broadcastId: live.id, atMs: at.getTime() } : null)
  }

  /** Shows that wait for longer than anybody does. */
  findForgotten(): Promise<number[]> {
    return listForgotten(this.#context.db, new Date(this.#context.clock.now() - STAND_BY_LIMIT_MS))
  }

  close(): void {
    this.#timer.set(null)
  }

  get #now(): Date {
    return new Date(this.#context.clock.now())
  }

  async #planAt(
    person: Person,
    { id, to, time }: { id: number; to: number; time: Date },
  ): Promise<StoredBroadcast> {
    const { was, is } = await this.#context.db.transaction().execute(async (trx) => {
      const { from, next } = await lockBoth(trx, { id, to, person })
      if (from.state !== 'LIVE') throw refuse(refusalOf(from.state))
      if (!CAN_FOLLOW.has(next.state)) throw refuse(`${next.title}: ${refusalOf(next.state)}`)
      const dj = next.startedBy ?? next.createdBy
      if (await isBanned(trx, dj, this.#now)) throw refuse(`The account of ${dj.name} is banned.`)
      const change = { hand_over_to: to, hand_over_at: time }
      return { was: from, is: await updateBroadcast(trx, id, change, this.#now) }
    })
    this.#publishPlan(is, was.handOver?.to ?? null)
    return is
  }

  async #switchNow(person: Person, id: number, to: number): Promise<StoredBroadcast> {
    const handed = await this.#context.db.transaction().execute(async (trx) => {
      const { from, next } = await lockBoth(trx, { id, to, person })
      if (from.state === 'ENDED' && next.tookOverFrom === id) return { from, to: next, isNew: false }
      if (from.state !== 'LIVE') throw refuse(refusalOf(from.state))
      this.#requireReady(next)
      return this.#switchTo(trx, { from, next, order: { id, command: 'end', actor: person } })
    })
    this.#settle(handed)
    return handed.from
  }

  #replace(order: Order): Promise<boolean> {
    const { db, stream } = this.#context
    return this.#runExclusive(async () => {
      const left = await findBroadcast(db, order.id)
      if (left?.state !== 'LIVE') return false
      const ready = (await listStandingBy(db)).filter((each) => stream.isReceiving(each.id))
      const next = ready.find((each) => each.id === left.handOver?.to) ?? ready[0]
      return next ? this.#handOverTo(next.id, order) : false
    })
  }

  /** Carries out the planned hand-over of a live show, if it still stands, is due and can be made. True when it is over. */
  async #attempt(id: number): Promise<boolean> {
    const due = await findBroadcast(this.#context.db, id)
    if (due?.state !== 'LIVE' || !due.handOver?.at || due.handOver.at > this.#now) return true
    const { to } = due.handOver
    // A DJ who is none any more leaves the air to the next one.
    const actor = due.startedBy ?? due.createdBy
    const order = { id, command: 'end', actor, wasPermitted: true } as const
    return this.#handOverTo(to, order, ({ handOver }) => handOver?.to === to)
  }

  /** Hands over to this show, when its DJ stands by, its sound arrives and it still `stands`. False when that cannot be. */
  async #handOverTo(
    to: number,
    order: Order,
    stands: (from: StoredBroadcast) => boolean = () => true,
  ): Promise<boolean> {
    const { db, stream } = this.#context
    if (!stream.isReceiving(to)) return false
    const handed = await db.transaction().execute(async (trx) => {
      const [from, next] = await lockInOrder(trx, [order.id, to])
      // Another instance may have been faster.
      if (from?.state !== 'LIVE' || !next?.standBySince || !stands(from)) return null
      return this.#switchTo(trx, { from, next, order })
    })
    if (handed) this.#settle(handed)
    return handed !== null
  }

  async #switchTo(trx: Db, { from, next, order }: Switch): Promise<Handed> {
    const at = this.#now
    const { listenerCount } = this.#context.stream.status()
    const ended = await carryOut(trx, order, at)
    await noteStep(this.#context, trx, { order, is: ended.is, at })
    const start = { id: next.id, command: 'start', actor: next.startedBy ?? next.createdBy } as const
    await carryOut(trx, start, at, listenerCount)
    const to = await updateBroadcast(trx, next.id, { took_over_from: from.id }, at)
    requireMedia(this.#context.stream, to)
    await noteStep(this.#context, trx, { order: start, is: to, at })
    return { from: ended.is, to, isNew: true }
  }

  #settle({ from, to, isNew }: Handed): void {
    const { stream, events, notifications, onMoved } = this.#context
    stream.handOver(from.id, to.id)
    this.#timer.set(null)
    if (!isNew) return
    onMoved?.()
    events.onHandedOver(from, to)
    notifications.deliver()
  }

  /** Another instance may hear it already. Nobody else waits for that. */
  async #waitForSound(id: number): Promise<void> {
    const { stream, db } = this.#context
    if (stream.isReceiving(id) || !(await findBroadcast(db, id))?.standBySince) return
    for (let waitedMs = 0; waitedMs < SOUND_LIMIT_MS && !stream.isReceiving(id); waitedMs += LOOK_EVERY_MS)
      await delay(LOOK_EVERY_MS)
  }

  #requireReady(next: StoredBroadcast): void {
    const { name } = next.startedBy ?? next.createdBy
    if (!next.standBySince) throw refuse(`${name} is not standing by.`)
    if (!this.#context.stream.isReceiving(next.id)) throw refuse(`No sound arrives from ${name} yet.`)
  }

  #publishPlan(from: StoredBroadcast, before: number | null): void {
    this.arm(from)
    const { to = null, at = null } = from.handOver ?? {}
    this.#context.onMoved?.()
    this.#context.events.onHandOverPlanned({ from: from.id, to, at, before })
  }
}
