import type { ItemKind, PlayedItem } from './rules.ts'

/** Names that are kept, of items and of artists: more than a library of students holds. */
export const MAX_KEPT = 20_000

/**
 * Items that went out, as far as the rules ask: when each item and each artist last began. The newest 20,000 of either are
 * kept.
 */
export class PlayedHistory {
  /** Library ids and broadcast ids: two kinds of numbers. */
  readonly #items = new Map<number, number>()
  readonly #replays = new Map<number, number>()
  readonly #artists = new Map<string, number>()
  #sinceShort = 0
  #stationIdAt: number | null = null

  /** Adds an item. Items must come in the order in which they went out. */
  add({ kind, id, artist, startedAt }: PlayedItem): void {
    remember(this.#timesOf(kind), id, startedAt)
    if (artist !== null) remember(this.#artists, artist, startedAt)
    if (kind === 'STATION_ID') this.#stationIdAt = startedAt
    this.#sinceShort = isShort(kind) ? 0 : this.#sinceShort + 1
  }

  /** Milliseconds since the item began; infinite if it never did. */
  sinceItem(kind: ItemKind, id: number, now: number): number {
    return now - (this.#timesOf(kind).get(id) ?? Number.NEGATIVE_INFINITY)
  }

  /** The same for anything of the artist. */
  sinceArtist(artist: string, now: number): number {
    return now - (this.#artists.get(artist) ?? Number.NEGATIVE_INFINITY)
  }

  /** Tracks and replays since the last jingle or station id. */
  get sinceShort(): number {
    return this.#sinceShort
  }

  get stationIdAt(): number | null {
    return this.#stationIdAt
  }

  #timesOf(kind: ItemKind): Map<number, number> {
    return kind === 'REPLAY' ? this.#replays : this.#items
  }
}

/** Keeps the order of the last use, so that the first is what may be forgotten. */
function remember<Key>(times: Map<Key, number>, key: Key, at: number): void {
  times.delete(key)
  times.set(key, at)
  const [oldest] = times.keys()
  if (times.size > MAX_KEPT && oldest !== undefined) times.delete(oldest)
}

function isShort(kind: ItemKind): boolean {
  return kind === 'JINGLE' || kind === 'STATION_ID'
}
