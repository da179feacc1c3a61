import type { OnAir } from '@carillon/contract/plays/now-playing'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { Leaderships } from '../cluster/leaderships.ts'
import type { Joinable } from '../listeners/moving-audience.ts'
import type { OnAirRegistry } from '../on-air/on-air-registry.ts'
import type { Transmission } from '../on-air/transmission.ts'
import type { Transmitter } from '../on-air/transmitter.ts'
import { itemOnAir } from '../status/item-on-air.ts'
import { BETWEEN_SHOWS_ID } from './between-shows.ts'
import type { MainMount } from './main-mount.ts'

export type MainSwitchOptions = {
  /** Null where nothing ever plays between shows. */
  main: MainMount | null
  registry: Pick<OnAirRegistry, 'live'>
  leaderships: Pick<Leaderships, 'join' | 'end'>
  /** The media service runs. */
  isRunning: () => boolean
}

/** Switch of the main mount: an ADMIN's setting, which waits for a show that has a mount of its own. */
export class MainSwitch {
  readonly #options: MainSwitchOptions
  #isSet = false
  #rewindHours = 0
  #isClosed = false

  constructor(options: MainSwitchOptions) {
    this.#options = options
  }

  /** The main mount where it is switched on. */
  get main(): MainMount | null {
    const { main } = this.#options
    return main?.isOn ? main : null
  }

  /** The main mount while it is open: something sounds on it. */
  get open(): MainMount | null {
    const { main } = this.#options
    return main?.transmitter ? main : null
  }

  /** Sound between shows; null while nothing plays then. */
  get itemOnAir(): OnAir | null {
    const item = this.#options.main?.betweenShows.item
    return item ? itemOnAir(item) : null
  }

  /** Audience in which listeners of the public mount are counted; null when nothing sounds. */
  get publicAudience(): Joinable | null {
    return this.open?.listeners ?? this.#options.registry.live?.listeners ?? null
  }

  /** Number of listeners to what plays between shows. */
  get listeners(): number {
    return this.open?.betweenShows.audience.count ?? 0
  }

  /** Hours that listeners may go back between shows. */
  get rewindHours(): number {
    return this.#rewindHours
  }

  /** Plays between shows from now on, or no more, and lets listeners go back for so many hours. Idempotent. */
  set(isOn: boolean, rewindHours = 0): void {
    this.#isSet = isOn
    this.#rewindHours = rewindHours
    this.settle()
  }

  /** Has `reopen` give the broadcasts that were on air before a restart their mounts back: the main mount where it is on. */
  restore(isOn: boolean, reopen: () => void): void {
    this.#isSet = isOn
    reopen()
    this.#options.main?.resumeShow()
  }

  /** Turn of a live broadcast on the main mount; null where that is switched off, unless `before` it another show has it. */
  createTurn(before: Transmitter | null): Transmission | null {
    const { main } = this.#options
    const isHandedOn = before !== null && before === main?.transmitter
    const isFree = this.#isSet && this.#options.isRunning() && !this.#hasOtherMount
    return isHandedOn || isFree ? (main?.createTurn() ?? null) : null
  }

  /** Switches the main mount as it is set, as soon as that disturbs no show. To be called when a show has ended. */
  settle(): void {
    const { main, leaderships, isRunning } = this.#options
    if (!main || this.#isClosed) return
    const isOn = this.#isSet && isRunning()
    if (isOn === main.isOn || (isOn && this.#hasOtherMount)) return
    main.switchTo(isOn)
    if (isOn) leaderships.join(main.betweenShows)
    else {
      void leaderships.end(BETWEEN_SHOWS_ID, SOURCE_CLOSE.BROADCAST_ENDED)
      // Who leads is asked again when it is switched on: it may be another instance by then.
      main.betweenShows.follow()
    }
  }

  /** Items that listeners can go back to, newest first. */
  earlier(): OnAir[] {
    return this.main?.earlier().map(itemOnAir) ?? []
  }

  /** Leaves what plays for the next item, where this instance plays it. */
  skip(): void {
    this.main?.betweenShows.skip()
  }

  /** The show on air has a mount of its own. */
  get #hasOtherMount(): boolean {
    const { main, registry } = this.#options
    return registry.live !== null && registry.live.transmitter !== main?.transmitter
  }

  /** Ends what plays; idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#options.main?.close()
  }
}
