const FIN = 0x80
const TEXT = 1
const OPCODE = 0x0f
const PING = 9
const PONG = 10
const MASKED = 0x80
const LENGTH = 0x7f
const MASK_BYTES = 4
const NO_MASK = Buffer.alloc(MASK_BYTES)

/** Texts in what a client sent, whole frames of it. */
export function textsIn(bytes: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const maskAt = at + headerBytes(bytes, at)
    const start = maskAt + MASK_BYTES
    const end = start + payloadBytes(bytes, at)
    const payload = bytes.subarray(start, end).map((byte, index) => byte ^ (bytes[maskAt + (index % 4)] ?? 0))
    if (((bytes[at] ?? 0) & OPCODE) === TEXT) texts.push(Buffer.from(payload).toString())
    at = end
  }
  return texts
}

/** The answer to a ping at the beginning of what a server sent; null when there is none. */
export function pongTo(bytes: Buffer): Buffer | null {
  const isPing = bytes[0] === (FIN | PING)
  return isPing ? maskedFrame(bytes.toString('latin1', 2, 2 + (bytes[1] ?? 0)), PONG) : null
}

/** RFC 6455 s5.2: 7 bits of length, or 126 and 16 bits, or 127 and 64 bits. NaN when not all of it is there yet. */
export function payloadBytes(bytes: Buffer, at: number): number {
  if (bytes.length < at + 2) return Number.NaN
  const short = (bytes[at + 1] ?? 0) & LENGTH
  if (short < 126) return short
  if (bytes.length < at + headerBytes(bytes, at)) return Number.NaN
  return short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
}

/** Bytes before the payload, the mask not counted. */
export function headerBytes(bytes: Buffer, at: number): number {
  const short = (bytes[at + 1] ?? 0) & LENGTH
  if (short < 126) return 2
  return short === 126 ? 4 : 10
}

/** A frame as clients send it, masked with zeros. */
export function maskedFrame(text: string, opcode = TEXT): Buffer {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126
      ? [MASKED | payload.length]
      : [MASKED | 126, payload.length >> 8, payload.length & 0xff]
  return Buffer.concat([Buffer.from([FIN | opcode, ...length]), NO_MASK, payload])
}
