/** Eight tables of 256: entry [n][byte] is the checksum of `byte` followed by n zero bytes ("slicing by 8"). */
const tables = buildTables()

/**
 * The page checksum of RFC 3533 s6: CRC-32 with polynomial 0x04c11db7, initial value 0, no reflection, no final
 * exclusive or. The checksum field itself must be zero in `bytes`. Unsigned.
 */
export function checksum(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0
  let at = start
  for (; at + 8 <= end; at += 8) {
    crc ^=
      (byteAt(bytes, at) << 24) |
      (byteAt(bytes, at + 1) << 16) |
      (byteAt(bytes, at + 2) << 8) |
      byteAt(bytes, at + 3)
    crc =
      entry(1792 + (crc >>> 24)) ^
      entry(1536 + ((crc >>> 16) & 255)) ^
      entry(1280 + ((crc >>> 8) & 255)) ^
      entry(1024 + (crc & 255)) ^
      entry(768 + byteAt(bytes, at + 4)) ^
      entry(512 + byteAt(bytes, at + 5)) ^
      entry(256 + byteAt(bytes, at + 6)) ^
      entry(byteAt(bytes, at + 7))
  }
  for (; at < end; at++) crc = (crc << 8) ^ entry((crc >>> 24) ^ byteAt(bytes, at))
  return crc >>> 0
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number
}

function entry(index: number): number {
  return tables[index] as number
}

function buildTables(): Int32Array {
  const built = new Int32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
    built[byte] = crc
  }
  for (let index = 256; index < built.length; index++) {
    const previous = built[index - 256] as number
    built[index] = (previous << 8) ^ (built[previous >>> 24] as number)
  }
  return built
}
