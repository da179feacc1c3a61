/** One page for tests: RFC 3533 s6, with a true checksum. `packets` must end on this page. */
export function pageOf(packets: Uint8Array[], options: PageOptions = {}): Uint8Array<ArrayBuffer> {
  const lacing = options.lacing ?? packets.flatMap(lacingOf)
  const header = new Uint8Array(27 + lacing.length)
  header.set([0x4f, 0x67, 0x67, 0x53, 0, options.flags ?? 0]) // OggS, version, flags
  const view = new DataView(header.buffer)
  view.setUint32(14, 0x1234, true) // serial number
  view.setUint32(18, options.sequence ?? 0, true)
  header[26] = lacing.length
  header.set(lacing, 27)
  const page = joined([header, ...packets])
  new DataView(page.buffer).setUint32(22, checksumOf(page), true)
  return page
}

export type PageOptions = { sequence?: number; flags?: number; lacing?: number[] }

/** All parts in one array. */
export function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** A packet of `length` bytes that all say `fill`. */
export function packetOf(fill: number, length: number): Uint8Array {
  return new Uint8Array(length).fill(fill)
}

function lacingOf(packet: Uint8Array): number[] {
  return [...new Array<number>(Math.floor(packet.length / 255)).fill(255), packet.length % 255]
}

/** Bit by bit, unlike the reader's table. */
function checksumOf(page: Uint8Array): number {
  let crc = 0
  for (const byte of page) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80000000) !== 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
