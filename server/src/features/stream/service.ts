import { join } from 'node:path'
import { HOUR_MS } from '@carillon/contract/durations'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import { SOURCE_CLOSE, type StreamHealth } from '@carillon/contract/stream/schemas'
import { AppError } from '../../kernel/app-error.ts'
import { Leaderships } from './cluster/leaderships.ts'
import type { Led } from './cluster/ports.ts'
import { ListenerPlaces, MAX_LISTENERS } from './listeners/listener-places.ts'
import { BETWEEN_SHOWS_ID } from './main-mount/between-shows.ts'
import { MainMount } from './main-mount/main-mount.ts'
import { MainSwitch } from './main-mount/main-switch.ts'
import type { PlayoutPort } from './main-mount/ports.ts'
import { StationTape } from './main-mount/station-tape.ts'
import type { MountKind } from './mount/mount.ts'
import {
  createOnAirBroadcast,
  createTransmitter,
  type OnAirSurroundings,
} from './on-air/create-on-air-broadcast.ts'
import { FeedSwitch } from './on-air/feed-switch.ts'
import { OnAirBroadcast } from './on-air/on-air-broadcast.ts'
import { OnAirRegistry } from './on-air/on-air-registry.ts'
import { RadioSwitch } from './on-air/radio-switch.ts'
import { Revocations } from './on-air/revocations.ts'
import { Hls } from './outputs/hls/hls.ts'
import { SegmentPull } from './outputs/hls/instances.ts'
import { HlsPush } from './outputs/hls/push/hls-push.ts'
import { findOutputs, type Outputs } from './outputs/outputs.ts'
import type { KnownBroadcast, StreamContext } from './ports.ts'
import { isRewindable } from './rewind/is-rewindable.ts'
import { type Check, runChecks } from './status/checks.ts'
import { StreamCounters, type StreamMetrics } from './status/metrics.ts'
import { StatusBroadcaster } from './status/status-broadcaster.ts'
import { StreamStatus } from './status/stream-status.ts'
import { Supervision } from './supervision/supervision.ts'

const MOUNT_KINDS: Partial<Record<KnownBroadcast['status'], MountKind>> = { LIVE: 'live', TESTING: 'test' }

/** A show that took the place of another one, whose listeners it has. */
const isOnAirAfterAnother = ({ status, tookOverFrom }: KnownBroadcast) =>
  status === 'LIVE' && tookOverFrom !== null

/** A mount that is to be open; `peakListeners` is the most it has ever had. */
type MountRequest = { broadcastId: number; kind: MountKind; peakListeners?: number; before?: OnAirBroadcast }

// Members: what the rest of the station asks of the stream; most are one line to one of its parts.
/** The stream of the station: opens and closes what is on air and in test, and holds its parts together. */
export class Stream {
  readonly registry = new OnAirRegistry(() => this.betweenShows.open?.transmitter ?? null)
  readonly radio: RadioSwitch
  /** Switch of what plays between shows. */
  readonly betweenShows: MainSwitch
  readonly feed: FeedSwitch
  readonly revocations: Revocations
  /** Which instance leads what is on air. */
  readonly leaderships: Leaderships
  readonly broadcaster: StatusBroadcaster
  /** The public sound in segments. */
  readonly hls: Hls
  /** Numbers of listeners, by address. */
  readonly places = new ListenerPlaces()
  /** The live broadcast's song, or the show, as it is told. */
  liveOnAir: OnAir | null = null
  /** Counters for monitoring. */
  readonly counters = new StreamCounters()
  readonly #hlsPush: HlsPush | null
  readonly #context: StreamContext
  readonly #outputs: Outputs
  readonly #status: StreamStatus
  readonly #supervision: Supervision
  readonly #surroundings: OnAirSurroundings
  /** Broadcasts whose files are being written. */
  readonly #recorded = new Set<number>()
  /** Broadcasts that were in test when the DJ's browser had taken over from their program. */
  readonly #programsAside = new Set<number>()
  /** Nothing is opened any more, whatever is still under way. */
  #isClosed = false

  constructor(context: StreamContext) {
    const { now, clock, onStatus } = context
    const { registry } = this
    const onChange = () => {
      this.betweenShows.settle()
      this.broadcaster.tick()
    }
    this.#context = context
    this.radio = new RadioSwitch({ clock, registry, onChange })
    this.#outputs = findOutputs(context, { onChange, mayTakeOver: () => this.leaderships.output.isSure })
    this.hls = new Hls({ ...context, directory: context.settings.dataDir, ffmpeg: this.#outputs.ffmpeg })
    const { hlsS3 } = context.settings
    this.#hlsPush = hlsS3 ? new HlsPush({ ...context, hls: this.hls, settings: hlsS3 }) : null
    this.#status = new StreamStatus({
      clock,
      registry,
      radio: this.radio,
      outputs: this.#outputs,
      hls: { publicUrl: context.settings.hlsPublicUrl ?? null },
      onAir: () => this.onAir,
      betweenShows: () => this.betweenShows.open?.betweenShows.state ?? null,
      playsBetweenShows: () => this.betweenShows.main !== null,
      rewindHours: () => this.betweenShows.rewindHours,
    })
    this.broadcaster = new StatusBroadcaster({ now, status: () => this.#status.message(), onStatus })
    this.leaderships = new Leaderships({
      self: context.instances ?? null,
      now,
      feedsIcecast: () => this.#outputs.icecast?.isFlowing ?? false,
      onChange: (led) => this.#noteLead(led),
      onFollow: (broadcastId, { url }) => this.#pullSegments(broadcastId, url),
    })
    this.feed = new FeedSwitch({ ...context, registry, leaderships: this.leaderships, onChange })
    this.revocations = new Revocations({ now, registry })
    this.#supervision = new Supervision(context, {
      registry,
      icecastAudience: () => this.#icecastAudience(),
      icecast: this.#outputs.icecast,
      broadcaster: this.broadcaster,
    })
    this.#surroundings = this.#describeSurroundings()
    this.betweenShows = new MainSwitch({
      main: context.playout ? this.#createMain(context, context.playout) : null,
      registry,
      leaderships: this.leaderships,
      isRunning: () => this.isRunning,
    })
  }

  /** Gives the broadcasts that were on air before a restart their mounts back; `isOn`: the station plays between shows. */
  async restore(isOn = false): Promise<void> {
    const broadcasts = await this.#context.findOnAir()
    this.betweenShows.restore(isOn, () => broadcasts.forEach((each) => void this.reopen(each)))
  }

  /** Opens the mount of what is LIVE or TESTING, also when another instance put it on air; gives it. */
  reopen({ id, status, peakListeners, onAir, tookOverFrom }: KnownBroadcast): OnAirBroadcast | null {
    const kind = MOUNT_KINDS[status]
    if (kind === 'live') this.liveOnAir = onAir
    // Of several hand-overs one after the other this instance may learn together.
    if (kind === 'live' && tookOverFrom !== null && this.live) this.handOver(this.live.broadcastId, id)
    else if (kind) this.openMount({ broadcastId: id, kind, peakListeners })
    return this.find(id)
  }

  /** Makes what is open here what is on air: of what was `known` here when that was asked, the rest is closed. */
  reconcile(broadcasts: readonly KnownBroadcast[], known: readonly number[]): void {
    if (this.#isClosed) return
    const ids = new Set(broadcasts.map(({ id }) => id))
    const isHandedOver = this.isRunning && broadcasts.some(isOnAirAfterAnother)
    for (const id of known)
      if (!ids.has(id) && !(isHandedOver && this.find(id)?.kind === 'live')) void this.closeMount(id)
    if (this.isRunning) for (const broadcast of broadcasts) this.reopen(broadcast)
  }

  /** Opens a mount; one that is open stays as it is, and a test's source goes on into the live one. 503 when stopped. */
  openMount(mount: MountRequest): void {
    const open = this.registry.get(mount.broadcastId)
    if (open?.kind === mount.kind) return
    if (this.#isClosed) throw new AppError('SHUTTING_DOWN')
    if (!this.isRunning) throw new AppError('MEDIA_AWAY')
    const onAir = this.#createOnAir(mount)
    if (open) onAir.takeSourceFrom(open)
    this.leaderships.join(onAir)
    if (open) this.#end(open, SOURCE_CLOSE.BROADCAST_ENDED, 'The test has ended')
    this.registry.set(onAir)
    onAir.begin()
    this.#expectShow()
    this.broadcaster.tick()
  }

  /**
   * Puts a broadcast in test on the air in the place of the live one: listeners and the mount's one logical stream stay, and
   * the test's source goes on into it. Where the other is not on air it is opened as any. Idempotent.
   */
  handOver(fromId: number, toId: number): void {
    const from = this.registry.get(fromId)
    const waiting = this.registry.get(toId)
    if (waiting?.kind === 'live' || from?.kind !== 'live') {
      this.openMount({ broadcastId: toId, kind: 'live' })
      return
    }
    const onAir = this.#createOnAir({ broadcastId: toId, kind: 'live', before: from })
    if (waiting) onAir.takeSourceFrom(waiting)
    onAir.keepStandIn(from)
    this.leaderships.join(onAir)
    this.registry.delete(fromId)
    this.registry.set(onAir)
    onAir.begin()
    if (!onAir.leads) onAir.transmitter.follow()
    if (waiting) void this.#end(waiting, SOURCE_CLOSE.BROADCAST_ENDED, 'The test has ended')
    void this.#finish(from)
    this.broadcaster.tick()
  }

  /** Ends a mount for good: its source stays away, its listeners' streams end. Resolves when the recording is whole. */
  async closeMount(broadcastId: number): Promise<void> {
    const onAir = this.find(broadcastId)
    if (!onAir) return
    this.registry.delete(broadcastId)
    this.#expectShow()
    const ended = this.#finish(onAir)
    this.broadcaster.tick()
    await ended
  }

  /** Ends every stream and socket with 1012; the broadcasts stay as they are. */
  async close(): Promise<void> {
    this.#isClosed = true
    // It holds up nothing of the rest.
    const hlsClosed = Promise.all([this.hls.close(), this.#hlsPush?.close()])
    this.#supervision.close()
    this.broadcaster.close(SOURCE_CLOSE.SERVER_RESTARTING, 'The station is restarting')
    const broadcasts = this.registry.all
    this.registry.clear()
    await Promise.all(
      broadcasts.map((one) => this.#end(one, SOURCE_CLOSE.SERVER_RESTARTING, 'The station is restarting')),
    )
    await this.betweenShows.close()
    await this.leaderships.close(SOURCE_CLOSE.SERVER_RESTARTING)
    await this.#supervision.settled()
    await hlsClosed
  }

  /** Which broadcasts have a mount here. */
  get open(): number[] {
    return this.registry.broadcastIds
  }

  /** The broadcast of this id, on air or in test. */
  find(broadcastId: number): OnAirBroadcast | null {
    return this.registry.get(broadcastId)
  }

  /** Sound of the moment; null when nothing sounds. */
  get onAir(): OnAir | null {
    return this.itemOnAir ?? (this.live ? this.liveOnAir : null)
  }

  /** Sound between shows; null while nothing plays then. */
  get itemOnAir(): OnAir | null {
    return this.betweenShows.itemOnAir
  }

  /** The public broadcast; null when nothing is on air. */
  get live(): OnAirBroadcast | null {
    return this.registry.live
  }

  get isRunning(): boolean {
    return this.radio.isRunning
  }

  get isFull(): boolean {
    return this.registry.connections >= (this.#context.settings.maxListeners ?? MAX_LISTENERS)
  }

  /** Ways to listen beside /live.ogg. */
  get offers() {
    return this.#status.offers
  }

  status() {
    return this.#status.summary()
  }

  health(): StreamHealth {
    return this.#status.health()
  }

  checks(): Promise<Check[]> {
    return runChecks({ isRunning: this.isRunning, directory: this.#outputs.recordings })
  }

  /** For who watches the station; to be asked every few seconds at most. */
  metrics(): StreamMetrics {
    const metrics = this.counters.metrics(this.registry, this.betweenShows.listeners)
    return { ...metrics, hlsPush: this.#hlsPush?.metrics() ?? null }
  }

  listenerCount(broadcastId: number): number {
    return this.find(broadcastId)?.state.listenerCount ?? 0
  }

  /** Whether the sound of a broadcast arrives, on whichever instance. */
  isReceiving(broadcastId: number): boolean {
    const state = this.find(broadcastId)?.state
    return state !== undefined && state.sourceUserId !== null && state.hasReceived && !state.isRecovering
  }

  /** Whether the recording of a broadcast is still being written. */
  isRecording(broadcastId: number): boolean {
    return this.#recorded.has(broadcastId)
  }

  /** Nobody may go back in a show any more: who did hears what is live. */
  withdrawRecording(broadcastId: number): void {
    for (const { rewinds } of this.registry.transmitters) rewinds.withdraw(broadcastId)
  }

  /** The program of a DJ may take over from their browser again. */
  letProgramBack(broadcastId: number): void {
    this.#programsAside.delete(broadcastId)
    this.find(broadcastId)?.letProgramBack()
  }

  /** Makes ready for the show of whoever is in test: it may cut what plays between shows. */
  #expectShow(): void {
    this.betweenShows.main?.expectShow(this.registry.all.some(({ kind }) => kind === 'test'))
  }

  /** Ends what is off the air. Resolves when its recording is whole. */
  async #finish(onAir: OnAirBroadcast): Promise<void> {
    const { broadcastId, kind } = onAir
    const ended = this.#end(onAir, SOURCE_CLOSE.BROADCAST_ENDED, 'The broadcast has ended')
    void this.leaderships.end(broadcastId, SOURCE_CLOSE.BROADCAST_ENDED)
    await ended
    this.betweenShows.settle()
    if (kind === 'live') this.#context.onRecorded(broadcastId)
  }

  /** This instance leads now, or another one does: what is kept once for the station is kept by one. */
  #noteLead(led: Led): void {
    if (led instanceof OnAirBroadcast && !led.leads) void this.#supervision.finish(led, { hasLed: true })
    this.broadcaster.tick()
  }

  /** Takes the segments of what another instance leads. */
  #pullSegments(broadcastId: number, origin: string): (isOver: boolean) => void {
    const { key = '', id: self = '' } = this.#context.instances ?? {}
    const transmitter = () =>
      broadcastId === BETWEEN_SHOWS_ID
        ? this.betweenShows.open?.transmitter
        : this.find(broadcastId)?.transmitter
    const timeline = () => transmitter()?.timeline ?? null
    const pull = new SegmentPull({ hls: this.hls, self, origin, key, timeline })
    return (isOver) => pull.stop(isOver)
  }

  #createOnAir({ broadcastId, kind, peakListeners = 0, before }: MountRequest): OnAirBroadcast {
    if (kind === 'live') this.#recorded.add(broadcastId)
    const isProgramAside = this.#programsAside.has(broadcastId)
    const options = { broadcastId, kind, peakListeners, isProgramAside, before }
    return createOnAirBroadcast(options, this.#context, this.#surroundings)
  }

  #describeSurroundings(): OnAirSurroundings {
    return {
      outputs: this.#outputs,
      outputLease: this.leaderships.output,
      hls: this.hls,
      isLoopLate: () => this.#supervision.isLoopLate,
      onSourceChange: (onAir) => {
        this.leaderships.noteSource(onAir)
        this.broadcaster.tick()
      },
      relay: (broadcastId, bytes, runs) => this.leaderships.relay(broadcastId, bytes, runs),
      onSilenceWarning: (broadcastId, seconds) => this.find(broadcastId)?.source?.warnOfSilence(seconds),
      onRecordingFailed: () => this.counters.recordingFailed(),
      createTurn: (before) => this.betweenShows.createTurn(before),
    }
  }

  #createMain(context: StreamContext, playout: PlayoutPort): MainMount {
    const { now, clock, log } = context
    return new MainMount({
      ...{ now, clock, log, playout },
      isIcecastUp: () => this.#outputs.icecast?.isUp ?? true,
      onChange: () => this.broadcaster.tick(),
      relay: (bytes) => this.leaderships.relay(BETWEEN_SHOWS_ID, bytes, []),
      createTransmitter: () =>
        createTransmitter('live', context, this.#surroundings, () => this.betweenShows.rewindHours * HOUR_MS),
      tape: new StationTape({
        directory: join(context.settings.dataDir, 'station-tape'),
        log,
        clock,
        isRecordingPublic: (id) => isRewindable(id, context),
      }),
      onClose: (transmitter) => this.counters.transmitterGone(transmitter),
    })
  }

  /** Audience of those who listen at Icecast, where this instance leads what sounds there. */
  #icecastAudience(): Led | null {
    const led = this.live ?? this.betweenShows.open?.betweenShows
    return led?.leads ? led : null
  }

  async #end(onAir: OnAirBroadcast, code: number, reason: string): Promise<void> {
    const kept = this.#supervision.finish(onAir, { hasLed: onAir.leads })
    if (onAir.kind === 'test' && onAir.state.isProgramAside) this.#programsAside.add(onAir.broadcastId)
    else this.#programsAside.delete(onAir.broadcastId)
    // Another show may have it now, or the main mount.
    if (!this.registry.transmitters.includes(onAir.transmitter))
      this.counters.transmitterGone(onAir.transmitter)
    await onAir.close(code, reason)
    if (onAir.kind === 'live') this.#recorded.delete(onAir.broadcastId)
    // Asked after the close, during which something may have to be noted.
    await Promise.all([kept, this.#supervision.sourcesSettled()])
  }
}
