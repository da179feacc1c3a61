/** No connection looks at more broadcasts at once. */
export const MAX_BROADCASTS = 16

/** Presence of people at a broadcast, by connection: they say so, and are gone with their connection. */
export class Presence {
  readonly #rooms = new Map<number, Set<string>>()
  readonly #joined = new Map<string, Set<number>>()

  /** False when the connection is in too many already. */
  join(broadcastId: number, connectionId: string): boolean {
    const joined = this.#joined.get(connectionId) ?? new Set()
    if (joined.size >= MAX_BROADCASTS && !joined.has(broadcastId)) return false
    this.#joined.set(connectionId, joined.add(broadcastId))
    const room = this.#rooms.get(broadcastId) ?? new Set()
    this.#rooms.set(broadcastId, room.add(connectionId))
    return true
  }

  leave(broadcastId: number, connectionId: string): void {
    const joined = this.#joined.get(connectionId)
    joined?.delete(broadcastId)
    if (joined?.size === 0) this.#joined.delete(connectionId)
    const room = this.#rooms.get(broadcastId)
    room?.delete(connectionId)
    if (room?.size === 0) this.#rooms.delete(broadcastId)
  }

  forget(connectionId: string): void {
    for (const broadcastId of this.#joined.get(connectionId) ?? []) this.leave(broadcastId, connectionId)
  }

  count(broadcastId: number): number {
    return this.#rooms.get(broadcastId)?.size ?? 0
  }
}
