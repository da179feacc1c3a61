import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { DjParts } from './dj-parts.ts'
import { type AirKind, isOffAir } from './dj-state.ts'
import type { ShowPlan } from './draft-show.ts'
import { openSound } from './open-sound.ts'
import { RESTORE_BITS_PER_SECOND, START_BITS_PER_SECOND } from './recorder.ts'

/** Origin of the sound: `open` makes it ready and may refuse, `goOn` follows once the broadcast runs. */
export type SoundWay = { open(): Promise<unknown>; goOn(broadcast: Broadcast): void }

export type BroadcastStart = {
  /** Puts the show, or its test, on the air; the sound of this page unless told. The problem shows in the state. */
  start(plan: ShowPlan, kind: AirKind, way?: SoundWay): Promise<void>
  /** Takes up a broadcast that is still on air. */
  resume(broadcast: Broadcast): Promise<void>
  /** Stops a start that has not reached the air. */
  cancel(): Promise<void>
  /** Abandons the start under way. */
  abandon(): void
}

const ORDERS: Record<AirKind, (calls: DjParts['calls'], id: number) => Promise<Broadcast>> = {
  show: (calls, id) => calls.start(id),
  test: (calls, id) => calls.startTest(id),
  waiting: (calls, id) => calls.standBy(id),
}
const CANCELLED = Symbol('cancelled')

// Long: starts, what takes them back, and what they share.
/** Puts a broadcast on the air: one attempt at a time, and a cancelled one never gets there. */
export function createBroadcastStart({ calls, machine, line, sound, draft }: DjParts): BroadcastStart {
  let current = 0
  let underWay = Promise.resolve()
  const thisPage: SoundWay = {
    open: () => openSound(sound),
    goOn: (broadcast) => goOn(broadcast, START_BITS_PER_SECOND),
  }

  function goOn(broadcast: Broadcast, bitsPerSecond: number): void {
    machine.dispatch({ type: 'STARTED', broadcast })
    const isTest = broadcast.status === 'TESTING' && !broadcast.standingBySince
    line.open(broadcast.id, bitsPerSecond, isTest)
  }

  /** A start that was cancelled on its way to the air. */
  async function takeBack(id: number): Promise<void> {
    const ended = await calls.end(id).catch((cause) => console.error('The checks offer it again', cause))
    if (ended) await draft.settle(ended)
  }

  /** `before` is the attempt before: what that takes back may be the same show. Never rejects. */
  async function attempt(plan: ShowPlan, kind: AirKind, way: SoundWay, before: Promise<void>): Promise<void> {
    const number = ++current
    machine.dispatch({ type: 'START_PRESSED', kind, broadcast: null, isResuming: false })
    let isMadeHere = false
    try {
      await way.open()
      await before
      if (number !== current) throw CANCELLED
      isMadeHere = draft.made.get() === null
      const id = await draft.prepare({ ...plan, unlisted: kind === 'test' })
      if (number !== current) throw CANCELLED
      const broadcast = await ORDERS[kind](calls, id)
      if (number !== current) return await takeBack(id)
      way.goOn(broadcast)
    } catch (cause) {
      if (number === current) machine.dispatch({ type: 'START_FAILED', problem: wordsOf(cause) })
      // One that an encoder has the password of stays for the next try.
      if (isMadeHere) await draft.discard()
    }
  }

  return {
    async start(plan, kind, way = thisPage) {
      if (!isOffAir(machine.state.get())) return
      underWay = attempt(plan, kind, way, underWay)
      await underWay
    },
    async resume(broadcast) {
      const number = ++current
      const isWaiting = Boolean(broadcast.standingBySince)
      const kind = broadcast.status === 'LIVE' ? 'show' : isWaiting ? 'waiting' : 'test'
      machine.dispatch({ type: 'START_PRESSED', kind, broadcast, isResuming: true })
      const problem = await openSound(sound).catch(wordsOf)
      if (number !== current) return
      if (!problem) return goOn(broadcast, RESTORE_BITS_PER_SECOND)
      machine.dispatch({ type: 'START_FAILED', problem })
      machine.dispatch({ type: 'RESUMABLE', broadcast, leftAt: null, isOnOtherDevice: false })
    },
    async cancel() {
      current += 1
      const state = machine.state.get()
      if (state.name !== 'starting') return
      line.close()
      machine.dispatch({ type: 'START_FAILED', problem: null })
      if (state.broadcast && !state.isResuming) await takeBack(state.broadcast.id)
    },
    abandon() {
      current += 1
    },
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'The broadcast could not be started. Please try again.'
}
