import { NumberRanges } from './number-ranges.ts'
import type { MapRun, TakeState } from './packet-map.ts'
import { TakeOrder, type TakePlace } from './take-order.ts'

/**
 * Packet that came later, and its duration in samples at 48 kHz. `hasPlace`: it stands in another recording of the show, and so
 * has its place also where no silence was filled in.
 */
export type SaidPacket = TakePlace & { samples: number; hasPlace?: boolean }

/** Length of each packet of silence that a mount fills in, in samples at 48 kHz. */
export const FILL_SAMPLES = 960
/** Nobody said the silence between packets of which none is missing: it is the lead of a mount, its stall, its beginning. */
const MAX_SURPLUS_SAMPLES = 5 * 48_000

/** Work on the packets of a recording, one step after the other. */
export type ExchangeStep =
  | { type: 'keep'; count: number }
  | { type: 'drop'; count: number }
  | { type: 'insert'; packets: readonly SaidPacket[] }

/** Plan of an exchange. `silenceLeft` counts packets of silence that stay where sound of a take is missing. */
export type ExchangePlan = { steps: ExchangeStep[]; inserted: number; silenceLeft: number }

/** Place between two runs that are no silence. `isEdge`: nothing comes before it, or after it. */
type Gap = { left: TakePlace | null; right: TakePlace | null; silence: number; isEdge: boolean }
/** Gap beside which not everything is known. `room` is for what was said there, in samples at 48 kHz. */
type OpenGap = Omit<Gap, 'silence'> & { room: number }

/**
 * Decides which packets of silence in a recording go for packets that were said and came later. They stand in the order in
 * which they were said, none twice. Between two packets of the DJ's takes, all that was said there finds its place, and as
 * much silence goes; where that ends at anything else, as at the end of the show, no more than fits into the silence. At the
 * edges of the recording, so much more fits as it is shorter than the show, of which `lacking` samples were not recorded.
 */
export function planExchange(
  runs: readonly MapRun[],
  takes: ReadonlyMap<string, TakeState>,
  said: readonly SaidPacket[],
  lacking = 0,
): ExchangePlan {
  const order = new TakeOrder(runs, takes)
  const planner = new Planner(order, waitingOf(runs, takes, said, order), lacking)
  let gap: Gap = { left: null, right: null, silence: 0, isEdge: true }
  for (const run of runs) {
    if (run.kind === 'silence') {
      gap.silence += run.count
      continue
    }
    const right = planner.anchorOf(run)
    planner.fill({ ...gap, right })
    planner.keep(run.count)
    const left =
      right && run.kind === 'take' ? { takeId: run.takeId, number: run.number + run.count - 1 } : null
    gap = { left, right: null, silence: 0, isEdge: false }
  }
  planner.fill({ ...gap, isEdge: true })
  return planner.plan
}

/** Builds the plan from left to right. */
class Planner {
  readonly plan: ExchangePlan = { steps: [], inserted: 0, silenceLeft: 0 }
  readonly #order: TakeOrder
  /** Packets that wait for their place, in order. */
  readonly #waiting: readonly SaidPacket[]
  #next = 0
  #latest: TakePlace | null = null
  /** Length that the recording may still gain at its edges, in samples. */
  #lacking: number

  constructor(order: TakeOrder, waiting: readonly SaidPacket[], lacking: number) {
    this.#order = order
    this.#waiting = waiting
    this.#lacking = lacking
  }

  /** Place of a run among what was said; null for one that says nothing about it, or comes a second time. */
  anchorOf(run: MapRun): TakePlace | null {
    if (run.kind !== 'take') return null
    const first = { takeId: run.takeId, number: run.number }
    if (this.#latest && !this.#order.isBefore(this.#latest, first)) return null
    this.#latest = { takeId: run.takeId, number: run.number + run.count - 1 }
    return first
  }

  keep(count: number): void {
    const { steps } = this.plan
    const last = steps.at(-1)
    if (last?.type === 'keep') last.count += count
    else if (count > 0) steps.push({ type: 'keep', count })
  }

  fill(gap: Gap): void {
    const { left, right, silence } = gap
    const end = right ? this.#indexOf(right) : this.#waiting.length
    const open = this.#waiting.slice(this.#next, Math.max(this.#next, end))
    // Without a packet of a take on one side, no more than fits.
    const room = silence * FILL_SAMPLES + (gap.isEdge ? Math.max(0, this.#lacking) : 0)
    const packets = left && right ? open : fittingBeside({ ...gap, room }, open, this.#order)
    if (left) this.#next += packets.length
    if (right) this.#next = Math.max(this.#next, end)
    const isWhole = left !== null && right !== null && this.#order.between(left, right) === packets.length
    const gone = Math.min(silence, Math.round(samplesOf(packets) / FILL_SAMPLES))
    const rest = silence - gone
    const dropped = isWhole && rest * FILL_SAMPLES <= MAX_SURPLUS_SAMPLES ? silence : gone
    this.#lacking -= samplesOf(packets) - dropped * FILL_SAMPLES
    if (!left) this.keep(silence - dropped)
    this.#put(packets, dropped)
    if (left) this.keep(silence - dropped)
    if (left && !isWhole) this.plan.silenceLeft += silence - dropped
  }

  #put(packets: readonly SaidPacket[], dropped: number): void {
    if (packets.length > 0) this.plan.steps.push({ type: 'insert', packets })
    if (dropped > 0) this.plan.steps.push({ type: 'drop', count: dropped })
    this.plan.inserted += packets.length
  }

  /** Index of the first packet that waits and does not come before this place. */
  #indexOf(place: TakePlace): number {
    const index = this.#waiting.findIndex((packet) => !this.#order.isBefore(packet, place))
    return index < 0 ? this.#waiting.length : index
  }
}

/** Packets in their order that do not stand in the recording, each once. */
function waitingOf(
  runs: readonly MapRun[],
  takes: ReadonlyMap<string, TakeState>,
  said: readonly SaidPacket[],
  { ids }: TakeOrder,
): SaidPacket[] {
  const placeOf = new Map(ids.map((takeId, index) => [takeId, index]))
  const present = new Map(ids.map((takeId) => [takeId, new NumberRanges()]))
  for (const run of runs)
    if (run.kind === 'take') present.get(run.takeId)?.add(run.number, run.number + run.count)
  const waiting = said.filter(({ takeId, number }) => {
    const ranges = present.get(takeId)
    if (!ranges || number < (takes.get(takeId)?.from ?? 0) || ranges.has(number)) return false
    ranges.add(number, number + 1)
    return true
  })
  const indexOf = ({ takeId }: SaidPacket) => placeOf.get(takeId) ?? 0
  return waiting.sort((a, b) => indexOf(a) - indexOf(b) || a.number - b.number)
}

/**
 * Returns what fits into a silence that ends, or begins, at something else than a take: of the take beside it, and of those in
 * a known order after it, or before, of which nothing else is in the recording. And beside that what has its place: all of it
 * at an edge, and else as far as it goes on without a gap.
 */
function fittingBeside(
  { left, right, isEdge, ...gap }: OpenGap,
  open: readonly SaidPacket[],
  order: TakeOrder,
): SaidPacket[] {
  const anchor = left ?? right
  if (!anchor) return []
  const isBeside = (packet: SaidPacket) => {
    if (packet.takeId === anchor.takeId) return true
    const isAlone = !order.isInRecording(packet.takeId)
    return isAlone && (left ? order.between(left, packet) : order.between(packet, anchor)) !== null
  }
  const outward = left ? open : open.toReversed()
  let last = anchor
  let { room } = gap
  const end = outward.findIndex((packet) => {
    const goesOn = packet.takeId === last.takeId && Math.abs(packet.number - last.number) === 1
    last = packet
    room -= packet.samples
    const fits = room >= 0 && isBeside(packet)
    return !fits && !(packet.hasPlace && (isEdge || goesOn))
  })
  const fitting = outward.slice(0, end < 0 ? outward.length : end)
  return left ? fitting : fitting.toReversed()
}

function samplesOf(packets: readonly SaidPacket[]): number {
  return packets.reduce((sum, { samples }) => sum + samples, 0)
}
