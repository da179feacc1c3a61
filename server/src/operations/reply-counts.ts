/** One kind of reply, and how many there were. `route` is a template of ours, or `none` where no route matched. */
export type ReplyCount = { method: string; route: string; status: number; count: number }

/**
 * Counts replies by route and status. What it holds is bounded: methods, routes and statuses are ours, never what
 * somebody sent.
 */
export class ReplyCounts {
  readonly #counts = new Map<string, ReplyCount>()

  add({ method, route, status }: { method: string; route: string | null; status: number }): void {
    const kind = { method, route: route ?? 'none', status }
    const key = `${kind.method} ${kind.route} ${kind.status}`
    const known = this.#counts.get(key)
    if (known) known.count++
    else this.#counts.set(key, { ...kind, count: 1 })
  }

  all(): ReplyCount[] {
    return [...this.#counts.values()]
  }
}
