/** Anything with a length on the mount's timeline, in samples at 48 kHz. */
export type Timed = { durationInSamples: number }

/** Output due now: packets of the source, an amount of silence, or nothing. */
export type Due<T extends Timed> = { packets: T[]; silenceInSamples: number }

export const SAMPLES_PER_MS = 48
/** Without audio for this long the mount goes on in silence: the recorder's 250 ms and a good deal of network jitter. */
export const STALL_MS = 700
/**
 * Lead of the mount over the wall clock at most. Sound that a source sends beyond it is dropped: it would be latency
 * for good.
 */
export const MAX_LEAD_MS = 500
/** With more lead than this a source that comes is held: what was sent ahead before it would be delay for good. */
const MAX_START_LEAD_MS = 40
/** Sound of a returning source kept until the next tick, the newest first: a slice of its recorder, with slack. */
export const MAX_HELD_MS = 320
/** Sound or silence made up after the process itself was stopped for longer (a suspended laptop) is no use to anybody. */
export const MAX_CATCH_UP_MS = 3_000
/** Sound cards are within 100 ppm of true; three times that follows them without following a source that cheats. */
const SLEW = 300e-6
/** A burst after a stall is waited out for this many ticks at most before the source is back on air. */
const MAX_SETTLING_TICKS = 8

/** `arrivedInSamples` is what came since the last tick, kept or not. */
type Silence<T> = { kind: 'silence'; held: T[]; arrivedInSamples: number; settlingTicks: number }
/** `isWaitedFor`: nothing was read of it while the process stood still, and the tick after that has not judged it. */
type Source = { kind: 'source'; lastArrivalMs: number; isWaitedFor: boolean }
type State<T> = Silence<T> | Source

/**
 * Decides what a mount sends and when, so that it neither starves nor piles up latency. Audio that arrives in time goes
 * out at once. `position` is what was sent so far, `expected` what the wall clock says should have been; the distance is
 * the lead. A silent source is replaced by silence up to `expected`; a late burst is cut to its newest part; the slow
 * drift of the DJ's sound card is followed, so that it never costs a packet; the next silence makes up for it.
 * Pure: time comes in as monotonic milliseconds.
 */
export class Pacer<T extends Timed> {
  #originMs: number
  /** Assumed drift of this source's clock ahead of ours. */
  #driftMs = 0
  #positionInSamples = 0
  #state: State<T> = silent()
  #droppedInSamples = 0
  #lastTickMs: number

  /** `prefillMs` of silence are due at the first tick, so that the first listener gets a whole burst. */
  constructor(nowMs: number, prefillMs: number) {
    this.#originMs = nowMs - prefillMs
    this.#lastTickMs = nowMs
  }

  get droppedInSamples(): number {
    return this.#droppedInSamples
  }

  get isSilent(): boolean {
    return this.#state.kind === 'silence'
  }

  /** Lead of the sent sound over the wall clock; negative when behind. */
  leadMs(nowMs: number): number {
    return this.#positionInSamples / SAMPLES_PER_MS - (nowMs - this.#originMs) - this.#driftMs
  }

  /** Audio waiting inside the pacer plus its lead: the delay the server itself adds. */
  bufferedMs(nowMs: number): number {
    const heldMs = this.#state.kind === 'silence' ? durationOf(this.#state.held) / SAMPLES_PER_MS : 0
    return Math.max(0, this.leadMs(nowMs)) + heldMs
  }

  /** Takes what the source sent; answers what goes out at once. */
  push(packets: T[], nowMs: number): T[] {
    if (packets.length === 0) return []
    if (this.#state.kind === 'silence') {
      this.#hold(this.#state, packets)
      return []
    }
    const roomMs = MAX_LEAD_MS - this.leadMs(nowMs)
    const kept = this.#newest(packets, roomMs * SAMPLES_PER_MS)
    this.#positionInSamples += durationOf(kept)
    this.#followDrift(this.#state.lastArrivalMs, nowMs)
    this.#state = source(nowMs)
    return kept
  }

  /** To be called several times a second: what is due without a new arrival. */
  tick(nowMs: number): Due<T> {
    const state = this.#state
    const passedMs = nowMs - this.#lastTickMs
    this.#lastTickMs = nowMs
    if (state.kind === 'source') {
      if (nowMs - state.lastArrivalMs <= STALL_MS || this.#isToBeRead(state, passedMs, nowMs))
        return nothing()
      this.silence()
      return this.#silence(nowMs)
    }
    const isAhead = this.leadMs(nowMs) > MAX_START_LEAD_MS
    if (state.held.length === 0 || isSettling(state, passedMs) || isAhead) return this.#silence(nowMs)
    this.#state = source(nowMs)
    this.#positionInSamples += durationOf(state.held)
    return { packets: state.held, silenceInSamples: 0 }
  }

  /** Back to silence at once: the source is gone for good, or its feed is held. What was kept of it is dropped. */
  silence(): void {
    this.#state = silent()
    this.#driftMs = 0
  }

  /** The caller sent so much silence; it rounds what was due to whole packets. */
  sentSilence(samples: number): void {
    this.#positionInSamples += samples
  }

  /**
   * The process itself stood still: timers come before sockets, so what the source sent meanwhile comes after this tick. It is
   * waited for once.
   */
  #isToBeRead(state: Source, passedMs: number, nowMs: number): boolean {
    if (state.isWaitedFor || passedMs <= STALL_MS) return false
    state.isWaitedFor = true
    this.#leaveOut(nowMs)
    return true
  }

  #hold(state: Silence<T>, packets: T[]): void {
    state.arrivedInSamples += durationOf(packets)
    state.held = this.#newest([...state.held, ...packets], MAX_HELD_MS * SAMPLES_PER_MS)
  }

  #newest(packets: T[], roomInSamples: number): T[] {
    let excess = durationOf(packets) - roomInSamples
    let first = 0
    for (; excess > 0 && first < packets.length; first++) {
      const duration = packets[first]?.durationInSamples ?? 0
      excess -= duration
      this.#droppedInSamples += duration
    }
    return first === 0 ? packets : packets.slice(first)
  }

  #silence(nowMs: number): Due<T> {
    this.#leaveOut(nowMs)
    const silenceInSamples = Math.max(0, Math.round(-this.leadMs(nowMs) * SAMPLES_PER_MS))
    return { packets: [], silenceInSamples }
  }

  /** Leaves out for good what is more than can be made up. */
  #leaveOut(nowMs: number): void {
    const tooLateMs = -this.leadMs(nowMs) - MAX_CATCH_UP_MS
    if (tooLateMs > 0) this.#originMs += tooLateMs
  }

  #followDrift(lastMs: number, nowMs: number): void {
    const leadMs = this.leadMs(nowMs)
    const stepMs = Math.min(Math.abs(leadMs), (nowMs - lastMs) * SLEW)
    this.#driftMs += Math.sign(leadMs) * stepMs
  }
}

/** The length of some packets together, in samples at 48 kHz. */
export function durationOf(packets: readonly Timed[]): number {
  return packets.reduce((sum, packet) => sum + packet.durationInSamples, 0)
}

/**
 * More arrived since the last tick than time passed: the burst after a stall is still coming in. What is held is no sign of
 * it: it is full, and what comes at its pace already takes the place of older sound.
 */
function isSettling<T>(state: Silence<T>, passedMs: number): boolean {
  const isBursting = state.arrivedInSamples > (passedMs + MAX_HELD_MS) * SAMPLES_PER_MS
  state.arrivedInSamples = 0
  if (!isBursting || state.settlingTicks === MAX_SETTLING_TICKS) return false
  state.settlingTicks++
  return true
}

function source(lastArrivalMs: number): Source {
  return { kind: 'source', lastArrivalMs, isWaitedFor: false }
}

function silent<T>(): Silence<T> {
  return { kind: 'silence', held: [], arrivedInSamples: 0, settlingTicks: 0 }
}

function nothing<T extends Timed>(): Due<T> {
  return { packets: [], silenceInSamples: 0 }
}
