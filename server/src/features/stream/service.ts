import { join } from 'node:path'
import type { Person } from '@carillon/contract/roles'
import { SOURCE_CLOSE, type StreamHealth, type StreamStatusMessage } from '@carillon/contract/stream'
import { AppError } from '../../http/app-error.ts'
import type { Session } from '../../http/session.ts'
import { Leaderships } from './cluster/leaderships.ts'
import { ListenerPlaces } from './listeners/listener-places.ts'
import { LoopLateness } from './listeners/loop-lateness.ts'
import { findUnread } from './listeners/unread.ts'
import type { MountKind } from './mount/mount.ts'
import { MAX_BEHIND_BYTES } from './mount/recent-pages.ts'
import type { Airing } from './on-air/airing.ts'
import { type AiringMaker, createAiringMaker } from './on-air/airing-maker.ts'
import { Icecast } from './outlets/icecast/icecast.ts'
import { findProgram } from './outlets/mp3/find-program.ts'
import { mayBroadcast } from './permissions.ts'
import type { KnownBroadcast, StreamContext } from './ports.ts'
import { type Check, runChecks } from './status/checks.ts'
import { type StreamFigures, StreamTally } from './status/figures.ts'
import { healthOf } from './status/health.ts'
import { StatusBoard } from './status/status-board.ts'
import type { StreamOffers } from './status/urls.ts'
import { Grace } from './supervision/grace.ts'
import { Peaks } from './supervision/peaks.ts'
import { Samples } from './supervision/samples.ts'
import { SourceWatch } from './supervision/source-watch.ts'

export const SECOND_MS = 1_000
const REPORT_EVERY_SECONDS = 2
const SAVE_EVERY_SECONDS = 5
const LOOK_FOR_UNREAD_EVERY_SECONDS = 10
/** Longer than any handshake takes. */
const HANDSHAKE_LIMIT_MS = 60_000
const MOUNT_KINDS: Partial<Record<KnownBroadcast['status'], MountKind>> = { LIVE: 'live', TESTING: 'test' }

/** Twice what is promised for one core. */
export const MAX_LISTENERS = 16_000

/** A mount that is to be open; `peakListeners` is the most it has ever had. */
type WantedMount = { broadcastId: number; kind: MountKind; peakListeners?: number }

/**
 * The stream of the station: what is on air and in test, who listens, how it is. Owns every mount and the timers that
 * drive them; `close` ends all of it.
 */
export class Stream {
  readonly board: StatusBoard
  /** Who listens, by address. */
  readonly places = new ListenerPlaces()
  /** Which instance leads what is on air. */
  readonly leaderships: Leaderships
  readonly #context: StreamContext
  readonly #icecast: Icecast | null
  readonly #ffmpeg: string | null
  readonly #recordings: string
  readonly #makeAiring: AiringMaker
  readonly #airings = new Map<number, Airing>()
  readonly #lateness: LoopLateness
  readonly #peaks: Peaks
  readonly #grace: Grace
  readonly #samples: Samples
  readonly #sourceWatch: SourceWatch
  #runningSince: Date | null
  /** Nothing is opened any more, whatever is still under way. */
  #isClosed = false
  readonly #secondTimer: NodeJS.Timeout
  #seconds = 0
  /** Broadcasts whose files are being written. */
  readonly #recorded = new Set<number>()
  /** What is counted for who watches the station. */
  readonly tally = new StreamTally()
  /** Broadcasts that were in test when the DJ's browser had taken over from their program. */
  readonly #programsAside = new Set<number>()
  #ended: { isMeant: (session: Session) => boolean; atMs: number }[] = []

  constructor(context: StreamContext) {
    const { now, clock, onStatus } = context
    this.#context = context
    this.#runningSince = new Date(clock.now())
    this.#peaks = new Peaks(context)
    this.#grace = new Grace(context)
    this.#samples = new Samples(context)
    this.#sourceWatch = new SourceWatch(context)
    this.#lateness = new LoopLateness(SECOND_MS, now())
    this.board = new StatusBoard({ now, status: () => this.statusMessage(), onStatus })
    this.#icecast = this.#createIcecast()
    this.#ffmpeg = findProgram('ffmpeg', context.settings.searchPath ?? '')
    this.#recordings = join(context.settings.dataDir, 'recordings')
    this.#makeAiring = this.#createAiringMaker()
    this.leaderships = new Leaderships({
      self: context.instances ?? null,
      now,
      onChange: (airing) => this.#noteLead(airing),
    })
    this.#secondTimer = setInterval(() => {
      this.#lateness.tick(now())
      // As with pages: nobody is silent before what came while the loop was busy has been read.
      setImmediate(() => this.#everySecond())
    }, SECOND_MS)
  }

  /** Gives the broadcasts that were on air before a restart their mounts back. */
  async restore(): Promise<void> {
    for (const broadcast of await this.#context.findOnAir()) this.reopen(broadcast)
  }

  /** Opens the mount of what is LIVE or TESTING, also when another instance put it on air; gives it. */
  reopen({ id, status, peakListeners }: KnownBroadcast): Airing | null {
    const kind = MOUNT_KINDS[status]
    if (kind) this.openMount({ broadcastId: id, kind, peakListeners })
    return this.airing(id)
  }

  /** Makes what is open here what is on air: of what was `known` here when that was asked, the rest is closed. */
  reconcile(onAir: readonly KnownBroadcast[], known: readonly number[]): void {
    if (this.#isClosed) return
    const ids = new Set(onAir.map(({ id }) => id))
    for (const id of known) if (!ids.has(id)) void this.closeMount(id)
    if (this.isRunning) for (const broadcast of onAir) this.reopen(broadcast)
  }

  /** Which broadcasts have a mount here. */
  get open(): number[] {
    return [...this.#airings.keys()]
  }

  /** Opens a mount; one that is open stays as it is, and a test's source goes on into the live one. 503 when stopped. */
  openMount(mount: WantedMount): void {
    const open = this.#airings.get(mount.broadcastId)
    if (open?.kind === mount.kind) return
    if (this.#isClosed) throw new AppError('SHUTTING_DOWN')
    if (!this.isRunning) throw new AppError('MEDIA_AWAY')
    const airing = this.#createAiring(mount)
    if (open) airing.takeSourceFrom(open)
    this.leaderships.join(airing)
    if (open) this.#end(open, SOURCE_CLOSE.BROADCAST_ENDED, 'The test has ended')
    this.#airings.set(mount.broadcastId, airing)
    airing.begin()
    this.board.tick()
  }

  /** Ends a mount for good: its source stays away, its listeners' streams end. Resolves when the recording is whole. */
  async closeMount(broadcastId: number): Promise<void> {
    const airing = this.#airings.get(broadcastId)
    if (!airing) return
    this.#airings.delete(broadcastId)
    const ended = this.#end(airing, SOURCE_CLOSE.BROADCAST_ENDED, 'The broadcast has ended')
    void this.leaderships.end(broadcastId, SOURCE_CLOSE.BROADCAST_ENDED)
    this.board.tick()
    await ended
    if (airing.kind === 'live') this.#context.onRecorded(broadcastId)
  }

  /** Whether the recording of a broadcast is still being written. */
  isRecording(broadcastId: number): boolean {
    return this.#recorded.has(broadcastId)
  }

  airing(broadcastId: number): Airing | null {
    return this.#airings.get(broadcastId) ?? null
  }

  /** What the public hears; null when nothing is on air. */
  get live(): Airing | null {
    for (const airing of this.#airings.values()) if (airing.kind === 'live') return airing
    return null
  }

  /** Where else and how else it can be heard than at /live.ogg. */
  get offers(): StreamOffers {
    const icecast = this.#icecast
    return {
      icecastUrl: icecast && this.#isIcecastUp ? icecast.listenersUrl : null,
      hasMp3: this.#ffmpeg !== null,
    }
  }

  get isFull(): boolean {
    return this.#listeners >= (this.#context.settings.maxListeners ?? MAX_LISTENERS)
  }

  /** For who watches the station; to be asked every few seconds at most. */
  figures(): StreamFigures {
    return this.tally.figures([...this.#airings.values()])
  }

  listenerCount(broadcastId: number): number {
    return this.#airings.get(broadcastId)?.facts.listenerCount ?? 0
  }

  health(): StreamHealth {
    const { live } = this
    const facts = live && { broadcastId: live.broadcastId, ...live.facts }
    const { isRunning } = this
    return healthOf(
      { isRunning, isIcecastUp: this.#isIcecastUp, live: facts },
      new Date(this.#context.clock.now()),
    )
  }

  status() {
    const { live } = this
    const facts = live?.facts
    return {
      isLive: live !== null,
      listenerCount: facts?.listenerCount ?? 0,
      peakListenerCount: facts?.peakListeners ?? 0,
      broadcastId: live?.broadcastId ?? null,
      recovering: facts?.isRecovering ?? false,
    }
  }

  statusMessage(): StreamStatusMessage {
    const { recovering: _, ...status } = this.status()
    const timestamp = new Date(this.#context.clock.now()).toISOString()
    return { type: 'STREAM_STATUS', ...status, timestamp, health: this.health() }
  }

  checks(): Promise<Check[]> {
    const { isRunning } = this
    return runChecks({ isRunning, directory: this.#recordings })
  }

  get isRunning(): boolean {
    return this.#runningSince !== null
  }

  get runningSince(): Date | null {
    return this.#runningSince
  }

  /** Lets broadcasts go on air again. */
  startRadio(): void {
    this.#runningSince ??= new Date(this.#context.clock.now())
    this.board.tick()
  }

  /** Takes how another instance left it: since when it runs, or null. */
  heedRadio(since: Date | null): void {
    if (since && this.#runningSince) return
    this.#runningSince = since
    this.board.tick()
  }

  /** Nothing can go on air until it is started again. 409 while something is on air or in test. */
  stopRadio(): void {
    if (this.#airings.size > 0)
      throw new AppError('WRONG_STATE', {
        message: 'A broadcast is on air. End it before you stop the media service.',
      })
    this.#runningSince = null
    this.board.tick()
  }

  /** Holds or opens the feed of the live broadcast: `own` for a DJ, any for an ADMIN. 409 when nothing is live. */
  async holdFeed(isHeld: boolean, person: Person): Promise<void> {
    const { live } = this
    if (!live) throw new AppError('WRONG_STATE', { message: 'Nothing is on air.' })
    const broadcast = await this.#context.findBroadcast(live.broadcastId)
    if (!broadcast || !mayBroadcast(person, broadcast)) throw new AppError('FORBIDDEN')
    if (live.facts.isFeedHeld === isHeld) return
    this.leaderships.hold(live, isHeld)
    this.#context.recordFeed({ isHeld, broadcastId: live.broadcastId, userId: person.id })
    this.board.tick()
  }

  /** The program of a DJ may take over from their browser again. */
  letProgramBack(broadcastId: number): void {
    this.#programsAside.delete(broadcastId)
    this.airing(broadcastId)?.letProgramBack()
  }

  /** Takes those off the air whose session, role or freedom ended: their sources and their private listening. */
  endSessions(isMeant: (session: Session) => boolean): void {
    const atMs = this.#context.now()
    this.#ended = [...this.#ended.filter((each) => atMs - each.atMs < HANDSHAKE_LIMIT_MS), { isMeant, atMs }]
    for (const { source, fanOut } of this.#airings.values()) {
      if (source && isMeant(source.session))
        source.close(SOURCE_CLOSE.SESSION_REVOKED, 'Your session has ended')
      fanOut.destroy(({ session }) => session !== null && isMeant(session))
    }
  }

  /** Whose sources are connected here, as they were then. */
  get sourcePeople(): Person[] {
    return [...this.#airings.values()].flatMap(({ source }) => source?.session.person ?? [])
  }

  /** Whether this session ended after `sinceMs`: while its handshake was under way. */
  hasEndedSince(sinceMs: number, session: Session): boolean {
    return this.#ended.some(({ isMeant, atMs }) => atMs >= sinceMs && isMeant(session))
  }

  /** Ends every stream and socket with 1012; the broadcasts stay as they are. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#secondTimer)
    this.board.close(SOURCE_CLOSE.SERVER_RESTARTING, 'The station is restarting')
    const airings = [...this.#airings.values()]
    this.#airings.clear()
    await Promise.all(
      airings.map((one) => this.#end(one, SOURCE_CLOSE.SERVER_RESTARTING, 'The station is restarting')),
    )
    await this.leaderships.close(SOURCE_CLOSE.SERVER_RESTARTING)
    await Promise.all([this.#peaks.settled(), this.#samples.settled(), this.#sourceWatch.settled()])
  }

  /** Whether the Icecast takes the stream, as the instance that feeds it knows. */
  get #isIcecastUp(): boolean {
    return this.live?.facts.isIcecastUp ?? this.#icecast?.isUp ?? true
  }

  get #listeners(): number {
    let sum = 0
    for (const airing of this.#airings.values()) sum += airing.connections
    return sum
  }

  /** This instance leads now, or another one does: what is told once for the station is told by one. */
  #noteLead(airing: Airing): void {
    if (!airing.leads) this.#handOver(airing)
    this.board.tick()
  }

  #handOver(airing: Airing): void {
    if (airing.kind === 'live') {
      this.#peaks.save(airing)
      void this.#samples.finish(airing)
    }
    this.#forget(airing)
  }

  #forget({ broadcastId }: Airing): void {
    this.#peaks.forget(broadcastId)
    this.#grace.forget(broadcastId)
    this.#sourceWatch.forget(broadcastId)
  }

  #createAiring({ broadcastId, kind, peakListeners = 0 }: WantedMount): Airing {
    if (kind === 'live') this.#recorded.add(broadcastId)
    const isProgramAside = this.#programsAside.has(broadcastId)
    return this.#makeAiring({ broadcastId, kind, peakListeners, isProgramAside })
  }

  #createAiringMaker(): AiringMaker {
    return createAiringMaker(this.#context, {
      recordings: this.#recordings,
      ffmpeg: this.#ffmpeg,
      icecast: this.#icecast,
      isLoopLate: () => this.#lateness.isLate,
      onSourceChange: (airing) => {
        this.leaderships.noteSource(airing)
        this.board.tick()
      },
      relay: (broadcastId, bytes) => this.leaderships.relay(broadcastId, bytes),
      onSilenceWarning: (broadcastId, seconds) => this.airing(broadcastId)?.source?.warnOfSilence(seconds),
      onRecordingFailed: () => this.tally.recordingFailed(),
    })
  }

  #createIcecast(): Icecast | null {
    const { settings, now, log } = this.#context
    if (!settings.icecast) return null
    const { icecast, stationName = '' } = settings
    return new Icecast({ settings: icecast, stationName, now, log, onChange: () => this.board.tick() })
  }

  async #end(airing: Airing, code: number, reason: string): Promise<void> {
    const isTold = airing.kind === 'live' && airing.leads
    if (isTold) this.#peaks.save(airing)
    const sampled = isTold ? this.#samples.finish(airing) : null
    this.#forget(airing)
    if (airing.kind === 'test' && airing.facts.isProgramAside) this.#programsAside.add(airing.broadcastId)
    else this.#programsAside.delete(airing.broadcastId)
    this.tally.airingGone(airing)
    await airing.close(code, reason)
    if (airing.kind === 'live') this.#recorded.delete(airing.broadcastId)
    await Promise.all([sampled, this.#sourceWatch.settled()])
  }

  #everySecond(): void {
    if (this.#isClosed) return
    this.#seconds++
    for (const airing of this.#airings.values()) {
      airing.source?.checkAlive()
      if (this.#seconds % REPORT_EVERY_SECONDS === 0) airing.source?.report()
      if (airing.kind === 'live') this.#superviseLive(airing)
    }
    if (this.#seconds % LOOK_FOR_UNREAD_EVERY_SECONDS === 0) void this.#dropUnread()
    const { live } = this
    this.#icecast?.tick(live?.leads ? live : null)
    this.board.checkAlive()
    this.board.tick()
  }

  /** Nobody waits for it. */
  async #dropUnread(): Promise<void> {
    if (this.#listeners === 0) return
    const unread = await findUnread(MAX_BEHIND_BYTES)
    if (unread.size > 0) for (const airing of this.#airings.values()) airing.dropUnread(unread)
  }

  #superviseLive(airing: Airing): void {
    if (!airing.leads) return
    if (this.#seconds % SAVE_EVERY_SECONDS === 0) this.#peaks.save(airing)
    this.#samples.check(airing)
    this.#sourceWatch.check(airing)
    this.#grace.check(airing)
  }
}
