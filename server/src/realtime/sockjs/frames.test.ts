import { expect, it } from 'vitest'
import { arrayFrame, readMessages } from './frames.ts'

it('[RT87] what browsers and proxies change on the way is escaped, and arrives as it was', () => {
  const ends = [0x200c, 0x200f, 0x2028, 0x202f, 0x2060, 0x206f, 0xfff0, 0xffff]
  const message = String.fromCharCode(0, 0x1f, ...ends)
  const frame = arrayFrame([message])
  expect(frame).toBe(String.raw`a["\u0000\u001f\u200c\u200f\u2028\u202f\u2060\u206f\ufff0\uffff"]`)
  expect(readMessages(frame.slice(1))).toEqual([message])
})

it('[RT87] everything else stays as it is, pairs of surrogates too', () => {
  const message = 'Harana at 7, ñ, 音, 🎙, \u2010\u2027\u2030\u205f\u2070\uffef'
  expect(arrayFrame([message])).toBe(`a["${message}"]`)
})
