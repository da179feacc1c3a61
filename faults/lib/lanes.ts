import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { until } from '@carillon/testkit/until'
import type { FaultRig } from './fault-rig.ts'

const CALL_LIMIT_MS = 30_000
/** Answers that were on their way when something began end within it. */
const ON_THEIR_WAY_MS = 500

/** Callers, each of whom asks who they are as soon as they were answered; each question needs the database. */
export class Lanes {
  readonly #answeredAtMs: number[]
  readonly #asking: Promise<unknown>
  #isLeaving = false
  #slowestMs = 0
  #failures: string[] = []

  constructor({ station, dj }: FaultRig, count: number) {
    this.#answeredAtMs = Array.from({ length: count }, () => 0)
    const headers = { authorization: `Bearer ${dj.api.token}` }
    const ask = async (lane: number) => {
      while (!this.#isLeaving) {
        const askedAtMs = performance.now()
        const status = await statusOf(`${station.origin}/api/auth/me`, headers)
        this.#slowestMs = Math.max(this.#slowestMs, performance.now() - askedAtMs)
        if (status === 200) this.#answeredAtMs[lane] = performance.now()
        else this.#failures.push(String(status ?? 'no answer'))
      }
    }
    this.#asking = Promise.all(this.#answeredAtMs.map((_, lane) => ask(lane)))
  }

  /** Resolves when each has been answered with success, from now on; gives after how many milliseconds. */
  async back(limitMs: number): Promise<number> {
    const sinceMs = performance.now() + ON_THEIR_WAY_MS
    return until(
      () => this.#answeredAtMs.every((atMs) => atMs > sinceMs),
      limitMs,
      'all callers are answered',
    )
  }

  /** Since the last time this was asked: calls that failed, by status, and the slowest one. */
  take(): { failures: string[]; slowestMs: number } {
    const taken = { failures: this.#failures, slowestMs: this.#slowestMs }
    this.#failures = []
    this.#slowestMs = 0
    return taken
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#asking
  }
}

/** On a connection of its own, of which nothing is left; null when there was no answer. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | null> {
  try {
    const asked = request(url, { agent: false, headers, signal: AbortSignal.timeout(CALL_LIMIT_MS) })
    asked.end()
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    await once(reply.resume(), 'end')
    return reply.statusCode ?? null
  } catch {
    return null
  }
}
