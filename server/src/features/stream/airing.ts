import { randomInt } from 'node:crypto'
import type { Person } from '@carillon/contract/roles'
import { SOURCE_CLOSE } from '@carillon/contract/stream'
import { Audience } from './audience.ts'
import { FanOut } from './fan-out.ts'
import type { Guardian } from './guardian/guardian.ts'
import { Mount, type MountKind } from './mount.ts'
import type { Recording } from './recording.ts'
import type { Source, SourcePlace } from './source.ts'

export type AiringOptions = {
  broadcastId: number
  kind: MountKind
  /** What was reached before a restart. */
  peakListeners: number
  /** Null for a test: nobody keeps it. Closed with the airing. */
  recording: Recording | null
  /** Hears whether it is silent; null for a test. Closed with the airing. */
  guardian: Guardian | null
  /** Monotonic milliseconds. */
  now: () => number
  isLoopLate: () => boolean
  /** A page came, and those who want it at once have it. */
  onPage: () => void
  onSourceChange: () => void
}

/** Everything that one broadcast on air, or in test, holds: its mount, source, listeners and recording. */
export class Airing {
  readonly broadcastId: number
  readonly kind: MountKind
  readonly mount: Mount
  readonly fanOut: FanOut
  readonly audience: Audience
  readonly #options: AiringOptions
  #source: Source | null = null
  #hasBegun = false
  #isClosed = false

  constructor(options: AiringOptions) {
    this.#options = options
    this.broadcastId = options.broadcastId
    this.kind = options.kind
    this.audience = new Audience({ now: options.now, peak: options.peakListeners })
    const { broadcastId, kind, now } = options
    const onPage = (bytes: Uint8Array) => this.#publish(bytes)
    this.mount = new Mount({
      broadcastId,
      kind,
      now,
      onPage,
      // What a first listener gets at once is no silence on the air.
      onSound: (sound) => this.#hasBegun && options.guardian?.hear(sound),
      serialNumber: randomInt(2 ** 32),
    })
    this.fanOut = new FanOut(this.mount.pages)
  }

  /** Begins the stream. To be called once. */
  begin(): void {
    this.mount.begin()
    this.#hasBegun = true
  }

  get source(): Source | null {
    return this.#source
  }

  /** Listeners have heard silence for 20 s or more. */
  get isDeadAir(): boolean {
    return this.#options.guardian?.isDeadAir ?? false
  }

  get hasRecordingFailed(): boolean {
    return this.#options.recording?.hasFailed ?? false
  }

  /** Whether this person may connect now: the place is free, or is theirs already. */
  hasPlaceFor(person: Person): boolean {
    return this.#source === null || this.#source.session.person.id === person.id
  }

  /** Puts a connection on the air that `open` makes a source of; the same person's older one has to leave. */
  connectSource(open: (place: SourcePlace) => Source): void {
    const source = open(this.#place)
    if (this.#isClosed) {
      source.close(SOURCE_CLOSE.BROADCAST_ENDED, 'The broadcast has ended')
      return
    }
    const older = this.#source
    this.#source = source
    older?.close(SOURCE_CLOSE.SUPERSEDED, 'You are on air from another place')
    this.#options.onSourceChange()
  }

  /** Takes the source over from another airing of the same broadcast: its test goes live. */
  takeSourceFrom(other: Airing): void {
    this.#source = other.#source
    other.#source = null
    this.#source?.moveTo(this.#place)
  }

  /** Ends the stream, its listeners, its source and its recording; idempotent. */
  async close(code: number, reason: string): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#source?.close(code, reason)
    this.mount.close()
    this.fanOut.close()
    await Promise.all([this.#options.recording?.close(), this.#options.guardian?.close()])
  }

  get #place(): SourcePlace {
    return { mount: this.mount, onClose: (source) => this.#forget(source) }
  }

  #publish(bytes: Uint8Array): void {
    this.#options.recording?.append(bytes)
    this.fanOut.publish(this.#options.isLoopLate())
    this.#options.onPage()
  }

  #forget(source: Source): void {
    if (this.#source !== source) return
    this.#source = null
    this.#options.onSourceChange()
  }
}
