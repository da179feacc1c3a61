import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import type { StreamContext } from '../ports.ts'

/** Hands the peak of listeners on to be kept, when it rose; one that could not be saved is handed on again. */
export class PeakListeners {
  readonly #context: Pick<StreamContext, 'log' | 'savePeak'>
  readonly #saved = new Map<number, number>()
  readonly #saving = new Set<Promise<unknown>>()

  constructor(context: Pick<StreamContext, 'log' | 'savePeak'>) {
    this.#context = context
  }

  save({ broadcastId, audience: { peak } }: Pick<OnAirBroadcast, 'broadcastId' | 'audience'>): void {
    if (this.#saved.get(broadcastId) === peak) return
    this.#saved.set(broadcastId, peak)
    const { log, savePeak } = this.#context
    const saving = savePeak(broadcastId, peak)
      .catch((err: unknown) => {
        this.#saved.delete(broadcastId)
        log.warn({ err, broadcastId }, 'The peak of listeners was not saved')
      })
      .finally(() => this.#saving.delete(saving))
    this.#saving.add(saving)
  }

  /** Resolves when everything that was handed on has been kept, or could not be. */
  async settled(): Promise<void> {
    await Promise.all(this.#saving)
  }

  forget(broadcastId: number): void {
    this.#saved.delete(broadcastId)
  }
}
