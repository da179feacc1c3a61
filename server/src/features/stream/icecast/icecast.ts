import type { Audience } from '../audience.ts'
import type { Mount } from '../mount.ts'
import type { Log } from '../ports.ts'
import { type IcecastSettings, listenersUrlOf, type SourceAddress, sourceAddressOf } from './address.ts'
import { askListeners, type IcecastAnswer, isAnswering, killSource } from './admin.ts'
import { IcecastFeed } from './feed.ts'
import { OutsideListeners } from './outside.ts'

const ASK_EVERY_MS = 2_000
const ANSWER_LIMIT_MS = 2_000
/** Silent for so long, it is not believed to wake up with this connection. As far as a listener may be behind. */
const GIVE_UP_MS = 30_000

export type IcecastOptions = {
  settings: IcecastSettings
  stationName: string
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
  /** Up or down may have changed. */
  onChange: () => void
}

/** The station's Icecast: whether it takes our stream, and how many listen there. `tick` about once a second. */
export class Icecast {
  /** Where listeners find the stream. */
  readonly listenersUrl: string
  readonly #options: IcecastOptions
  readonly #address: SourceAddress
  readonly #outside = new OutsideListeners()
  #feed: IcecastFeed | null = null
  #isAnswering = true
  /** Null before its first answer: one that never speaks is no proof of anything. */
  #answeredMs: number | null = null
  #askedMs = Number.NEGATIVE_INFINITY
  #isAsking = false
  #hasToldCounts = false

  constructor(options: IcecastOptions) {
    this.#options = options
    this.#address = sourceAddressOf(options.settings.url)
    this.listenersUrl = listenersUrlOf(options.settings)
  }

  /** It answers, and while something is on air here it takes it. */
  get isUp(): boolean {
    const feed = this.#feed
    return this.#isAnswering && (feed === null || feed.isClosed || feed.isFlowing)
  }

  /** Feeds the mount to it from now on. */
  open(mount: Mount): IcecastFeed {
    const { stationName, now, log, onChange } = this.#options
    const address = this.#address
    const takeOver = () => this.#takeOver()
    this.#feed = new IcecastFeed(mount, { address, stationName, now, log, takeOver, onChange })
    return this.#feed
  }

  /** Asks it how it is when it is time. `audience` is who listens to what is on air; null off air. */
  tick(audience: Audience | null): void {
    if (this.#feed && !this.#feed.isClosed && !this.#feed.isFlowing) {
      // Nothing to be asked: it is down. One that has just started may even die of questions (2.4.4).
      this.#outside.forget()
      audience?.setOutside(0)
      return
    }
    const nowMs = this.#options.now()
    if (this.#isAsking || nowMs - this.#askedMs < ASK_EVERY_MS) return
    this.#askedMs = nowMs
    this.#isAsking = true
    void this.#ask(audience).finally(() => {
      this.#isAsking = false
    })
  }

  async #ask(audience: Audience | null): Promise<void> {
    const { adminUrls } = this.#options.settings
    const { mount, origin } = this.#address
    const [isAlive, ...answers] = await Promise.all([
      isAnswering(origin, ANSWER_LIMIT_MS),
      ...adminUrls.map((adminUrl) => askListeners(adminUrl, mount, ANSWER_LIMIT_MS)),
    ])
    this.#judge(isAlive)
    this.#checkAnswers(answers)
    audience?.setOutside(this.#count(audience, answers))
  }

  #judge(isAlive: boolean): void {
    const { now, onChange } = this.#options
    const wasUp = this.isUp
    this.#isAnswering = isAlive
    if (isAlive) this.#answeredMs = now()
    if (now() - (this.#answeredMs ?? now()) > GIVE_UP_MS) this.#feed?.drop('it does not answer')
    if (this.isUp !== wasUp) onChange()
  }

  #checkAnswers(answers: readonly (IcecastAnswer | null)[]): void {
    const refused = answers.find((answer) => answer && answer.status !== 200)
    if (!refused || this.#hasToldCounts) return
    this.#hasToldCounts = true
    const { status } = refused
    this.#options.log.warn({ status }, 'Icecast does not tell how many listen: see ICECAST_ADMIN_URL')
  }

  /** A relay that has the mount is itself one of the first server's listeners. */
  #count(audience: Audience, answers: readonly (IcecastAnswer | null)[]): number {
    const counts = answers.flatMap((answer) => answer?.listeners ?? [])
    if (!this.#feed?.isFlowing || !this.#isAnswering || counts.length === 0) {
      this.#outside.forget()
      return 0
    }
    const listeners = counts.reduce((sum, count) => sum + count, 1 - counts.length)
    return this.#outside.observe({ listeners, playersElsewhere: audience.playersElsewhere })
  }

  async #takeOver(): Promise<boolean> {
    const { settings, log } = this.#options
    const [adminUrl] = settings.adminUrls
    if (!adminUrl) return false
    const { mount, label: icecast } = this.#address
    const status = await killSource(adminUrl, mount, ANSWER_LIMIT_MS)
    log.warn({ icecast, status }, 'The mount was in use: its source has been asked to go')
    return status === 200
  }
}
