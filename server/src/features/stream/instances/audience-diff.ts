import type { Audience } from '../audience.ts'
import { MAX_NAMES } from './messages.ts'

/** Who came and who went, by names that are the same on all instances. */
export type AudienceStep = { joined: string[]; left: string[] }

/** What one instance has told another of its audience, so that only what is new is told. */
export class AudienceDiff {
  readonly #instance: string
  readonly #told = new Set<string>()

  constructor(instance: string) {
    this.#instance = instance
  }

  /** What is new, in pieces of at most a thousand names each; one piece when nothing is. */
  next(audience: Audience): AudienceStep[] {
    const present = new Set(audience.names(this.#instance))
    const joined = [...present].filter((name) => !this.#told.has(name))
    const left = [...this.#told].filter((name) => !present.has(name))
    for (const name of joined) this.#told.add(name)
    for (const name of left) this.#told.delete(name)
    const steps: AudienceStep[] = []
    const most = Math.max(joined.length, left.length, 1)
    for (let from = 0; from < most; from += MAX_NAMES)
      steps.push({ joined: joined.slice(from, from + MAX_NAMES), left: left.slice(from, from + MAX_NAMES) })
    return steps
  }
}
