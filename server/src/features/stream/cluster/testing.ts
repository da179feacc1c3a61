import type { Bid, Leases } from './ports.ts'

/** Leases in memory, with the rule of those in Redis, that can be away. */
export function createLeases() {
  const held = new Map<number, Bid>()
  const state = { isAway: false }
  const leases: Leases = {
    async claim(id, bid) {
      if (state.isAway) throw new Error('away')
      const holder = held.get(id)
      if (holder && holder.instance !== bid.instance && holder.term >= bid.term) return holder
      held.set(id, bid)
      return bid
    },
    async release(id, instance) {
      if (state.isAway) throw new Error('away')
      if (held.get(id)?.instance === instance) held.delete(id)
    },
  }
  return { held, state, leases }
}
