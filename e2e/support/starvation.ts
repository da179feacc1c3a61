import { setTimeout as delay } from 'node:timers/promises'

/** Time for which something stood still, in milliseconds on the wall clock. */
type Stretch = { fromMs: number; toMs: number }

/** Page of Playwright, or of Puppeteer. */
export type SteeredPage = { evaluate(source: string): Promise<unknown> }

const ASK_MS = 100
/** A station that answers within this long does not stand still. */
const ANSWER_MS = 200

/**
 * Time for which a busy machine lets the test, its pages or the station stand still: nobody promised anything for that.
 * A limit of a promise plus this is as sharp as the promise itself wherever nothing stands still.
 */
export class Starvation {
  readonly #pages: SteeredPage[] = []
  readonly #ownStretches = startTicking()
  readonly #stationStretches: Stretch[] = []
  readonly #end = new AbortController()
  /** When each address was asked that has not answered yet. */
  readonly #asked = new Map<string, number>()

  /** Watches from now on, until `close`: this process, and the instances of the station at these addresses. */
  constructor(addresses: readonly string[]) {
    for (const address of addresses) void this.#ask(`${address}/healthz`)
  }

  /** Watches this page as well, from now on until it loads again. */
  async watch(page: SteeredPage): Promise<void> {
    await page.evaluate(`window.standstills ??= (${startTicking})(); undefined`)
    this.#pages.push(page)
  }

  /**
   * Milliseconds between two instants in which anything stood still. `pages` leaves the station out: for what a page
   * promises by itself, while a test stops the station on purpose.
   */
  async lateMs(fromMs: number, toMs: number, whose: 'all' | 'pages' = 'all'): Promise<number> {
    const ofStation = whose === 'all' ? this.#stationSoFar() : []
    const stretches = joined([...(await this.#ownAndPages()), ...ofStation], fromMs, toMs)
    return stretches.reduce((sum, stretch) => sum + lengthMs(stretch), 0)
  }

  /** The longest time between two instants for which something stood still at every moment of it, in milliseconds. */
  async longestMs(fromMs: number, toMs: number): Promise<number> {
    const stretches = joined([...(await this.#ownAndPages()), ...this.#stationSoFar()], fromMs, toMs)
    return Math.max(0, ...stretches.map(lengthMs))
  }

  close(): void {
    this.#end.abort()
  }

  async #ownAndPages(): Promise<Stretch[]> {
    const ask = (page: SteeredPage) => page.evaluate('window.standstills()') as Promise<Stretch[]>
    const ofPages = await Promise.all(this.#pages.map(ask))
    return [...this.#ownStretches(), ...ofPages.flat()]
  }

  #stationSoFar(): Stretch[] {
    const toMs = Date.now()
    const waiting = [...this.#asked.values()].map((fromMs) => ({ fromMs, toMs }))
    return [...this.#stationStretches, ...waiting.filter((stretch) => lengthMs(stretch) > ANSWER_MS)]
  }

  async #ask(url: string): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      const fromMs = Date.now()
      this.#asked.set(url, fromMs)
      // One that is away does not stand still.
      const hasAnswered = await fetch(url, { signal })
        .then((reply) => reply.arrayBuffer())
        .then(
          () => true,
          () => false,
        )
      this.#asked.delete(url)
      const stretch = { fromMs, toMs: Date.now() }
      if (hasAnswered && lengthMs(stretch) > ANSWER_MS) this.#stationStretches.push(stretch)
      await delay(ASK_MS, undefined, { ref: false })
    }
  }
}

const lengthMs = ({ fromMs, toMs }: Stretch): number => toMs - fromMs

/** Parts between two instants that these cover, in order, those that touch as one. Pure. */
function joined(stretches: readonly Stretch[], fromMs: number, toMs: number): Stretch[] {
  const all: Stretch[] = []
  for (const stretch of stretches.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const part = { fromMs: Math.max(stretch.fromMs, fromMs), toMs: Math.min(stretch.toMs, toMs) }
    const last = all.at(-1)
    if (lengthMs(part) <= 0) continue
    if (last && part.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, part.toMs)
    else all.push(part)
  }
  return all
}

/**
 * Ticks from now on, and gives what tells the times for which no tick came. Runs in the page too. Self-contained: it is
 * sent as source text.
 */
function startTicking(): () => Stretch[] {
  const TICK_MS = 50
  const USUALLY_LATE_MS = 100
  const stretches: Stretch[] = []
  let lastMs = Date.now()
  const tick = () => {
    const nowMs = Date.now()
    if (nowMs - lastMs > TICK_MS + USUALLY_LATE_MS) stretches.push({ fromMs: lastMs + TICK_MS, toMs: nowMs })
    lastMs = nowMs
  }
  const timer: unknown = setInterval(tick, TICK_MS)
  // In this process it keeps nobody waiting; a page has a number there.
  ;(timer as { unref?: () => void }).unref?.()
  return () => {
    tick()
    return stretches
  }
}
