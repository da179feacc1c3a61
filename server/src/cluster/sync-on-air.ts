import type { RunExclusive } from '../kernel/serial-queue.ts'
import type { Bus, MessageBus } from './bus.ts'

/** Messages may be lost: what is on air is looked up this often as well. */
export const LOOK_EVERY_MS = 3_000

/** Queries and actions of the synchronisation. */
export type InStepOptions<OnAir> = {
  bus: Pick<Bus, 'on' | 'onPeer'>
  /** So that a change of this instance and a look do not come between each other. */
  runExclusive: RunExclusive
  findOnAir(): Promise<OnAir[]>
  stream: { open: readonly number[]; reconcile(onAir: readonly OnAir[], known: readonly number[]): void }
  onError(error: unknown): void
}

/** Tells the other instances of a change here. */
export function publishOnAirChanged(bus: MessageBus): void {
  bus.send('air-changed', {})
}

/**
 * Opens and closes mounts here as other instances put shows on air and end them: by their messages, and by the database
 * every few seconds and when one is new, whose messages were lost until then. Gives what stops it.
 */
export function syncOnAir<OnAir>(options: InStepOptions<OnAir>): () => void {
  const { bus, runExclusive, findOnAir, stream, onError } = options
  let isWaiting = false
  const look = () => {
    if (isWaiting) return
    isWaiting = true
    runExclusive(async () => {
      isWaiting = false
      const known = [...stream.open]
      stream.reconcile(await findOnAir(), known)
    }).catch(onError)
  }
  bus.on('air-changed', look)
  bus.onPeer(look)
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
