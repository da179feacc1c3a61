import type { RawData } from 'ws'

/** What a websocket's message holds. The library gives one Buffer for each, as its default `binaryType` says. */
export function messageBytes(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
