import { concatBytes } from '../bytes.ts'

/** One box: its size, its type and its content, the parts one after the other (ISO/IEC 14496-12 s4.2). */
export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((total, { length }) => total + length, 8)
  return concatBytes([u32(size), ascii(type), ...parts])
}

/** A box with a version and 24 bits of flags ahead of its content. */
export function fullBox(
  type: string,
  { version = 0, flags = 0 }: { version?: number; flags?: number },
  ...parts: readonly Uint8Array[]
): Uint8Array<ArrayBuffer> {
  return box(type, u32(version * 2 ** 24 + flags), ...parts)
}

/** ASCII text as bytes, without an end mark. */
export function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Values of 16 bits, each as two bytes; a negative one as its two's complement. */
export function u16(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of values.entries()) view.setUint16(at * 2, value)
  return bytes
}

/** Values of 32 bits. */
export function u32(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of values.entries()) view.setUint32(at * 4, value)
  return bytes
}

/** A value of 64 bits, up to 2^53. */
export function u64(value: number): Uint8Array<ArrayBuffer> {
  return u32(Math.floor(value / 2 ** 32), value % 2 ** 32)
}
