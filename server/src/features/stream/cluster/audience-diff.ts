import type { Audience } from '../listeners/audience.ts'
import { MAX_NAMES } from './messages.ts'

/** Who came, who is only told anew, and who went, by names that are the same on all instances. */
export type AudienceStep = { joined: string[]; back: string[]; left: string[] }

/**
 * What one instance has told the others of its audience, so that only what is new is told, and nobody's arrival is
 * counted again when another one leads, or a connection between instances breaks.
 */
export class AudienceDiff {
  readonly #instance: string
  readonly #told = new Set<string>()
  /** Whose arrival was counted: by this instance while it led, or by one that was told. */
  #counted: ReadonlySet<string> = new Set()

  constructor(instance: string) {
    this.#instance = instance
  }

  /** Another one is told from now on: everybody. */
  begin(): void {
    this.#told.clear()
  }

  /** This instance has counted all who are here. */
  noteCounted(audience: Audience): void {
    this.#counted = new Set(audience.names(this.#instance))
  }

  /** It is another audience from now on, of which nobody was counted; whom it lacks is told to have left. */
  forget(): void {
    this.#counted = new Set()
  }

  /** What is new, in pieces of at most a thousand names each; one piece when nothing is. */
  next(audience: Audience): AudienceStep[] {
    const present = new Set(audience.names(this.#instance))
    const told = [...present].filter((name) => !this.#told.has(name))
    const joined = told.filter((name) => !this.#counted.has(name))
    const back = told.filter((name) => this.#counted.has(name))
    const left = [...this.#told].filter((name) => !present.has(name))
    for (const name of told) this.#told.add(name)
    for (const name of left) this.#told.delete(name)
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
