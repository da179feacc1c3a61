/** How long what failed is not tried again. */
const REMEMBERED_MS = 60_000
/** The oldest are forgotten when there are more: then they are tried again. */
const MAX_REMEMBERED = 1_000

/** What failed lately: an instance by its address, or a recording by its show. */
export class Failures {
  readonly #atMs = new Map<string | number, number>()

  note(what: string | number, nowMs: number): void {
    this.#atMs.delete(what)
    this.#atMs.set(what, nowMs)
    const [oldest] = this.#atMs.keys()
    if (this.#atMs.size > MAX_REMEMBERED && oldest !== undefined) this.#atMs.delete(oldest)
  }

  isRecent(what: string | number, nowMs: number): boolean {
    return nowMs - (this.#atMs.get(what) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS
  }
}
