import type { Bus } from './realtime/bus.ts'
import type { Turns } from './turns.ts'

/** Letters may be lost: what is on air is looked up this often as well. */
const LOOK_EVERY_MS = 3_000

/** What is asked, and what is done about it. */
export type InStepOptions<OnAir> = {
  bus: Bus
  /** So that a change of this instance and a look do not come between each other. */
  inTurn: Turns
  findOnAir(): Promise<OnAir[]>
  stream: { open: readonly number[]; reconcile(onAir: readonly OnAir[], known: readonly number[]): void }
  onError(error: unknown): void
}

/**
 * Opens and closes mounts here as other instances put shows on air and end them: by their letters, and by the database
 * every few seconds. `tell` is told of each change here, `stop` ends it.
 */
export function keepAirInStep<OnAir>({ bus, inTurn, findOnAir, stream, onError }: InStepOptions<OnAir>) {
  let isWaiting = false
  const look = () => {
    if (isWaiting) return
    isWaiting = true
    inTurn(async () => {
      isWaiting = false
      const known = [...stream.open]
      stream.reconcile(await findOnAir(), known)
    }).catch(onError)
  }
  bus.on('air-changed', look)
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    tell: () => bus.send('air-changed', {}),
    stop: () => clearInterval(timer),
  }
}
