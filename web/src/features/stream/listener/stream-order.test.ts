import { expect, test } from 'vitest'
import { AVOID_MS, StreamOrder } from './stream-order.ts'

const streamAt = (url: string) => ({ url, mimeType: 'audio/ogg', codec: 'opus', bitrate: 96_000 })
const STREAMS = ['https://listen.example/live.ogg', '/live.ogg', '/live.mp3'].map(streamAt)
const urlsOf = (order: StreamOrder, now: number) => order.order(STREAMS, now).map(({ url }) => url)

test('[LS40] addresses are tried in the order the station says', () => {
  expect(urlsOf(new StreamOrder(), 0)).toEqual(['https://listen.example/live.ogg', '/live.ogg', '/live.mp3'])
})

test('[LS40] one that was lost comes last for a minute', () => {
  const order = new StreamOrder()
  order.lost('https://listen.example/live.ogg', 1_000)
  expect(urlsOf(order, 1_500)).toEqual(['/live.ogg', '/live.mp3', 'https://listen.example/live.ogg'])
  expect(urlsOf(order, 1_000 + AVOID_MS)[0]).toBe('https://listen.example/live.ogg')
})

test('[LS40] of several that were lost, the one lost longest ago comes first', () => {
  const order = new StreamOrder()
  order.lost('/live.ogg', 1_000)
  order.lost('https://listen.example/live.ogg', 2_000)
  expect(urlsOf(order, 3_000)).toEqual(['/live.mp3', '/live.ogg', 'https://listen.example/live.ogg'])
  order.lost('/live.ogg', 4_000)
  expect(urlsOf(order, 5_000).slice(1)).toEqual(['https://listen.example/live.ogg', '/live.ogg'])
})
