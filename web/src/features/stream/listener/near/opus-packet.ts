export const OPUS_SAMPLE_RATE = 48_000
/** RFC 7845 s4.6: after a cut, a decoder needs 80 ms of packets before its output is right. */
export const PRE_ROLL_MS = 80

/** RFC 6716 s3.1, table 2: frame lengths in 48 kHz samples for SILK, hybrid and CELT configurations. */
const SILK_FRAMES = [480, 960, 1920, 2880]
const HYBRID_FRAMES = [480, 960]
const CELT_FRAMES = [120, 240, 480, 960]

/** Length of an Opus packet in 48 kHz samples, from its TOC byte; 0 for one that cannot be a packet. */
export function durationInSamples(packet: Uint8Array): number {
  const toc = packet[0]
  if (toc === undefined) return 0
  const frameCount = frameCountOf(toc & 0x03, packet)
  return frameCount * frameLength(toc >> 3)
}

/** Whether this is one of the two header packets, RFC 7845 s5: OpusHead or OpusTags. */
export function isHeaderPacket(packet: Uint8Array): boolean {
  const magic = String.fromCharCode(...packet.subarray(0, 8))
  return magic === 'OpusHead' || magic === 'OpusTags'
}

/** The newest packets that together last at least `durationMs`; all of them when they are shorter. */
export function newestPackets(packets: readonly Uint8Array[], durationMs: number): Uint8Array[] {
  let missing = (durationMs / 1000) * OPUS_SAMPLE_RATE
  let first = packets.length
  while (first > 0 && missing > 0) {
    first -= 1
    missing -= durationInSamples(packets[first] ?? new Uint8Array(0))
  }
  return packets.slice(first)
}

function frameCountOf(code: number, packet: Uint8Array): number {
  if (code === 0) return 1
  if (code < 3) return 2
  return (packet[1] ?? 0) & 0x3f
}

function frameLength(configuration: number): number {
  if (configuration < 12) return SILK_FRAMES[configuration % 4] ?? 0
  if (configuration < 16) return HYBRID_FRAMES[configuration % 2] ?? 0
  return CELT_FRAMES[configuration % 4] ?? 0
}
