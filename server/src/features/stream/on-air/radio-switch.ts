import { AppError } from '../../../kernel/app-error.ts'
import type { StreamContext } from '../ports.ts'
import type { OnAirRegistry } from './on-air-registry.ts'

export type RadioSwitchOptions = {
  clock: StreamContext['clock']
  registry: Pick<OnAirRegistry, 'broadcastIds'>
  onChange: () => void
}

/** The media service of the station: while it is stopped, nothing goes on air. */
export class RadioSwitch {
  readonly #options: RadioSwitchOptions
  #runningSince: Date | null

  constructor(options: RadioSwitchOptions) {
    this.#options = options
    this.#runningSince = this.#now()
  }

  get isRunning(): boolean {
    return this.#runningSince !== null
  }

  /** Null while it is stopped. */
  get runningSince(): Date | null {
    return this.#runningSince
  }

  /** Lets broadcasts go on air again. */
  start(): void {
    this.#runningSince ??= this.#now()
    this.#options.onChange()
  }

  /** Nothing can go on air until it is started again. 409 while something is on air or in test. */
  stop(): void {
    const { registry, onChange } = this.#options
    if (registry.broadcastIds.length > 0)
      throw new AppError('WRONG_STATE', {
        message: 'A broadcast is on air. End it before you stop the media service.',
      })
    this.#runningSince = null
    onChange()
  }

  /** Applies how another instance left it: since when it runs, or null. */
  follow(since: Date | null): void {
    if (since && this.#runningSince) return
    this.#runningSince = since
    this.#options.onChange()
  }

  #now(): Date {
    return new Date(this.#options.clock.now())
  }
}
