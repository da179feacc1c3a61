import { randomInt } from 'node:crypto'
import type { Person } from '@carillon/contract/roles'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { Session } from '../../../http/session.ts'
import type { OnAirState } from '../cluster/on-air-state.ts'
import { RemoteState } from '../cluster/remote-state.ts'
import { Audience } from '../listeners/audience.ts'
import { FanOut } from '../listeners/fan-out.ts'
import { FanOutClock } from '../listeners/fan-out-clock.ts'
import type { StreamFormat } from '../listeners/stream-format.ts'
import { MIN_BITS_PER_SECOND } from '../mount/min-bitrate-padding.ts'
import { Mount, type MountKind } from '../mount/mount.ts'
import type { Mp3Mount } from '../outputs/mp3/mp3-mount.ts'
import { OpenOutputs } from '../outputs/open-outputs.ts'
import type { OpenOutput } from '../outputs/output.ts'
import type { Recording } from '../outputs/recording.ts'
import type { SilenceDetector } from '../silence/silence-detector.ts'
import type { Source, SourcePlace } from '../sources/source.ts'

export type OnAirBroadcastOptions = {
  broadcastId: number
  kind: MountKind
  /** Peak before a restart. */
  peakListeners: number
  /** In the test before, the DJ's browser took over from their program. */
  isProgramAside: boolean
  /** Null for a test: nobody keeps it. Closed with the broadcast. */
  recording: Recording | null
  /** Makes what notices silence; null for a test. Closed with the broadcast, and when another instance leads. */
  detectSilence: () => SilenceDetector | null
  /**
   * Further outputs of the pages; opened where the broadcast leads, closed with it, and when another instance leads.
   */
  outputs: readonly OpenOutput[]
  /** Makes its MP3 form; null where there is none. */
  makeMp3: ((mount: Mount) => Mp3Mount) | null
  /** Monotonic milliseconds. */
  now: () => number
  isLoopLate: () => boolean
  isIcecastUp: () => boolean
  /** Sends a page to the instances that follow. It must not wait for anything. */
  relay: (bytes: Uint8Array) => void
  onSourceChange: () => void
}

// Members: source, mount, listeners and outputs of one broadcast change together when it begins, ends or changes its leader.
/**
 * Everything that one broadcast on air, or in test, holds on this instance: its mount, source, listeners and recording.
 * One instance of the station leads it, the others follow: they get their sound and how it stands from that one.
 */
export class OnAirBroadcast {
  readonly broadcastId: number
  readonly kind: MountKind
  readonly mount: Mount
  readonly fanOut: FanOut
  readonly audience: Audience
  /** For browsers that cannot play Ogg Opus; null where it is not made. */
  readonly mp3: Mp3Mount | null
  readonly #options: OnAirBroadcastOptions
  readonly #clock: FanOutClock
  readonly #outputs: OpenOutputs
  /** State that the leading instance sent last. */
  readonly #remote: RemoteState
  #source: Source | null = null
  /** The session of its newest source, also after that has closed. */
  #lastSession: Session | null = null
  /** The DJ's browser took over from their program, which waits until that is gone. */
  #isProgramAside: boolean
  #leads = false
  #silenceDetector: SilenceDetector | null = null
  #hasBegun = false
  #isClosed = false

  constructor(options: OnAirBroadcastOptions) {
    this.#options = options
    this.broadcastId = options.broadcastId
    this.kind = options.kind
    this.#isProgramAside = options.isProgramAside
    this.audience = new Audience({ now: options.now, peak: options.peakListeners })
    const { broadcastId, kind, now } = options
    const onPage = (bytes: Uint8Array) => this.#publish(bytes)
    this.mount = new Mount({
      broadcastId,
      kind,
      now,
      onPage,
      // What a first listener gets at once is no silence on the air.
      onSound: (sound) => this.#hasBegun && this.#silenceDetector?.push(sound),
      serialNumber: randomInt(2 ** 32),
    })
    this.fanOut = new FanOut(this.mount.pages)
    this.mp3 = options.makeMp3?.(this.mount) ?? null
    this.#outputs = new OpenOutputs(this.mount, options.outputs)
    this.#remote = new RemoteState(now)
    this.#clock = new FanOutClock({ now, onTick: () => this.mount.tick(), onTurn: () => this.#takeTurn() })
  }

  /** Its form that most listen to. */
  get ogg(): StreamFormat {
    const { fanOut, mount } = this
    return {
      mimeType: 'audio/ogg',
      bitsPerSecond: MIN_BITS_PER_SECOND,
      carriesTitles: false,
      fanOut,
      opening: () => mount.opening(),
    }
  }

  /** Connections that carry its sound. */
  get connections(): number {
    return this.fanOut.size + (this.mp3?.fanOut.size ?? 0)
  }

  /** Drops the listeners among these connections: they have left too much unread. */
  dropStalled(stalled: ReadonlySet<string>): void {
    this.fanOut.dropStalled(stalled)
    this.mp3?.fanOut.dropStalled(stalled)
  }

  /** Begins the stream. To be called once. */
  begin(): void {
    this.mount.begin()
    this.#hasBegun = true
    if (this.#leads) this.#outputs.open()
    this.#clock.start()
  }

  /** Whether this instance leads: only one has the source, and does what is to be done once for the station. */
  get leads(): boolean {
    return this.#leads
  }

  /** Does from now on what only one instance does, from where the one before left it. Idempotent. */
  lead(): void {
    if (this.#leads || this.#isClosed) return
    const { state } = this
    this.#leads = true
    this.#silenceDetector = this.#options.detectSilence()
    if (this.#hasBegun) this.#outputs.open()
    if (!this.#remote.current) return
    this.mount.holdFeed(state.feedHold)
    this.mount.resume(state.silentForMs)
    this.audience.resume(state.peakListeners)
    // A source that is here has decided that already.
    if (!this.#source) this.#isProgramAside = state.isProgramAside
  }

  /**
   * Leaves to another instance what only one does; a source that is here has to leave. `sourceKind` is what the DJ is
   * connected there with. Idempotent.
   */
  follow(sourceKind: Source['kind'] | null = null): void {
    if (!this.#leads) return
    const { state } = this
    const isBrowser = sourceKind === 'BROWSER'
    this.applyRemoteState({
      ...state,
      source: isBrowser ? { kind: sourceKind } : state.source,
      isProgramAside: state.isProgramAside || (isBrowser && this.#source?.kind === 'ENCODER'),
    })
    this.#leads = false
    this.mount.holdFeed(null)
    this.#source?.close(SOURCE_CLOSE.SUPERSEDED, 'You are on air from another place')
    void this.#silenceDetector?.close()
    this.#silenceDetector = null
    void this.#outputs.close()
    this.audience.setOutside(0)
  }

  /** Applies what the instance that leads sends. */
  applyRemoteState(state: OnAirState): void {
    this.#remote.apply(state)
  }

  /** The instance that leads cannot be reached: its source's place is free. */
  markLeaderLost(): void {
    this.#remote.markLeaderLost()
  }

  /** The DJ's program may take over from the browser again. */
  letProgramBack(): void {
    this.#isProgramAside = false
    this.#remote.letProgramBack()
  }

  /** State of the broadcast: as it is here, or as the instance that leads sent it. */
  get state(): OnAirState {
    return (this.#leads ? null : this.#remote.current) ?? this.#ownState
  }

  get source(): Source | null {
    return this.#source
  }

  /** Says to the source how its sound goes on from here. To be called about once a second. */
  reportReception({ heardDelayMs, gaps }: { heardDelayMs: number | null; gaps: number }): void {
    const peakDb = this.#silenceDetector?.takePeakDb() ?? undefined
    const { recording } = this.#options
    const recorded = recording && { lengthMs: recording.lengthMs, gaps, hasFailed: recording.hasFailed }
    this.#source?.report({
      heardDelayMs,
      ...(peakDb !== undefined && { peakDb }),
      ...(recorded && { recording: recorded }),
    })
  }

  /** Whose sound it has, or had last; null on an instance that follows, and until a source has come. */
  get lastSession(): Session | null {
    return this.#leads ? this.#lastSession : null
  }

  /** Whether this person may connect now: the place is free, or is theirs already. */
  hasPlaceFor(person: Person): boolean {
    const { sourceUserId } = this.state
    return sourceUserId === null || sourceUserId === person.id
  }

  /** Puts a connection on the air that `open` makes a source of; the same person's older one has to leave. */
  connectSource(open: (place: SourcePlace) => Source): void {
    const source = open(this.#place)
    if (this.#isClosed) {
      source.close(SOURCE_CLOSE.BROADCAST_ENDED, 'The broadcast has ended')
      return
    }
    const older = this.#source
    const { isProgramAside, source: current } = this.state
    this.#isProgramAside = source.kind === 'BROWSER' && (isProgramAside || current?.kind === 'ENCODER')
    this.#source = source
    this.#lastSession = source.session
    older?.close(SOURCE_CLOSE.SUPERSEDED, 'You are on air from another place')
    this.#options.onSourceChange()
  }

  /** Takes the source over from the test of the same broadcast, which goes live. */
  takeSourceFrom(other: OnAirBroadcast): void {
    this.#isProgramAside = other.state.isProgramAside
    this.#source = other.#source
    this.#lastSession = other.#lastSession
    other.#source = null
    this.#source?.moveTo(this.#place)
  }

  /** Ends the stream, its listeners, its source and its recording; idempotent. */
  async close(code: number, reason: string): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#clock.stop()
    this.#source?.close(code, reason)
    this.mount.close()
    this.fanOut.close()
    const outputs = this.#outputs.close()
    await Promise.all([
      this.#options.recording?.close(),
      this.#silenceDetector?.close(),
      outputs,
      this.mp3?.close(),
    ])
  }

  get #ownState(): OnAirState {
    return {
      listenerCount: this.audience.count,
      peakListeners: this.audience.peak,
      isRecovering: this.mount.isRecovering,
      feedHold: this.mount.feedHold,
      isDeadAir: this.#silenceDetector?.isDeadAir ?? false,
      hasRecordingFailed: this.#options.recording?.hasFailed ?? false,
      bitrate: this.mount.bitrate,
      isIcecastUp: this.#options.isIcecastUp(),
      sourceUserId: this.#source?.session.person.id ?? null,
      source: this.#source?.snapshot() ?? null,
      isProgramAside: this.#isProgramAside,
      silentForMs: this.kind === 'live' ? this.mount.silentForMs : 0,
    }
  }

  get #place(): SourcePlace {
    return { mount: this.mount, onClose: (source) => this.#forget(source) }
  }

  #publish(bytes: Uint8Array): void {
    this.#options.recording?.append(bytes)
    this.fanOut.publish(this.#options.isLoopLate())
    this.mp3?.publish()
    this.#outputs.publish()
    this.#options.relay(bytes)
    this.#clock.notePage()
  }

  #takeTurn(): void {
    this.fanOut.tick()
    this.mp3?.tick()
  }

  #forget(source: Source): void {
    if (this.#source !== source) return
    this.#source = null
    this.#options.onSourceChange()
  }
}
