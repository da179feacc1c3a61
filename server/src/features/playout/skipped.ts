import { HOUR_MS } from '@carillon/contract/durations'
import type { PlayableItem } from './ports.ts'
import type { PlayoutRules } from './rules/rules.ts'

/** An item that could not be played is tried again so much later: its file may be back. */
export const SKIPPED_MS = HOUR_MS
export const MAX_SKIPPED = 1_000

type Named = Pick<PlayableItem, 'itemId' | 'broadcastId'>

/** Items that could not be played lately, and are not chosen until an hour has passed. */
export class Skipped {
  /** Until when, in milliseconds since 1970, by name. */
  readonly #until = new Map<string, number>()

  add(item: Named, now: number): void {
    const name = nameOf(item)
    this.#until.delete(name)
    this.#until.set(name, now + SKIPPED_MS)
    const [oldest] = this.#until.keys()
    if (this.#until.size > MAX_SKIPPED && oldest !== undefined) this.#until.delete(oldest)
  }

  has(item: Named, now: number): boolean {
    return now < (this.#until.get(nameOf(item)) ?? 0)
  }

  /** The rules without what is skipped. */
  leaveOut(rules: PlayoutRules, now: number): PlayoutRules {
    if (this.#until.size === 0) return rules
    const isLeft = ({ id }: { id: number }) => !this.has({ itemId: id, broadcastId: null }, now)
    return {
      ...rules,
      playlists: rules.playlists.map((playlist) => ({ ...playlist, tracks: playlist.tracks.filter(isLeft) })),
      shorts: rules.shorts.filter(isLeft),
      replays: rules.replays.filter(({ id }) => !this.has({ itemId: null, broadcastId: id }, now)),
    }
  }
}

function nameOf({ itemId, broadcastId }: Named): string {
  return itemId === null ? `show ${broadcastId}` : `item ${itemId}`
}
