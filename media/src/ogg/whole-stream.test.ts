import { expect, it } from 'vitest'
import { captureNamed } from '../fixtures/captures.ts'
import { demux, packetsOf } from '../fixtures/demux.ts'
import { sameBytes } from '../fixtures/webm.ts'
import { OggMuxer } from './muxer.ts'
import { readWholeStream } from './whole-stream.ts'

const packets = packetsOf(demux(captureNamed('chromium-desktop').chunks)).slice(0, 12)
function stream(sound: readonly Uint8Array[] = packets): Uint8Array {
  const muxer = new OggMuxer({ serialNumber: 9 })
  return Buffer.concat([muxer.headerPages(), muxer.page(sound.slice(0, -1)), muxer.lastPage(sound.slice(-1))])
}
const errorOf = (bytes: Uint8Array) => {
  const result = readWholeStream(bytes)
  return result.ok ? null : result.error
}
/** The same bytes, changed; the checksum of each page is as it was. */
function changed(change: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = Uint8Array.from(stream())
  change(bytes)
  return bytes
}

it('[RE44] a stream that is whole gives its packets', () => {
  const result = readWholeStream(stream())
  expect(result.ok && sameBytes(result.packets, packets)).toBe(true)
})

it('[RE44] one that is cut at any byte is incomplete, and gives nothing', () => {
  const bytes = stream()
  for (let end = 0; end < bytes.length; end++)
    expect(errorOf(bytes.subarray(0, end)), `${end}`).not.toBeNull()
})

it('[RE44] a bit that is wrong anywhere is damage', () => {
  const { length } = stream()
  for (let at = 0; at < length; at += 7)
    expect(
      errorOf(
        changed((bytes) => {
          bytes[at] = (bytes[at] ?? 0) ^ 4
        }),
      ),
    ).not.toBeNull()
})

it('[RE44] pages doubled, missing, of two streams or after the end are damage; junk is no Ogg', () => {
  const muxer = new OggMuxer({ serialNumber: 9 })
  const [head, first, second, last] = [
    muxer.headerPages(),
    muxer.page(packets.slice(0, 4)),
    muxer.page(packets.slice(4, 8)),
    muxer.lastPage(packets.slice(8)),
  ]
  const whole = [head, first, second, last]
  expect(errorOf(Buffer.concat(whole))).toBeNull()
  expect(errorOf(Buffer.concat([head, first, first, second, last]))).toBe('DAMAGED')
  expect(errorOf(Buffer.concat([head, second, first, last]))).toBe('DAMAGED')
  expect(errorOf(Buffer.concat([head, second, last]))).toBe('DAMAGED')
  expect(errorOf(Buffer.concat([...whole, stream()]))).toBe('DAMAGED')
  expect(errorOf(Buffer.concat([head, first]))).toBe('INCOMPLETE')
  expect(errorOf(Buffer.alloc(1024 * 1024, 7))).toBe('NOT_OGG')
  expect(errorOf(new Uint8Array())).toBe('INCOMPLETE')
})

it('[RE44] packets that are no Opus are refused', () => {
  expect(errorOf(stream([Uint8Array.of(0xff, 0), ...packets]))).toBe('NOT_OPUS')
})
