import { expect, it } from 'vitest'
import { createFakeTimers } from '../testing.ts'
import { type CopyPlace, TakeStore } from './take-store.ts'

const PIECE = { takeId: 'a', from: 0, count: 1, samples: 960, bytes: 3, packets: [new Uint8Array(3)] }

it('[KC8] a browser that neither opens its storage nor refuses it is one without, and the page has the copy', async () => {
  const timers = createFakeTimers()
  const places: CopyPlace[] = []
  const store = new TakeStore({
    onPlace: (place) => places.push(place),
    timers,
    open: () => new Promise(() => {}),
  })
  store.add(PIECE)
  timers.advance(2_000)
  expect(await store.read([PIECE])).toEqual([PIECE])
  expect(places).toEqual(['page'])
})
