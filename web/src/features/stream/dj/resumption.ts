import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { SECOND_MS } from '@carillon/contract/durations'
import type { BroadcastStart } from './broadcast-start.ts'
import { isMicrophoneAllowed } from './capture.ts'
import type { DjParts } from './dj-parts.ts'
import { isOffAir } from './dj-state.ts'
import { hasPressed } from './has-pressed.ts'
import type { StationCheck } from './station-check.ts'

export type Resumption = {
  /** Looks for a show of this person that is still on air, and takes it up again where the browser lets it. */
  offer(): Promise<void>
  /** Takes up this person's show where the checks found it still on air; where it is gone, the station is asked again. */
  resumeOwn(): Promise<void>
  /**
   * Takes up a show that is still on air, after a refusal the same one with the sound as it is now. A click lets the
   * browser start the sound.
   */
  resume(): Promise<void>
}

/** A browser that starts the sound later than this finds a show that may have gone on without this page. */
const LATE_START_MS = 30 * SECOND_MS

type ResumptionParts = Pick<DjParts, 'calls' | 'memory' | 'sound' | 'machine' | 'line'>

/** The ways back to a show that is still on air: after a reload, from another device, after a refusal. */
export function createResumption(
  { calls, memory, line, machine, sound }: ResumptionParts,
  starts: BroadcastStart,
  station: StationCheck,
): Resumption {
  async function ownLive(): Promise<Broadcast | null> {
    const [live] = await calls.live().catch(() => [])
    return live && machine.user && live.startedBy?.id === machine.user.id ? live : null
  }

  function show(broadcast: Broadcast, leftAt: number | null = null, isOnOtherDevice = false): void {
    machine.dispatch({ type: 'RESUMABLE', broadcast, leftAt, isOnOtherDevice })
  }

  async function resume(): Promise<void> {
    const refused = machine.state.get()
    if (refused.name === 'rejected') {
      machine.dispatch({ type: 'DISMISSED' })
      show(refused.broadcast)
    }
    const state = machine.state.get()
    if (state.name === 'resumable') await starts.resume(state.broadcast)
  }

  /** Without a press. A browser that starts the sound late resumes the show then, unless the DJ has pressed anything. */
  async function resumeAlone(): Promise<void> {
    await resume()
    const offered = machine.state.get()
    if (offered.name !== 'resumable' || !sound.isOpen || hasPressed()) return
    const isAwake = await sound.wake(LATE_START_MS)
    if (!isAwake || machine.state.get() !== offered || hasPressed()) return
    if (await line.isFree()) await resume()
  }

  return {
    resume,
    async offer() {
      const broadcast = await ownLive()
      if (!broadcast || !isOffAir(machine.state.get())) return
      const saved = memory.loadState()
      const wasHere = saved?.isLive === true && saved.currentBroadcast?.id === broadcast.id
      const isFree = await line.isFree()
      show(broadcast, wasHere ? saved.timestamp : null, !isFree)
      // Without a click only where nothing is taken from another tab and the microphone needs no question.
      const canOpen = sound.state.get().mode === 'microphone' && (await isMicrophoneAllowed())
      if (wasHere && isFree && canOpen) await resumeAlone()
    },
    async resumeOwn() {
      const broadcast = await ownLive()
      if (!broadcast) return station.check()
      show(broadcast)
      await resume()
    },
  }
}
