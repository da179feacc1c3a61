import type { Audience } from '../listeners/audience.ts'
import { MAX_NAMES } from './messages.ts'

/**
 * Changes of an audience: players that came, that are only sent again, and that went, by names that are the same on all
 * instances.
 */
export type AudienceStep = { joined: string[]; back: string[]; left: string[] }

/**
 * Difference between an audience and what the other instances were last sent of it, so that only changes are sent, and
 * nobody's arrival is counted again when another one leads, or a connection between instances breaks.
 */
export class AudienceDiff {
  readonly #instance: string
  readonly #sent = new Set<string>()
  /** Whose arrival was counted: by this instance while it led, or by one that was informed. */
  #counted: ReadonlySet<string> = new Set()

  constructor(instance: string) {
    this.#instance = instance
  }

  /** Another instance gets it from now on: everybody. */
  begin(): void {
    this.#sent.clear()
  }

  /** This instance has counted all who are here. */
  noteCounted(audience: Audience): void {
    this.#counted = new Set(audience.names(this.#instance))
  }

  /** It is another audience from now on, of which nobody was counted; whom it lacks is sent as having left. */
  forget(): void {
    this.#counted = new Set()
  }

  /** Changes since the last call, in pieces of at most a thousand names each; one piece when there are none. */
  next(audience: Audience): AudienceStep[] {
    const present = new Set(audience.names(this.#instance))
    const added = [...present].filter((name) => !this.#sent.has(name))
    const joined = added.filter((name) => !this.#counted.has(name))
    const back = added.filter((name) => this.#counted.has(name))
    const left = [...this.#sent].filter((name) => !present.has(name))
    for (const name of added) this.#sent.add(name)
    for (const name of left) this.#sent.delete(name)
    this.#counted = present
    const steps: AudienceStep[] = []
    const most = Math.max(joined.length, back.length, left.length, 1)
    for (let from = 0; from < most; from += MAX_NAMES) {
      const piece = (names: string[]) => names.slice(from, from + MAX_NAMES)
      steps.push({ joined: piece(joined), back: piece(back), left: piece(left) })
    }
    return steps
  }
}
