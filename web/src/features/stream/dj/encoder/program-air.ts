import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { BroadcastStart } from '../broadcast-start.ts'
import type { DjParts } from '../dj-parts.ts'
import { type AirKind, airOf } from '../dj-state.ts'
import type { ShowPlan } from '../draft-show.ts'

/** Commands of a DJ whose own program brings the sound: this page sends nothing. */
export type ProgramAir = {
  start(plan: ShowPlan, kind: AirKind): Promise<void>
  /** Lets go of the air, so that the DJ's own program may come back to it. The show goes on. */
  handOver(): void
  /** Makes a show of the test that the DJ's own program is the source of. Rejects with ApiError. */
  goLive(): Promise<void>
}

/** The program's way to the air, over the same start as that of this page. */
export function createProgramAir(
  { calls, machine, line, sound }: DjParts,
  starts: BroadcastStart,
): ProgramAir {
  const goOn = (broadcast: Broadcast) => machine.dispatch({ type: 'HANDED_OVER', broadcast })
  return {
    start: (plan, kind) => starts.start(plan, kind, { open: async () => sound.close(), goOn }),
    handOver() {
      const air = airOf(machine.state.get())
      if (!air) return
      line.close()
      sound.close()
      goOn(air.broadcast)
    },
    async goLive() {
      const { broadcast } = machine
      if (broadcast) goOn(await calls.start(broadcast.id))
    },
  }
}
