import type { TakePlace } from '@carillon/media/takes/take-order'

/** Origin of a packet: a place in a DJ's take, or the station, which filled in silence. */
export type PacketOrigin = TakePlace | 'silence'

/** Marks stay beside the packets: they go through mounts and pages, none of which asks where they are from. */
const origins = new WeakMap<Uint8Array, PacketOrigin>()

/** Marks a packet. */
export function markOrigin(packet: Uint8Array, origin: PacketOrigin): void {
  origins.set(packet, origin)
}

/** Origin of a packet; undefined for one of an encoder, of another instance, or of nobody. */
export function originOf(packet: Uint8Array): PacketOrigin | undefined {
  return origins.get(packet)
}

/** Gives a packet that was made of another one the same mark. */
export function copyOrigin(from: Uint8Array, to: Uint8Array): Uint8Array {
  const origin = origins.get(from)
  if (origin && to !== from) origins.set(to, origin)
  return to
}
