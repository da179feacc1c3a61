import type { BroadcastCalls } from './broadcast-calls.ts'
import type { DjMachine } from './dj-machine.ts'
import type { DjMemory } from './dj-memory.ts'
import type { DraftShow } from './draft-show.ts'
import type { OnAirLine } from './on-air-line.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'

/** Parts of the engine for each other; each takes those it needs. */
export type DjParts = {
  calls: BroadcastCalls
  timers: Timers
  memory: DjMemory
  sound: Sound
  machine: DjMachine
  line: OnAirLine
  draft: DraftShow
}
