import { checksum } from './checksum.ts'
import { pageHeaderBytes } from './page.ts'

/** RFC 3533 s6: the fields of a page header that change with its number. */
const sequenceAt = 18
const checksumAt = 22
const segmentCountAt = 26

/** Pages come in few lengths, and the last 30 s hold about 120; four kilobytes each. */
const maxKnownLengths = 256
const knownChanges = new Map<number, Int32Array>()

/**
 * Whole pages of ours in one buffer, whose sequence numbers can be lowered in place as often as one likes. The checksums
 * follow without reading the pages again, since they are linear: what changes depends only on the changed bits and on how
 * many bytes come after them.
 */
export class NumberedPages {
  readonly #view: DataView
  readonly #pages: { at: number; changes: Int32Array }[] = []

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.length; ) {
      const length = pageLength(bytes, at)
      this.#pages.push({ at, changes: knownChanges.get(length) ?? learnChanges(length) })
      at += length
    }
  }

  /** Takes `back` off each sequence number, modulo 2^32. */
  lower(back: number): void {
    for (const { at, changes } of this.#pages) {
      const before = this.#view.getInt32(at + sequenceAt, true)
      const after = (before - back) | 0
      const sum = this.#view.getInt32(at + checksumAt, true)
      this.#view.setInt32(at + sequenceAt, after, true)
      this.#view.setInt32(at + checksumAt, sum ^ checksumChange(before ^ after, changes), true)
    }
  }
}

function pageLength(bytes: Uint8Array, at: number): number {
  const segments = byteAt(bytes, at + segmentCountAt)
  let length = pageHeaderBytes + segments
  for (let segment = 0; segment < segments; segment++) length += byteAt(bytes, at + pageHeaderBytes + segment)
  return length
}

/** Change of the checksum when these bits of the sequence number change. */
function checksumChange(bits: number, changes: Int32Array): number {
  return (
    valueAt(changes, bits & 255) ^
    valueAt(changes, 256 + ((bits >>> 8) & 255)) ^
    valueAt(changes, 512 + ((bits >>> 16) & 255)) ^
    valueAt(changes, 768 + (bits >>> 24))
  )
}

/** Entry [n][byte]: the checksum of `byte` at the n-th byte of the sequence number, all else in the page being zero. */
function learnChanges(length: number): Int32Array {
  const changes = new Int32Array(4 * 256)
  for (let index = 0; index < 4; index++) {
    const rest = new Uint8Array(length - sequenceAt - index)
    for (let bit = 1; bit < 256; bit *= 2) {
      rest[0] = bit
      changes[index * 256 + bit] = checksum(rest)
    }
    for (let byte = 1; byte < 256; byte++) {
      const lowest = byte & -byte
      changes[index * 256 + byte] =
        valueAt(changes, index * 256 + lowest) ^ valueAt(changes, index * 256 + (byte ^ lowest))
    }
  }
  for (const oldest of knownChanges.keys()) {
    if (knownChanges.size < maxKnownLengths) break
    knownChanges.delete(oldest)
  }
  knownChanges.set(length, changes)
  return changes
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number
}

function valueAt(values: Int32Array, index: number): number {
  return values[index] as number
}
