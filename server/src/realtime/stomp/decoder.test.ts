import { expect, it } from 'vitest'
import { Decoder, MAX_FRAME_BYTES, MAX_FRAMES_AT_ONCE, MAX_HEADER_LENGTH, MAX_HEADERS } from './decoder.ts'
import { readHeaders } from './headers.ts'

/** Frames that must be read, and their values. */
const GOOD: [string, object[]][] = [
  ['SEND\n\n\0', [{ command: 'SEND', headers: [], body: '' }]],
  ['\n\r\nSEND\n\n\0\n\n', [{ command: 'SEND' }]],
  ['SEND\r\na:b\r\n\r\nbody\0', [{ command: 'SEND', headers: [['a', 'b']], body: 'body' }]],
  ['SEND\na:b:c\n\n\0', [{ headers: [['a', 'b:c']] }]],
  ['SEND\ncontent-length:3\n\n1\u00002\0', [{ body: '1\u00002' }]],
  ['SEND\n\nNiña 🔔\0BEGIN\n\n\0', [{ body: 'Niña 🔔' }, { command: 'BEGIN' }]],
  ['\n\n\n', []],
]

/** Frames that must be refused, whatever came before them. */
const BAD: [string, string][] = [
  ['a NUL alone', '\0'],
  ['a NUL after a frame', 'SEND\n\n\0\0'],
  ['a NUL in the command', 'SE\0ND\n\n\0'],
  ['a NUL in the name of a header', 'SEND\na\0b:c\n\n\0'],
  ['a NUL in a header', 'SEND\nreceipt:a\0b\n\n\0'],
  ['a body of BEGIN', 'BEGIN\n\nbody\0'],
  ['a body of CONNECT', 'CONNECT\n\nbody\0'],
  ['a body that is longer than its length', 'SEND\ncontent-length:1\n\nbody\0'],
  ['a length that is no number', `SEND\ncontent-length:x\n\nbody\0${'x'.repeat(MAX_FRAME_BYTES)}`],
  ['too many headers', `SEND\n${'a:b\n'.repeat(MAX_HEADERS + 1)}\n\0`],
  ['too long a header', `SEND\na:${'b'.repeat(MAX_HEADER_LENGTH)}\n\n\0`],
  ['too long a body', `SEND\n\n${'x'.repeat(MAX_FRAME_BYTES)}\0`],
  ['too long a command', 'x'.repeat(MAX_FRAME_BYTES + 1)],
]

it('[RT15] of a message with thousands of frames no more are read than may come at once', () => {
  const { frames, fault } = new Decoder().push(Buffer.from('BEGIN\n\n\0'.repeat(8_000)))
  expect(frames).toHaveLength(MAX_FRAMES_AT_ONCE)
  expect(fault).toBe('Too many frames at once')
})

function decodeInPieces(bytes: Buffer, cuts: number[]) {
  const decoder = new Decoder()
  const frames: object[] = []
  let start = 0
  for (const end of [...cuts, bytes.length]) {
    const decoded = decoder.push(bytes.subarray(start, end))
    frames.push(...decoded.frames)
    if (decoded.fault) return { frames, fault: decoded.fault }
    start = end
  }
  return { frames, fault: null }
}

it.each(GOOD)('[RT1] reads %j, wherever its messages end', (text, expected) => {
  const bytes = Buffer.from(text)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { frames, fault } = decodeInPieces(bytes, [cut])
    expect(fault).toBeNull()
    expect(frames).toHaveLength(expected.length)
    expect(frames).toMatchObject(expected)
  }
  const every = Array.from({ length: bytes.length }, (_, index) => index)
  expect(decodeInPieces(bytes, every).frames).toMatchObject(expected)
})

it.each(BAD)('[RT1] refuses %s', (_words, text) => {
  expect(decodeInPieces(Buffer.from(text), []).fault).not.toBeNull()
  expect(decodeInPieces(Buffer.from(text), [1]).fault).not.toBeNull()
})

it('[RT1] refuses headers that are no UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('SEND\na:'), Buffer.of(0xff), Buffer.from('\n\n\0')])
  expect(new Decoder().push(bytes).fault).toBe('Command and headers must be UTF-8')
})

it('[RT1] a header called __proto__ is a header', () => {
  const headers = readHeaders('SEND', [['__proto__', 'x']], '1.2')
  expect(headers).toEqual({ ok: true, value: new Map([['__proto__', 'x']]) })
})
