import type { StreamConfig } from '@carillon/contract/stream/schemas'

type Streams = StreamConfig['streams']

/** An address that failed is tried after all others for this long. */
export const AVOID_MS = 60_000

/**
 * In which order the station's addresses are tried: as the station says, but those where a connection was lost in the last
 * minute come after the others, the one that was lost longest ago first. So a player leaves a server that went away for
 * the next one, and comes back to it later.
 */
export class StreamOrder {
  readonly #lostAt = new Map<string, number>()

  /** A connection to this address was lost, or there was none to be had. */
  lost(url: string, now: number): void {
    this.#lostAt.set(url, now)
  }

  order(streams: Streams, now: number): Streams {
    const lostAt = ({ url }: Streams[number]) => {
      const at = this.#lostAt.get(url) ?? Number.NEGATIVE_INFINITY
      return now - at < AVOID_MS ? at : Number.NEGATIVE_INFINITY
    }
    return [...streams].sort((one, other) =>
      lostAt(one) < lostAt(other) ? -1 : Number(lostAt(one) > lostAt(other)),
    )
  }
}
