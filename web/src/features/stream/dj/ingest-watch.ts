import type { Cancel, Timers } from './timers.ts'

/** Without an acknowledgement of new sound for this long, the sound does not reach the station. */
export const UNACKNOWLEDGED_LIMIT_MS = 2_500
/** The shortest packet of Opus lasts 2.5 ms. */
const MAX_PACKETS_PER_MS = 1 / 2.5
/** Time of sound that a recorder may have kept back before. */
const EARLY_MS = 1_000

/**
 * Watches whether the station acknowledges what this page sends, connection after connection. Sockets that look open
 * and browsers that believe to be online prove nothing: only sound that has arrived does.
 */
export class IngestWatch {
  readonly #timers: Timers
  readonly #onChange: (unacknowledgedSince: number | null) => void
  #receivedUpTo = 0
  #openedAt: number
  #acknowledgedAt: number
  #unacknowledgedSince: number | null = null
  #cancelAlarm: Cancel = () => {}

  /** `onChange` is told since when nothing has arrived, on the clock of the timers, and null once something does. */
  constructor(timers: Timers, onChange: (unacknowledgedSince: number | null) => void) {
    this.#timers = timers
    this.#onChange = onChange
    this.#acknowledgedAt = timers.now()
    this.#openedAt = timers.now()
  }

  /** A connection is open, whose packets count from zero. An alarm lasts until the first of them has arrived. */
  open(): void {
    this.#receivedUpTo = 0
    this.#openedAt = this.#timers.now()
    if (this.#unacknowledgedSince === null) this.#acknowledgedAt = this.#timers.now()
    this.#expectMore()
  }

  /** One that is repeated, or older than the last, says nothing new; one of more than was ever sent says nothing true. */
  acknowledge(receivedUpTo: number): void {
    const openMs = this.#timers.now() - this.#openedAt
    if (receivedUpTo > (openMs + EARLY_MS) * MAX_PACKETS_PER_MS) return
    if (receivedUpTo <= this.#receivedUpTo) return
    this.#receivedUpTo = receivedUpTo
    this.#acknowledgedAt = this.#timers.now()
    this.#set(null)
    this.#expectMore()
  }

  /** The connection or the network is known to be gone: there is nothing to wait for. */
  lose(): void {
    this.#cancelAlarm()
    this.#set(this.#unacknowledgedSince ?? this.#acknowledgedAt)
  }

  close(): void {
    this.#cancelAlarm()
  }

  #expectMore(): void {
    this.#cancelAlarm()
    this.#cancelAlarm = this.#timers.after(UNACKNOWLEDGED_LIMIT_MS, () => this.lose())
  }

  #set(unacknowledgedSince: number | null): void {
    if (unacknowledgedSince === this.#unacknowledgedSince) return
    this.#unacknowledgedSince = unacknowledgedSince
    this.#onChange(unacknowledgedSince)
  }
}
