import { expect, test } from 'vitest'
import { convert } from './convert.ts'

/** A second of silence, as a WAV of 16 bits in mono at 8 kHz. */
function aWav(): File {
  const view = new DataView(new ArrayBuffer(44 + 16_000))
  const words: [number, string][] = [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ]
  for (const [at, word] of words)
    for (let n = 0; n < word.length; n++) view.setUint8(at + n, word.charCodeAt(n))
  view.setUint32(4, 36 + 16_000, true)
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8_000, true)
  view.setUint32(28, 16_000, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  view.setUint32(40, 16_000, true)
  return new File([view], 'quiet_take.wav')
}

const order = { file: aWav(), kind: 'TRACK', by: 'STATION' } as const

test('[LB56] what the station converts is only looked at', async () => {
  const converted = await convert(order, () => undefined)
  expect(converted).toMatchObject({ ok: true, tags: { title: 'quiet take' } })
  expect(converted.ok && converted.file).toBe(order.file)
  const text = { ...order, file: new File(['This is not a song.'], 'notes.mp3') }
  expect(await convert(text, () => undefined)).toEqual({ ok: false, refusal: 'NOT_AUDIO' })
})

test('[LB56] a browser without an encoder converts nothing itself', async () => {
  expect(await convert({ ...order, by: 'BROWSER' }, () => undefined)).toEqual({
    ok: false,
    refusal: 'NO_ENCODER',
  })
})
