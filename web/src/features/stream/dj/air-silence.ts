import { SECOND_MS } from '@carillon/contract/durations'
import type { Store } from '../../../lib/store.ts'
import { SILENCE_DB } from './signal-watch.ts'
import type { Cancel, Timers } from './timers.ts'

/** A pause between sentences is shorter: from here on the state of the air is SILENCE. */
export const SILENCE_MS = 2_000
/** As the station reports silence; from here on the DJ is warned. */
export const SILENCE_ALARM_MS = 5_000
/** Reports come every second, and tell of the second before. */
const MISSING_AFTER_REPORTS = 3
/** Age that reported sound may have: some recorders hand theirs out by the second. */
const REPORT_DELAY_MS = 2_000

/** Silence at the listeners, as far as it is known: its seconds, 0 while there is sound, and whether to warn of it. */
export type Silence = { silentSeconds: number; isSilenceAlarm: boolean }

export type AirSilenceOptions = {
  timers: Timers
  /** Since when what is sent is silent, on the clock of the timers; null while it sounds. */
  silentSince: Store<number | null>
  /** Whether sound comes in here that listeners should get. */
  isSounding: () => boolean
  onChange: (silence: Silence) => void
}

/**
 * One count of the seconds of silence, from the sound that this page sends and from the station, which says what
 * listeners hear. The caller closes it.
 */
export class AirSilence {
  readonly #options: AirSilenceOptions
  readonly #unsubscribe: () => void
  /** Since when listeners hear silence, as the station says. */
  #saidSince: number | null = null
  /** Since when the station reports silence while sound comes in here. */
  #missingSince: number | null = null
  #missingReports = 0
  /** The DJ asked for the silence until then, by a mute, or was not on air yet. */
  #askedUntil: number
  /** The silence of which the station spoke until then was the line's. */
  #lineBackAt: number
  #soundingSince: number
  #quietSince: number | null = null
  #shownSince: number | null = null
  #cancelDue: Cancel = () => {}

  constructor(options: AirSilenceOptions) {
    this.#options = options
    const now = options.timers.now()
    this.#askedUntil = now
    this.#lineBackAt = now
    this.#soundingSince = now
    this.#unsubscribe = options.silentSince.subscribe(() => this.#renewHere())
    this.#renewHere()
  }

  /** The station says it every few seconds; in between it goes on. 0 is the end of it. */
  say(seconds: number): void {
    this.#saidSince = seconds === 0 ? null : this.#options.timers.now() - seconds * SECOND_MS
    this.refresh()
  }

  /** The loudest that listeners got since the last report; null where nobody measures it. */
  report(peakDb: number | null): void {
    const { timers, isSounding } = this.#options
    const now = timers.now()
    const isKnown = now - this.#soundingSince >= REPORT_DELAY_MS || this.#missingReports > 0
    const isMissing = peakDb !== null && peakDb < SILENCE_DB && isSounding() && isKnown
    this.#missingReports = isMissing ? this.#missingReports + 1 : 0
    this.#missingSince = isMissing ? (this.#missingSince ?? now - SECOND_MS) : null
    this.refresh()
  }

  /** The mute is over, or the show begins: a silence counts from here. */
  countFromNow(): void {
    this.#askedUntil = this.#options.timers.now()
    this.#renewHere()
    this.lineReturned()
  }

  /** Sound arrives again: what the station said meanwhile, and will say of it, is no fault of the microphone. */
  lineReturned(): void {
    this.#lineBackAt = this.#options.timers.now()
    this.#soundingSince = this.#lineBackAt
    this.#saidSince = null
    this.#missingReports = 0
    this.#missingSince = null
    this.refresh()
  }

  /** Counts on; to be called about once a second. */
  refresh(): void {
    const { timers, onChange } = this.#options
    const now = timers.now()
    const since = this.#since(now)
    // The station, which hears it later, may speak on when sound is back here: the count does not step back.
    this.#shownSince = since === null ? null : Math.min(since, this.#shownSince ?? since)
    const silentMs = this.#shownSince === null ? 0 : now - this.#shownSince
    const isMissing = this.#missingReports >= MISSING_AFTER_REPORTS
    onChange({
      silentSeconds: Math.floor(silentMs / SECOND_MS),
      isSilenceAlarm: silentMs >= SILENCE_ALARM_MS || isMissing,
    })
  }

  close(): void {
    this.#unsubscribe()
    this.#cancelDue()
  }

  /** The beginning of a silence that has lasted long enough to be one; null while there is sound. */
  #since(now: number): number | null {
    const here = lasting(this.#hereSince, SILENCE_MS, now)
    const said = lasting(this.#saidHereSince, SILENCE_ALARM_MS, now)
    // Sound here and none there is no pause of the show: that counts at once.
    const missing = this.#missingReports >= MISSING_AFTER_REPORTS ? this.#missingSince : null
    const known = [here, said, missing].filter((since) => since !== null)
    return known.length === 0 ? null : Math.min(...known)
  }

  get #saidHereSince(): number | null {
    return this.#saidSince === null ? null : Math.max(this.#saidSince, this.#lineBackAt, this.#askedUntil)
  }

  get #hereSince(): number | null {
    const since = this.#options.silentSince.get()
    return since === null ? null : Math.max(since, this.#askedUntil)
  }

  /** Shown in the moment in which it is one, not with the next report. */
  #renewHere(): void {
    const { timers } = this.#options
    this.#cancelDue()
    const now = timers.now()
    const since = this.#hereSince
    // A shorter pause is in no report.
    const wasPause = this.#quietSince !== null && now - this.#quietSince >= SECOND_MS
    if (since === null && wasPause) this.#soundingSince = now
    if (since !== null) this.#cancelDue = timers.after(since + SILENCE_MS - now, () => this.refresh())
    this.#quietSince = since
    this.refresh()
  }
}

function lasting(since: number | null, ms: number, now: number): number | null {
  return since !== null && now - since >= ms ? since : null
}
