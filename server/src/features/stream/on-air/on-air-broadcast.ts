import type { Person } from '@carillon/contract/roles'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { MapRun } from '@carillon/media/takes/packet-map'
import type { Session } from '../../../http/session.ts'
import type { OnAirState } from '../cluster/on-air-state.ts'
import type { Bid } from '../cluster/ports.ts'
import { RemoteState } from '../cluster/remote-state.ts'
import { Audience } from '../listeners/audience.ts'
import { MovingAudience } from '../listeners/moving-audience.ts'
import type { MountKind } from '../mount/mount.ts'
import { runsOf } from '../mount/packet-origin.ts'
import type { Hls } from '../outputs/hls/hls.ts'
import type { LastingRecording } from '../outputs/lasting-recording.ts'
import type { TakeLog } from '../outputs/take-log.ts'
import type { Tape } from '../rewind/tape.ts'
import type { SilenceDetector } from '../silence/silence-detector.ts'
import type { Reception, Source, SourcePlace } from '../sources/source.ts'
import { Feed } from './feed.ts'
import { StandIn } from './stand-in.ts'
import type { Transmission } from './transmission.ts'
import type { Tap, Transmitter } from './transmitter.ts'

/** A browser comes back after this one. */
const SOUND_LOST = [SOURCE_CLOSE.SERVER_RESTARTING, 'Your sound was lost'] as const

export type OnAirBroadcastOptions = {
  broadcastId: number
  kind: MountKind
  /** Peak before a restart. */
  peakListeners: number
  /** In the test before, the DJ's browser took over from their program. */
  isProgramAside: boolean
  /** Notes where it begins and ends; null for a test, and where there is none. */
  hls: Pick<Hls, 'beginShow' | 'endShow'> | null
  /** Null for a test: nobody keeps it. Closed with the broadcast. */
  recording: LastingRecording | null
  /** Whether anybody may hear what is recorded; it does not reject. */
  isRecordingPublic: () => Promise<boolean>
  /** Makes what notices silence; null for a test. Closed with the broadcast, and when another instance leads. */
  detectSilence: () => SilenceDetector | null
  /** Way to its listeners. Closed with the broadcast. */
  transmission: Transmission
  /** The show that hands over to it, with those who listen. */
  before?: OnAirBroadcast | undefined
  /** Monotonic milliseconds. */
  now: () => number
  isIcecastUp: () => boolean
  /** Sends a page, and of whom its packets are, to the instances that follow. It must not wait for anything. */
  relay: (bytes: Uint8Array, runs: readonly MapRun[]) => void
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
  readonly feed: Feed
  readonly audience: Audience
  /** Its listeners: they stay when it hands over. */
  readonly listeners: MovingAudience
  readonly #options: OnAirBroadcastOptions
  /** State that the leading instance sent last. */
  readonly #remote: RemoteState
  #source: Source | null = null
  /** Said last of how its sound goes on from here. */
  #reception: Reception = { heardDelayMs: null }
  /** The session of its newest source, also after that has closed. */
  #lastSession: Session | null = null
  /** The DJ's browser took over from their program, which waits until that is gone. */
  #isProgramAside: boolean
  #leads = false
  #silenceDetector: SilenceDetector | null = null
  /** The DJ of the show before, who waits or is on the air in the place of the own one. */
  #standIn: StandIn | null = null
  #isStoodIn = false
  /** Its recording, as listeners go back in it. */
  #tape: Tape | null = null
  #isClosed = false

  constructor(options: OnAirBroadcastOptions) {
    this.#options = options
    this.broadcastId = options.broadcastId
    this.kind = options.kind
    this.#isProgramAside = options.isProgramAside
    this.audience = new Audience({ now: options.now, peak: options.peakListeners })
    this.listeners = options.before?.listeners ?? new MovingAudience(this.audience)
    const { now, transmission } = options
    this.feed = new Feed({ now, target: transmission, onHold: () => this.#source?.report(this.#reception) })
    this.#remote = new RemoteState(now)
  }

  /** Mount that it plays into, and all that carries its pages. */
  get transmitter(): Transmitter {
    return this.#options.transmission.transmitter
  }

  /** Begins the stream: who listens to the show before is counted here from now on. To be called once. */
  begin(): void {
    this.listeners.moveTo(this.audience)
    const { recording } = this.#options
    this.#tape = recording && this.transmitter.rewinds.add(this.broadcastId, recording.first)
    // Who comes from the show before hears it only when it is public.
    void this.#tape?.learnIsPublic(this.#options.isRecordingPublic)
    const tap: Tap = {
      onPage: (bytes, packets) => this.#publish(bytes, packets),
      onSound: (sound) => this.#silenceDetector?.push(sound),
    }
    this.#options.transmission.begin(tap, this.audience)
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
    this.#options.transmission.lead()
    if (!this.#remote.current) return
    this.feed.hold(state.feedHold)
    this.feed.resume(state.silentForMs)
    this.audience.resume(state.peakListeners, state.outsideListeners)
    // A source that is here has decided that already.
    if (!this.#source) this.#isProgramAside = state.isProgramAside
  }

  /**
   * Leaves to another instance what only one does; a source that is here has to leave, and comes back where a DJ stands in
   * for it. Idempotent.
   */
  follow({ sourceKind, isStandIn }: Pick<Bid, 'sourceKind' | 'isStandIn'>): void {
    if (!this.#leads) return
    const { state } = this
    const isBrowser = sourceKind === 'BROWSER'
    this.applyRemoteState({
      ...state,
      source: isBrowser ? { kind: sourceKind } : state.source,
      isProgramAside: state.isProgramAside || (isBrowser && this.#source?.kind === 'ENCODER'),
    })
    this.#leads = false
    if (isStandIn) this.#source?.close(...SOUND_LOST)
    else this.#supersede(this.#source)
    this.feed.hold(null)
    void this.#silenceDetector?.close()
    this.#silenceDetector = null
    this.#options.transmission.follow()
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

  /** Whether its source is that of the DJ of the show before. */
  get isStoodIn(): boolean {
    return this.#isStoodIn
  }

  /** Takes that its recording knows; null where it has none. */
  get takes(): TakeLog | null {
    return this.#options.recording?.takes ?? null
  }

  /** All that are connected to it: its source, and the one that waits to stand in. */
  get sources(): Source[] {
    return [this.#source, this.#standIn?.source].filter((each) => each != null)
  }

  /**
   * Looks after its connections: the one that is lost, and the one that stands in. To be called about once a second. What a
   * source sent while the instance stood still may not be read yet.
   */
  checkSources({ hasStoodStill }: { hasStoodStill: boolean }): void {
    this.#source?.checkAlive()
    if (this.#standIn && this.state.isRecovering && !hasStoodStill) this.#putStandInOn()
    else this.#standIn?.tick()
  }

  /** Says to the source how its sound goes on from here. To be called about once a second. */
  reportReception({ heardDelayMs, gaps }: { heardDelayMs: number | null; gaps: number }): void {
    const peakDb = this.#silenceDetector?.takePeakDb() ?? undefined
    const { recording } = this.#options
    const recorded = recording && { lengthMs: recording.lengthMs, gaps, hasFailed: recording.hasFailed }
    this.#reception = {
      heardDelayMs,
      ...(peakDb !== undefined && { peakDb }),
      ...(recorded && { recording: recorded }),
    }
    this.#source?.report(this.#reception)
  }

  /** Notes that packets of a take have come some other way, and are kept for the recording. */
  noteKept(takeId: string, from: number, to: number): void {
    this.takes?.markWritten(takeId, from, to)
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
    this.#supersede(older)
    this.#isStoodIn = false
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

  /** Leaves its transmitter to the show that follows; false on the main mount, which gives turns. */
  handOn(): boolean {
    return this.#options.transmission.handOn()
  }

  /** Waits with the sound of the show before, which stands in while its own source is lost. */
  keepStandIn(other: OnAirBroadcast): void {
    const source = other.#source
    other.#source = null
    const { broadcastId } = this
    const onGone = () => {
      this.#standIn = null
    }
    this.#standIn = source && new StandIn(source, { broadcastId, now: this.#options.now, onGone })
  }

  /** Ends the stream, its listeners, its source and its recording; idempotent. */
  async close(code: number, reason: string): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const source of this.sources) source.close(code, reason)
    const { transmission, recording, hls } = this.#options
    // It may have been made public meanwhile, and stay for who goes back.
    void this.#tape?.learnIsPublic(this.#options.isRecordingPublic)
    this.#tape?.end()
    hls?.endShow(this.broadcastId)
    // Its last page comes before the end of the recording.
    const ended = transmission.close()
    await Promise.all([ended, recording?.close(), this.#silenceDetector?.close()])
  }

  get #ownState(): OnAirState {
    return {
      listenerCount: this.audience.count,
      peakListeners: this.audience.peak,
      outsideListeners: this.audience.outside,
      isRecovering: this.feed.isRecovering,
      hasReceived: this.feed.hasReceived,
      feedHold: this.feed.held,
      isDeadAir: this.#silenceDetector?.isDeadAir ?? false,
      hasRecordingFailed: this.#options.recording?.hasFailed ?? false,
      bitrate: this.transmitter.mount.bitrate,
      isIcecastUp: this.#options.isIcecastUp(),
      // The place of who is stood in for is free.
      sourceUserId: this.#isStoodIn ? null : (this.#source?.session.person.id ?? null),
      source: this.#source?.snapshot() ?? null,
      isProgramAside: this.#isProgramAside,
      silentForMs: this.kind === 'live' ? this.feed.silentForMs : 0,
    }
  }

  get #place(): SourcePlace {
    const { broadcastId, feed, takes } = this
    const { mount } = this.transmitter
    return { broadcastId, feed, mount, takes, onClose: (source) => this.#forget(source) }
  }

  /** Sends a source away whose place another one has. */
  #supersede(source: Source | null): void {
    if (this.#isStoodIn) source?.close(SOURCE_CLOSE.BROADCAST_ENDED, 'The DJ you stood in for is back')
    else source?.close(SOURCE_CLOSE.SUPERSEDED, 'You are on air from another place')
  }

  #publish(bytes: Uint8Array, packets: readonly Uint8Array[]): void {
    if (packets.length > 0 && !this.#isClosed) this.#options.hls?.beginShow(this.broadcastId)
    const runs = runsOf(packets, this.feed.held !== null)
    this.#options.recording?.append(bytes, runs)
    this.#tape?.noteSent(this.transmitter.mount.sent)
    // The last page is the end of this mount: the others end theirs by themselves, or go on with another.
    if (!this.#isClosed) this.#options.relay(bytes, runs)
  }

  #forget(source: Source): void {
    if (this.#source !== source) return
    this.#source = null
    this.#isStoodIn = false
    // Who connects to another instance is not lost.
    if (this.#standIn && this.#leads && !this.#isClosed) this.#putStandInOn()
    else this.#options.onSourceChange()
  }

  /** The DJ who handed over is on the air again: the sound of the one who followed is lost. */
  #putStandInOn(): void {
    const { source } = this.#standIn ?? {}
    if (!source) return
    this.#standIn = null
    const lost = this.#source
    this.#source = source
    this.#isStoodIn = true
    source.moveTo(this.#place)
    source.reportStandIn(true)
    lost?.close(...SOUND_LOST)
    this.#options.onSourceChange()
  }
}
