import type { Audience } from '../../listeners/audience.ts'
import type { Mount } from '../../mount/mount.ts'
import type { Log } from '../../ports.ts'
import { type IcecastSettings, listenersUrlOf, type SourceAddress, sourceAddressOf } from './address.ts'
import { askListeners, type IcecastAnswer, isAnswering, killSource } from './admin.ts'
import { IcecastFeed } from './feed.ts'
import { OutsideListeners } from './outside.ts'

const ASK_EVERY_MS = 2_000
const ANSWER_LIMIT_MS = 2_000
/** Without a connection for this long, nobody is believed to listen there any more: its restart takes less. */
const GONE_MS = 10_000
/** Silent for this long, it is not believed to wake up with this connection. As far as a listener may be behind. */
const GIVE_UP_MS = 30_000

export type IcecastOptions = {
  settings: IcecastSettings
  stationName: string
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
  /** Up or down may have changed. */
  onChange: () => void
  /** A source that another instance may have left on our mount may be ended. */
  mayTakeOver: () => boolean
}

/** Broadcast on air, as far as it matters here. */
type OnAir = { readonly audience: Audience; readonly leads: boolean }

/** The station's Icecast: whether it takes our stream, and how many listen there. `tick` about once a second. */
export class Icecast {
  /** URL of the stream for listeners. */
  readonly listenersUrl: string
  readonly #options: IcecastOptions
  readonly #address: SourceAddress
  readonly #outside = new OutsideListeners()
  #feed: IcecastFeed | null = null
  #isAnswering = true
  /** The mount is in use, perhaps by another instance, and this one may not take it over. */
  #isBeside = false
  /** It says that the mount is not there, though another instance feeds what is led here. */
  #isMissing = false
  /** Null before its first answer: one that never speaks is no proof of anything. */
  #answeredMs: number | null = null
  #askedMs = Number.NEGATIVE_INFINITY
  /** When the feed was last seen to flow. */
  #flowedMs = Number.NEGATIVE_INFINITY
  #isAsking = false
  #hasWarned = false

  constructor(options: IcecastOptions) {
    this.#options = options
    this.#address = sourceAddressOf(options.settings.url)
    this.listenersUrl = listenersUrlOf(options.settings)
  }

  /** It answers, and takes what this instance feeds, or has what this one leads and another one feeds. */
  get isUp(): boolean {
    const feed = this.#openFeed
    return this.#isAnswering && (feed ? feed.isFlowing : !this.#isMissing)
  }

  /** It takes what this instance sends. */
  get isFlowing(): boolean {
    return this.#feed?.isFlowing ?? false
  }

  /** Null where another instance feeds, as far as is known. */
  get #openFeed(): IcecastFeed | null {
    const feed = this.#feed
    return !feed || feed.isClosed || (this.#isBeside && !feed.isFlowing) ? null : feed
  }

  /** Feeds the mount to it from now on. */
  open(mount: Mount): IcecastFeed {
    const { stationName, now, log, onChange, mayTakeOver } = this.#options
    const address = this.#address
    const takeOver = () => this.#takeOver()
    // Who listens to another instance's source stays.
    if (mayTakeOver()) this.#outside.forget()
    this.#isBeside = false
    this.#isMissing = false
    this.#flowedMs = now()
    this.#feed = new IcecastFeed(mount, { address, stationName, now, log, takeOver, onChange })
    return this.#feed
  }

  /** Asks it how it is when it is time. `onAir` is what this instance leads, whoever feeds it; null when that is nothing. */
  tick(onAir: OnAir | null): void {
    const nowMs = this.#options.now()
    const feed = this.#openFeed
    if (feed ? feed.isFlowing : !this.#isMissing) this.#flowedMs = nowMs
    if (feed && !feed.isFlowing) {
      // Nothing to be asked: it is down. One that has just started may even die of questions (2.4.4).
      if (nowMs - this.#flowedMs >= GONE_MS) this.#leave(onAir)
      return
    }
    if (this.#isAsking || nowMs - this.#askedMs < ASK_EVERY_MS) return
    this.#askedMs = nowMs
    this.#isAsking = true
    void this.#ask(onAir).finally(() => {
      this.#isAsking = false
    })
  }

  async #ask(onAir: OnAir | null): Promise<void> {
    const { adminUrls } = this.#options.settings
    const { mount, origin } = this.#address
    const feed = this.#openFeed
    const [isAlive, ...answers] = await Promise.all([
      isAnswering(origin, ANSWER_LIMIT_MS),
      ...adminUrls.map((adminUrl) => askListeners(adminUrl, mount, ANSWER_LIMIT_MS)),
    ])
    // While it was asked, another instance may have begun to lead or to feed, or the show may have ended: then others count.
    const isOfNow = onAir?.leads !== false && this.#openFeed === feed
    const [source] = answers
    this.#judge(
      isAlive,
      isOfNow && onAir !== null && !feed && source?.status === 200 && source.listeners === null,
    )
    this.#checkAnswers(answers)
    if (isOfNow && feed?.isFlowing !== false) this.#count(onAir, answers)
  }

  #judge(isAlive: boolean, isMissing: boolean): void {
    const { now, onChange } = this.#options
    const wasUp = this.isUp
    this.#isAnswering = isAlive
    this.#isMissing = isMissing
    if (isAlive) this.#answeredMs = now()
    if (now() - (this.#answeredMs ?? now()) > GIVE_UP_MS) this.#feed?.drop('it does not answer')
    if (this.isUp !== wasUp) onChange()
  }

  #checkAnswers(answers: readonly (IcecastAnswer | null)[]): void {
    const refused = answers.find((answer) => answer && answer.status !== 200)
    if (!refused || this.#hasWarned) return
    this.#hasWarned = true
    const { status } = refused
    this.#options.log.warn({ status }, 'Icecast does not tell how many listen: see ICECAST_ADMIN_URL')
  }

  #count(onAir: OnAir | null, answers: readonly (IcecastAnswer | null)[]): void {
    const nowMs = this.#options.now()
    const said = answers.map((answer) => answer?.listeners ?? null)
    const listeners = this.#outside.count(said, nowMs)
    if (listeners === null || nowMs - this.#flowedMs >= GONE_MS) this.#leave(onAir)
    // A count that nobody has confirmed stands as it is.
    else if (said.some((count) => count !== null)) {
      // An instance that follows knows what Icecast says when it leads next.
      const playersOnOtherMounts = onAir?.audience.playersOnOtherMounts ?? 0
      const outside = this.#outside.observe({ listeners, playersOnOtherMounts })
      onAir?.audience.setOutside(outside)
    }
  }

  /** Nobody listens there. */
  #leave(onAir: OnAir | null): void {
    this.#outside.forget()
    if (onAir?.leads) onAir.audience.setOutside(0)
  }

  async #takeOver(): Promise<boolean> {
    const { settings, log, mayTakeOver } = this.#options
    const [adminUrl] = settings.adminUrls
    this.#isBeside = !mayTakeOver()
    if (!adminUrl || this.#isBeside) return false
    const { mount, label: icecast } = this.#address
    const status = await killSource(adminUrl, mount, ANSWER_LIMIT_MS)
    log.warn({ icecast, status }, 'The mount was in use: its source has been asked to go')
    return status === 200
  }
}
