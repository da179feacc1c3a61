import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { stationClock } from '../../../lib/station-clock.ts'
import { type OnAirShowNow, onAirShow } from '../../../session/on-air-state.ts'
import type { DjMemory } from './dj-memory.ts'
import { airOf, type DjState } from './dj-state.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { WakeLock } from './wake-lock.ts'

/** Effects of being on air in the browser: the saved state, the shell's bar, the wake lock, the dead air watch. */
export class OnAirTraces {
  readonly wakeLock = new WakeLock()
  readonly #memory: DjMemory
  readonly #timers: Timers
  readonly #sound: Sound

  constructor(memory: DjMemory, timers: Timers, sound: Sound) {
    this.#memory = memory
    this.#timers = timers
    this.#sound = sound
  }

  /** Brings everything in line with `state`. */
  follow(state: DjState): void {
    const air = airOf(state)
    const show = air?.kind === 'show' ? shownAs(air.broadcast, onAirShow.get()) : null
    this.#sound.levels.setOnAir(show !== null)
    if ((show === null) !== (onAirShow.get() === null)) this.#change(state, show !== null)
    onAirShow.set(show)
  }

  /** Keeps the state for a reload. While a show waits to be taken up again, what was kept must outlive one more. */
  save(state: DjState): void {
    const air = airOf(state)
    const isLive = air?.kind === 'show'
    if (!isLive && (state.name === 'resumable' || state.name === 'starting')) return
    const currentBroadcast = isLive ? { id: air.broadcast.id, title: air.broadcast.title } : null
    const websocketConnected = isLive && (state.name === 'live' || state.name === 'degraded')
    this.#memory.saveState({ isLive, currentBroadcast, websocketConnected, timestamp: this.#timers.now() })
  }

  #change(state: DjState, isShow: boolean): void {
    if (isShow) this.wakeLock.hold()
    else this.wakeLock.release()
    this.save(state)
  }
}

/** The same object as long as nothing changed, so that nobody is told of nothing. */
function shownAs({ id, title, actualStart }: Broadcast, before: OnAirShowNow | null): OnAirShowNow {
  if (before?.broadcastId === id && before.title === title) return before
  const startedAt = actualStart ? Date.parse(actualStart) : stationClock.now()
  return { broadcastId: id, title, startedAt }
}
