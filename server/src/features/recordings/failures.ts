/** The oldest are forgotten when there are more: then they are tried again. */
export const MAX_REMEMBERED = 1_000

/** Recent failures within a time, in milliseconds: of an instance by its address, or of a recording by its show. */
export class Failures {
  readonly #atMs = new Map<string | number, number>()
  readonly #rememberedMs: number

  constructor(rememberedMs: number) {
    this.#rememberedMs = rememberedMs
  }

  note(what: string | number, nowMs: number): void {
    this.#atMs.delete(what)
    this.#atMs.set(what, nowMs)
    const [oldest] = this.#atMs.keys()
    if (this.#atMs.size > MAX_REMEMBERED && oldest !== undefined) this.#atMs.delete(oldest)
  }

  isRecent(what: string | number, nowMs: number): boolean {
    const sinceMs = nowMs - (this.#atMs.get(what) ?? Number.NEGATIVE_INFINITY)
    // What lies ahead failed before the clock was set back.
    return sinceMs >= 0 && sinceMs < this.#rememberedMs
  }
}
