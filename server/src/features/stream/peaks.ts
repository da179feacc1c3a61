import type { Airing } from './airing.ts'
import type { StreamContext } from './ports.ts'

/** Hands the peak of listeners on to be kept, when it rose; one that could not be saved is handed on again. */
export class Peaks {
  readonly #context: Pick<StreamContext, 'log' | 'savePeak'>
  readonly #saved = new Map<number, number>()

  constructor(context: Pick<StreamContext, 'log' | 'savePeak'>) {
    this.#context = context
  }

  save({ broadcastId, audience: { peak } }: Pick<Airing, 'broadcastId' | 'audience'>): void {
    if (this.#saved.get(broadcastId) === peak) return
    this.#saved.set(broadcastId, peak)
    const { log, savePeak } = this.#context
    savePeak(broadcastId, peak).catch((err: unknown) => {
      this.#saved.delete(broadcastId)
      log.warn({ err, broadcastId }, 'The peak of listeners was not saved')
    })
  }

  forget(broadcastId: number): void {
    this.#saved.delete(broadcastId)
  }
}
