import { randomUUID } from 'node:crypto'
import type { Signer } from './signer.ts'

/** Why something that came over Redis is not acted on: no instance signed it, or it has been received before. */
export type Refusal = 'forged' | 'replayed'

/**
 * Verdict on a text from Redis. `new instance`: it is signed, and whether it is of today shows at the
 * sender's next pulse, which is to be asked for by a pulse of one's own. `new peer`: it is of today, and believed from here
 * on; it may wait for such a pulse as well. `nothing`: nobody is to do anything.
 */
export type Received =
  | { is: 'message'; kind: string; message: unknown }
  | { is: 'new instance' }
  | { is: 'new peer' }
  | { is: 'nothing' }
  | { is: Refusal }

/** Says who is there. Nobody else sends messages of this kind. */
const PULSE = 'pulse'
/** The largest message of an instance is a few kilobytes. What is larger is not worth a signature. */
const MAX_TEXT_LENGTH = 1024 * 1024
/** Far more instances than a station has: a pulse names those that were received last. */
export const MAX_NAMED = 64

/** As it travels, after its signature. `number` grows by one with each message of an instance. */
type Envelope = { from: string; number: number; kind: string; message: unknown }

/**
 * The messages of one instance and of the others: signed, numbered, and accepted once. Clocks play no part: an instance
 * believes another one from the first of its pulses that names it on, as nothing recorded before it started can. From then on
 * numbers only grow. What was believed is never forgotten, so that a dead instance cannot be played back; that is one
 * entry for each instance that ran meanwhile.
 */
export class BusMessages {
  readonly #signer: Signer
  readonly #me = randomUUID()
  readonly #lastNumberOf = new Map<string, number>()
  /** Instances named in pulses; the one received longest ago first. */
  readonly #received = new Set<string>()
  #lastNumber = 0

  constructor(signer: Signer) {
    this.#signer = signer
  }

  /** A message to the others, ready to be published. To be published in the order of writing. */
  write(kind: string, message: unknown): string {
    this.#lastNumber += 1
    const envelope: Envelope = { from: this.#me, number: this.#lastNumber, kind, message }
    return this.#signer.sign(JSON.stringify(envelope))
  }

  /** Says that this instance is there, and whom it receives. To be published about once a second. */
  writePulse(): string {
    return this.write(PULSE, [...this.#received])
  }

  read(text: string): Received {
    const envelope = text.length > MAX_TEXT_LENGTH ? null : this.#open(text)
    if (!envelope) return { is: 'forged' }
    const { from, number, kind, message } = envelope
    if (from === this.#me) return { is: 'nothing' }
    const isNew = this.#name(from)
    const lastNumber = this.#lastNumberOf.get(from)
    if (lastNumber === undefined && !this.#isNamedIn(envelope))
      return isNew ? { is: 'new instance' } : { is: 'nothing' }
    if (lastNumber !== undefined && number <= lastNumber) return { is: 'replayed' }
    this.#lastNumberOf.set(from, number)
    if (lastNumber === undefined) return { is: 'new peer' }
    if (kind !== PULSE) return { is: 'message', kind, message }
    return isNew ? { is: 'new instance' } : { is: 'nothing' }
  }

  #open(text: string): Envelope | null {
    const signed = this.#signer.verify(text)
    // Who has the key writes envelopes and nothing else.
    return signed === null ? null : (JSON.parse(signed) as Envelope)
  }

  #isNamedIn({ kind, message }: Envelope): boolean {
    return kind === PULSE && Array.isArray(message) && message.includes(this.#me)
  }

  /** False when it was named before. */
  #name(instance: string): boolean {
    const isNew = !this.#received.delete(instance)
    this.#received.add(instance)
    const [oldest] = this.#received
    if (this.#received.size > MAX_NAMED && oldest !== undefined) this.#received.delete(oldest)
    return isNew
  }
}
