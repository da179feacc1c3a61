import { FADE_SAMPLES } from '../fade/fade-gain.ts'
import type { Tail } from '../fade/mixer-process.ts'
import { durationOf, SAMPLES_PER_MS } from '../mount/pacer.ts'
import type { Log } from '../ports.ts'
import { type FilePacket, OpusFile } from './opus-file.ts'
import type { ItemEnd, PlayoutItem } from './playout-item.ts'

/** Sound goes out in slices of a page. `tick` is to be called about this often. */
export const PLAYOUT_TICK_MS = 240
/** After nothing could be played, it is looked again so much later. */
export const REST_MS = 5_000
/** The same after what plays next could not be found out: a database that was away may be back. */
export const RETRY_MS = 1_000
/** While a bed plays, something that goes before it is looked for this often: its file may last an hour. */
export const LOOK_MS = 30_000
/** Items that cannot be played, one after the other, before others have their time. */
export const MAX_SKIPS = 20
/** A file that gives nothing for so long is left for the next. */
export const STARVED_MS = 1_000
/** Sound that is late by more is not made up for. */
const MAX_LATE_MS = 400
/** Packets from which a decoder that comes new is as far as one that has had all: RFC 7845 s4.6 asks for 80 ms. */
export const PREROLL_PACKETS = 5

/** Sound of an item that would be sent next: what still goes out as it is, and what fades after it. */
export type RestOfItem = { bridge: Uint8Array[]; tail: Tail }

export type ItemPlayoutOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  log: Pick<Log, 'warn'>
  /** Chooses what plays next; null: nothing. Where it rejects it is asked again, and the station does not rest. */
  next(): Promise<PlayoutItem | null>
  onPackets(packets: Uint8Array[]): void
  onBegin(item: PlayoutItem): void
  /** A bed has come to its end and begins again. */
  onBeginAgain(item: PlayoutItem): void
  onEnd(item: PlayoutItem, end: ItemEnd): void
  /** An item cannot be played, and is left out. */
  onSkip(item: PlayoutItem): void
  /** There is nothing that can be played. It looks again by itself. */
  onRest(): void
}

type Ready = { item: PlayoutItem; file: OpusFile }

/** The next item, or that nobody could say which. */
type Opened = Ready | 'UNKNOWN' | null

// Members: one run of items: the one that sounds, the one that is ready, and the clock of both.
/**
 * Plays items one after the other, without a gap at their joins: the next one is open before it is needed. What cannot be
 * played is left out and said. Neither decodes nor waits: `tick` sends what is due.
 */
export class ItemPlayout {
  readonly #options: ItemPlayoutOptions
  #isRunning = false
  #current: Ready | null = null
  #ready: Ready | null = null
  #preparing: Promise<void> | null = null
  /** Raised with each run: what was begun for an earlier one is thrown away. */
  #run = 0
  /** Nothing is looked for before. */
  #waitUntilMs = 0
  /** While a bed plays, or something is to go, the next look is then. */
  #lookAtMs = 0
  /** The item that sounds goes as soon as something else is open. */
  #isChanging = false
  /** When the next sample is due. */
  #dueMs = 0
  #starvedSinceMs: number | null = null
  /** Packets that were sent last, oldest first. */
  #sent: Uint8Array[] = []

  constructor(options: ItemPlayoutOptions) {
    this.#options = options
  }

  get item(): PlayoutItem | null {
    return this.#current?.item ?? null
  }

  /** Begins to play, `afterMs` from now. Idempotent. */
  start(afterMs = 0): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#waitUntilMs = this.#options.now() + afterMs
    void this.#prepare()
  }

  /** Stops at once. Idempotent; resolves when its files are closed. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return
    this.#isRunning = false
    this.#isChanging = false
    const dropped = this.#dropReady()
    await Promise.all([this.#endCurrent('CUT'), dropped, this.#preparing])
  }

  /** Leaves what sounds for what is chosen from now on, once that is open: it goes on until then. */
  change(): void {
    this.#isChanging = true
    this.#lookAtMs = 0
    void this.#dropReady()
  }

  /** Takes the rest of what sounds, before it is stopped: `bridgeMs` of it, and what fades. Null when nothing sounds. */
  takeRest(bridgeMs: number): RestOfItem | null {
    const file = this.#current?.file
    if (!file) return null
    const bridge = file.take(bridgeMs * SAMPLES_PER_MS).map(bytesOf)
    const sent = [...this.#sent, ...bridge].slice(-PREROLL_PACKETS)
    return { bridge, tail: { sent, following: file.take(FADE_SAMPLES).map(bytesOf) } }
  }

  /** Resolves when what is being read or opened has been. */
  async settled(): Promise<void> {
    await Promise.all([this.#preparing, this.#current?.file.filled()])
  }

  /** Sends what is due. To be called about every 240 ms. */
  tick(): void {
    if (!this.#isRunning) return
    const nowMs = this.#options.now()
    if (!this.#current) this.#begin(nowMs)
    if (this.#current) this.#send(nowMs)
  }

  #begin(nowMs: number): void {
    if (nowMs < this.#waitUntilMs) return
    if (!this.#ready) {
      void this.#prepare()
      return
    }
    this.#dueMs = nowMs
    this.#takeReady()
  }

  /** Goes on with the item that is open; false when none is. */
  #takeReady(before: PlayoutItem | null = null): boolean {
    this.#current = this.#ready
    this.#ready = null
    const item = this.item
    this.#isChanging = false
    this.#starvedSinceMs = null
    this.#lookAtMs = this.#options.now() + LOOK_MS
    if (item && isSameBed(before, item)) this.#options.onBeginAgain(item)
    else if (item) this.#options.onBegin(item)
    return item !== null
  }

  /** A bed, and what is to go, is left as soon as something else is open. */
  #giveWay(): void {
    const { item } = this
    const isToGo = this.#isChanging || item?.loop
    if (!item || !isToGo || !this.#ready || isSameBed(item, this.#ready.item)) return
    void this.#endCurrent('CUT')
    this.#takeReady()
  }

  /** Throws away what is ready, and what is being opened. */
  async #dropReady(): Promise<void> {
    this.#run++
    const ready = this.#ready
    this.#ready = null
    await ready?.file.close()
  }

  #send(nowMs: number): void {
    this.#giveWay()
    // A process that was stopped does not make up for it: all that came at once would be dropped.
    this.#dueMs = Math.max(this.#dueMs, nowMs - MAX_LATE_MS)
    const packets: Uint8Array[] = []
    let wasPassedOn = false
    while (this.#current && this.#dueMs < nowMs + PLAYOUT_TICK_MS) {
      const { file } = this.#current
      const taken = file.take((nowMs + PLAYOUT_TICK_MS - this.#dueMs) * SAMPLES_PER_MS)
      this.#dueMs += durationOf(taken) / SAMPLES_PER_MS
      packets.push(...taken.map(bytesOf))
      if (taken.length > 0) this.#starvedSinceMs = null
      if (!file.isOver && !(taken.length === 0 && this.#isStarved(nowMs))) break
      // Twice in one slice is a row of files that hold nothing.
      if (!this.#passOn(nowMs) || wasPassedOn) break
      wasPassedOn = true
    }
    if (packets.length > 0) {
      this.#sent = packets.slice(-PREROLL_PACKETS)
      this.#options.onPackets(packets)
    }
    const file = this.#current?.file
    if (file && !file.isRead) void file.fill()
    if (file?.isRead || this.#isLookDue(nowMs)) void this.#prepare()
  }

  #isLookDue(nowMs: number): boolean {
    if (!(this.item?.loop || this.#isChanging) || nowMs < this.#lookAtMs) return false
    this.#lookAtMs = nowMs + (this.#isChanging ? RETRY_MS : LOOK_MS)
    return true
  }

  #isStarved(nowMs: number): boolean {
    this.#starvedSinceMs ??= nowMs
    return nowMs - this.#starvedSinceMs >= STARVED_MS
  }

  /** Ends what sounds and goes on with the next; false when that is not open yet. */
  #passOn(nowMs: number): boolean {
    const before = this.#current
    const isDamaged = before !== null && (before.file.isDamaged || !before.file.isOver)
    const isBedAgain = !isDamaged && isSameBed(before?.item ?? null, this.#ready?.item ?? null)
    if (isBedAgain) {
      void before?.file.close()
      return this.#takeReady(before?.item)
    }
    void this.#endCurrent(isDamaged ? 'DAMAGED' : 'PLAYED')
    if (this.#takeReady()) return true
    this.#waitUntilMs = nowMs
    void this.#prepare()
    return false
  }

  async #endCurrent(end: ItemEnd): Promise<void> {
    const current = this.#current
    this.#current = null
    if (!current) return
    if (end === 'DAMAGED') this.#warn(current.item, 'the rest of it cannot be read')
    this.#options.onEnd(current.item, end)
    await current.file.close()
  }

  /** Opens what comes next, unless that is done or under way. Never rejects. */
  #prepare(): Promise<void> | null {
    if (this.#ready) return null
    const run = this.#run
    this.#preparing ??= this.#openNext()
      .then((ready) => this.#keep(ready, run))
      .finally(() => {
        this.#preparing = null
      })
    return this.#preparing
  }

  async #keep(opened: Opened, run: number): Promise<void> {
    const ready = opened === 'UNKNOWN' ? null : opened
    const isOfThisRun = run === this.#run
    // A bed that goes on is chosen again at its end.
    const goesOn = this.#current?.file.isRead === false && isSameBed(this.item, ready?.item ?? null)
    // Nothing else can be played: what was to go stays.
    if (isOfThisRun && (goesOn || opened === null)) {
      this.#isChanging = false
      this.#lookAtMs = this.#options.now() + LOOK_MS
    }
    if (!isOfThisRun || goesOn) {
      await ready?.file.close()
      return
    }
    this.#ready = ready
    if (ready || this.#current) return
    this.#waitUntilMs = this.#options.now() + (opened === 'UNKNOWN' ? RETRY_MS : REST_MS)
    if (opened !== 'UNKNOWN') this.#options.onRest()
  }

  async #openNext(): Promise<Opened> {
    for (let skips = 0; skips < MAX_SKIPS; skips++) {
      const item = await this.#options.next().catch((err: unknown): 'UNKNOWN' => {
        this.#options.log.warn({ err }, 'What plays next could not be found; it is tried again')
        return 'UNKNOWN'
      })
      if (!item || item === 'UNKNOWN') return item
      try {
        return { item, file: await OpusFile.open(item.file, item.fromMs) }
      } catch (err) {
        this.#warn(item, err)
        this.#options.onSkip(item)
      }
    }
    // There is more to choose from: nobody's stream ends for it.
    return 'UNKNOWN'
  }

  #warn({ kind, title, file }: PlayoutItem, err: unknown): void {
    this.#options.log.warn({ err, kind, title, file }, 'An item cannot be played: it is left out')
  }
}

function bytesOf({ bytes }: FilePacket): Uint8Array {
  return bytes
}

function isSameBed(before: PlayoutItem | null, item: PlayoutItem | null): boolean {
  return before?.loop === true && item?.file === before.file
}
