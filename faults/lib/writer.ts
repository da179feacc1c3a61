import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiSession } from '@carillon/testkit/api'
import { quantile } from '@carillon/testkit/process-cost'
import type { Member, Station } from '@carillon/testkit/station'

const EVERY_MS = 200
/** Then a person has given up. */
const ANSWER_LIMIT_MS = 10_000
/** Beginning of its messages: others may be writing as well. */
const WORD = 'Message'
const PAGE = 100

/** A message that the station said it has. */
type Acknowledged = { id: number; content: string }
type Kept = { id: number; content: string }

/**
 * Somebody who says a number five times a second, each in a call on a connection of its own, and notes what was
 * acknowledged. What fails is not said again.
 */
export class Writer {
  readonly #origin: string
  readonly #speaker: Member
  readonly #broadcastId: number
  readonly #acknowledged: Acknowledged[] = []
  #failures: string[] = []
  #callMs: number[] = []
  #acknowledgedAtMs = performance.now()
  #longestWithoutMs = 0
  #isLeaving = false
  readonly #saying: Promise<void>

  /** Writes from now on, until `leave`. The speaker needs a role that need not wait in slow mode. */
  constructor(station: Station, speaker: Member, broadcastId: number) {
    this.#origin = station.origin
    this.#speaker = speaker
    this.#broadcastId = broadcastId
    this.#saying = this.#sayOn()
  }

  get acknowledged(): number {
    return this.#acknowledged.length
  }

  /** When the last message was acknowledged, on the monotonic clock. */
  get acknowledgedAtMs(): number {
    return this.#acknowledgedAtMs
  }

  /** Since the last time this was asked: failed calls by what they said, how slow they were, the longest time without success. */
  take(): { failures: string[]; slowestMs: number; p99Ms: number; longestWithoutMs: number } {
    const longestWithoutMs = Math.max(this.#longestWithoutMs, performance.now() - this.#acknowledgedAtMs)
    const callMs = this.#callMs
    const slowestMs = callMs.reduce((most, each) => Math.max(most, each), 0)
    const p99Ms = quantile(callMs, 0.99)
    const taken = { failures: this.#failures, slowestMs, p99Ms, longestWithoutMs }
    this.#failures = []
    this.#callMs = []
    this.#longestWithoutMs = 0
    return taken
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#saying
  }

  /**
   * Finds messages that were acknowledged and are not there once, as they were sent; one that is there twice counts as
   * well.
   */
  async findLost(): Promise<string[]> {
    const kept = await readAll(this.#speaker.api, this.#broadcastId)
    const byId = new Map(kept.map(({ id, content }) => [id, content]))
    const missing = this.#acknowledged.filter(({ id, content }) => byId.get(id) !== content)
    const own = kept.filter(({ content }) => content.startsWith(WORD)).map(({ content }) => content)
    const seen = new Set<string>()
    const twice = own.filter((content) => seen.size === seen.add(content).size)
    return [
      ...missing.map(({ id, content }) => `${id} "${content}" is missing`),
      ...twice.map((content) => `"${content}" is there twice`),
    ]
  }

  /** Which of the first this many acknowledged are not in a station that was made of this one's backup. */
  async findMissingAt(origin: string, count: number): Promise<string[]> {
    const kept = await readAll(new ApiSession(origin, this.#speaker.api.token), this.#broadcastId)
    const byId = new Map(kept.map(({ id, content }) => [id, content]))
    const missing = this.#acknowledged.slice(0, count).filter(({ id, content }) => byId.get(id) !== content)
    return missing.map(({ id, content }) => `${id} "${content}"`)
  }

  async #sayOn(): Promise<void> {
    for (let number = 0; !this.#isLeaving; number += 1) {
      const startedAt = performance.now()
      await this.#say(`${WORD} ${number}`).catch((error: Error) => this.#failures.push(failureOf(error)))
      this.#callMs.push(performance.now() - startedAt)
      await delay(Math.max(0, startedAt + EVERY_MS - performance.now()))
    }
  }

  async #say(content: string): Promise<void> {
    const asked = request(`${this.#origin}/api/chats/${this.#broadcastId}`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${this.#speaker.api.token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    asked.end(JSON.stringify({ content }))
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    const answer = (await json(reply)) as { code?: string; data?: { id: number } }
    if (reply.statusCode !== 201 || !answer.data) throw new Error(`${reply.statusCode} ${answer.code}`)
    this.#acknowledged.push({ id: answer.data.id, content })
    const now = performance.now()
    this.#longestWithoutMs = Math.max(this.#longestWithoutMs, now - this.#acknowledgedAtMs)
    this.#acknowledgedAtMs = now
  }
}

async function readAll(api: ApiSession, broadcastId: number): Promise<Kept[]> {
  const all: Kept[] = []
  for (
    let query = `limit=${PAGE}`;
    ;
    query = `limit=${PAGE}&before=${Math.min(...all.map(({ id }) => id))}`
  ) {
    const page = await api.data<Kept[]>('GET', `/api/chats/${broadcastId}?${query}`)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

function failureOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
