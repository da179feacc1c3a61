/** Orientation of an image, 1 to 8 (Exif 2.3 s4.6.4 A, tag 274); 1 is as it is. */
export type Orientation = number

const TAG = 0x0112
/** A value of two bytes. */
const SHORT = 3
const ENTRY_BYTES = 12
const AS_IT_IS = 1

/**
 * Reads the orientation in the first directory of a TIFF structure (TIFF 6.0 s2); 1 where there is none, or it is
 * broken.
 */
export function readOrientation(tiff: Buffer): Orientation {
  const order = tiff.toString('latin1', 0, 4)
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return AS_IT_IS
  const isLittle = order.startsWith('I')
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directoryAt = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directoryAt + 2 > tiff.length) return AS_IT_IS
  const end = directoryAt + 2 + short(directoryAt) * ENTRY_BYTES
  for (let at = directoryAt + 2; at + ENTRY_BYTES <= Math.min(end, tiff.length); at += ENTRY_BYTES) {
    // Tag, type, count, then the value itself where it has four bytes at most.
    if (short(at) !== TAG || short(at + 2) !== SHORT) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : AS_IT_IS
  }
  return AS_IT_IS
}

/** A TIFF structure that says this and nothing else; null for an image that stands as it is. */
export function writeOrientation(orientation: Orientation): Buffer | null {
  if (orientation === AS_IT_IS) return null
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4) // where the directory is
  tiff.writeUInt16LE(1, 8) // its entries
  tiff.writeUInt16LE(TAG, 10)
  tiff.writeUInt16LE(SHORT, 12)
  tiff.writeUInt32LE(1, 14) // values
  tiff.writeUInt16LE(orientation, 18)
  return tiff // the last four bytes: no further directory
}
