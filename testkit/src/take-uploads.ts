import { setTimeout as delay } from 'node:timers/promises'
import { takePath } from '@carillon/contract/recordings/takes'
import { type Take, uploadOf } from './recorded-takes.ts'
import type { Member } from './station.ts'

/** Packets of one upload: about ten seconds. */
const UPLOAD_PACKETS = 300
const RETRY_MS = 2_000

/** Uploads of what a station does not have of a DJ's takes, as their page does it. */
export class TakeUploads {
  readonly #dj: Member
  readonly #broadcastId: number
  readonly #takes: readonly Take[]
  /** Of each take, the packets that are at the station for good, or are refused for good. */
  readonly #written = new Map<string, number>()
  #isAtWork = false
  #isStopped = false

  /** `takes` grows while the DJ is on air. */
  constructor(dj: Member, broadcastId: number, takes: readonly Take[]) {
    this.#dj = dj
    this.#broadcastId = broadcastId
    this.#takes = takes
  }

  /** Whether the station has all that was recorded, or does not take it. */
  get isSafe(): boolean {
    return this.#takes.every((take) => this.#writtenOf(take) >= take.packets)
  }

  /** The station has written as many packets of a take. */
  noteWritten(takeId: string, upTo: number): void {
    this.#written.set(takeId, Math.max(upTo, this.#written.get(takeId) ?? 0))
  }

  /** Uploads what came too late, take by take; of the newest only where that is over. */
  async work({ isLastOver }: { isLastOver: boolean }): Promise<void> {
    if (this.#isAtWork && !isLastOver) return
    this.#isAtWork = true
    const over = () => (isLastOver ? this.#takes : this.#takes.slice(0, -1))
    const next = () => over().find((take) => this.#writtenOf(take) < take.packets)
    for (let take = next(); take && !this.#isStopped; take = next()) await this.#upload(take)
    this.#isAtWork = false
  }

  /** Gives up what is left. */
  stop(): void {
    this.#isStopped = true
  }

  async #upload(take: Take): Promise<void> {
    const from = this.#writtenOf(take)
    const to = Math.min(take.packets, from + UPLOAD_PACKETS)
    const query = new URLSearchParams({ from: String(from), left: String(take.packets - to) })
    if (take.after) query.set('after', take.after.id)
    if (take.after) query.set('afterPackets', String(take.after.packets))
    const { origin, token } = this.#dj.api
    const reply = await fetch(`${origin}${takePath(this.#broadcastId, take.id)}?${query}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'audio/ogg', authorization: `Bearer ${token}` },
      body: uploadOf(from, to),
    }).catch(() => null)
    if (reply?.ok) {
      const { data } = (await reply.json()) as { data: { writtenUpTo: number } }
      this.noteWritten(take.id, Math.max(to, data.writtenUpTo))
    } else if (reply && reply.status < 500 && reply.status !== 429) {
      // The page gives up what is refused for good: it is missing then.
      this.noteWritten(take.id, take.packets)
    } else await delay(RETRY_MS)
  }

  #writtenOf({ id }: Take): number {
    return this.#written.get(id) ?? 0
  }
}
