import type { RawData } from 'ws'

/** Returns the bytes of a websocket's message. The library gives one Buffer for each, as its default `binaryType` says. */
export function messageBytes(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
