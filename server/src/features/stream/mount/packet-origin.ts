import { appendRun, type MapRun } from '@carillon/media/takes/packet-map'
import type { TakePlace } from '@carillon/media/takes/take-order'

/** Origin of a packet: a place in a DJ's take, or the station, which filled in silence, or was asked for it by a person. */
export type PacketOrigin = TakePlace | 'silence' | 'held'

/** Marks stay beside the packets: they go through mounts and pages, none of which asks where they are from. */
const origins = new WeakMap<Uint8Array, PacketOrigin>()

/** Marks a packet. */
export function markOrigin(packet: Uint8Array, origin: PacketOrigin): void {
  origins.set(packet, origin)
}

/** Gives a packet that was made of another one the same mark. */
export function copyOrigin(from: Uint8Array, to: Uint8Array): Uint8Array {
  const origin = origins.get(from)
  if (origin && to !== from) origins.set(to, origin)
  return to
}

/** Origin of some packets in order, for a map: those without a mark are of an encoder or of nobody. `isHeld`: their silence was asked for. */
export function runsOf(packets: readonly Uint8Array[], isHeld: boolean): MapRun[] {
  const runs: MapRun[] = []
  for (const packet of packets) {
    const origin = origins.get(packet)
    if (origin === undefined) appendRun(runs, { kind: 'other', count: 1 })
    else if (typeof origin === 'object') appendRun(runs, { kind: 'take', ...origin, count: 1 })
    else appendRun(runs, { kind: isHeld ? 'held' : origin, count: 1 })
  }
  return runs
}

/** Marks packets as `runsOf` has described them, on another instance. */
export function markRuns(packets: readonly Uint8Array[], runs: readonly MapRun[]): void {
  let next = 0
  for (const run of runs)
    for (let index = 0; index < run.count && next < packets.length; index++) {
      const packet = packets[next++]
      if (!packet || run.kind === 'other') continue
      if (run.kind === 'take') markOrigin(packet, { takeId: run.takeId, number: run.number + index })
      else markOrigin(packet, run.kind)
    }
}
