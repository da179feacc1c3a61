import { type TakeMessage, type TakeReport, takeMessageSchema } from '@carillon/contract/stream/topics'
import { markOrigin } from '../../mount/packet-origin.ts'
import type { TakeIntake } from '../../outputs/take-log.ts'

/** The largest such message; audio is never text. */
const MAX_TEXT_BYTES = 512

/** Take that is being sent; `next` is the number of the packet that comes next. */
type Current = { takeId: string; next: number; isCounted: boolean }

/** Counts the packets of a DJ's takes as they come in. A page that names no take is not counted. */
export class TakeNumbers {
  readonly #userId: number
  #intake: TakeIntake | null
  #current: Current | null = null

  constructor(userId: number, intake: TakeIntake | null) {
    this.#userId = userId
    this.#intake = intake
  }

  /** Returns what is written of the take, for INGEST; empty where that is not known. */
  get written(): TakeReport {
    const { takeId, isCounted = false } = this.#current ?? {}
    const written = takeId !== undefined && isCounted ? this.#intake?.written(takeId) : null
    if (takeId === undefined || !written) return {}
    const { upTo, beyond } = written
    return { takeId, writtenUpTo: upTo, ...(beyond.length > 0 && { writtenBeyond: beyond }) }
  }

  /** Goes on into another recording: what came before is none of it. */
  moveTo(intake: TakeIntake | null): void {
    this.#intake = intake
    if (this.#current) this.#enter({ ...this.#current, after: null })
  }

  /** Reads a message of the page; false: it is none that names a take. */
  begin(text: Uint8Array): boolean {
    const message = text.length > MAX_TEXT_BYTES ? null : parse(text)
    if (!message) return false
    const { takeId, packet, after = null } = message
    this.#enter({ takeId, next: packet, after })
    return true
  }

  /** Marks packets that have come. `isHeld`: the feed is stopped, and they are for nobody. */
  count(packets: readonly Uint8Array[], isHeld: boolean): void {
    const current = this.#current
    if (!current || packets.length === 0) return
    const { takeId, next, isCounted } = current
    current.next += packets.length
    if (!isCounted) return
    if (isHeld) this.#intake?.withhold(takeId, next, packets.length)
    else for (const [index, packet] of packets.entries()) markOrigin(packet, { takeId, number: next + index })
  }

  /** Bytes were lost: the count is not known any more until the page says it again. */
  lose(): void {
    this.#current = null
  }

  #enter({
    takeId,
    next,
    after,
  }: Pick<Current, 'takeId' | 'next'> & { after: TakeMessage['after'] | null }): void {
    const take = { takeId, userId: this.#userId, from: next, after: after ?? null }
    this.#current = { takeId, next, isCounted: this.#intake?.beginTake(take) ?? false }
  }
}

function parse(text: Uint8Array): TakeMessage | null {
  try {
    const message = takeMessageSchema.safeParse(JSON.parse(Buffer.from(text).toString('utf8')))
    return message.success ? message.data : null
  } catch {
    // No JSON is no message of ours.
    return null
  }
}
