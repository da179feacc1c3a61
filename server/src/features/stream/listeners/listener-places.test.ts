import { expect, it } from 'vitest'
import { ListenerPlaces, MAX_LISTENERS_PER_ADDRESS } from './listener-places.ts'

it('[SE22] one address cannot take all places to listen', () => {
  const places = new ListenerPlaces()
  const taken = Array.from({ length: MAX_LISTENERS_PER_ADDRESS }, () => places.take('203.0.113.1'))
  expect(places.hasRoomFor('203.0.113.1')).toBe(false)
  expect(places.hasRoomFor('203.0.113.2')).toBe(true)
  taken.pop()?.()
  expect(places.hasRoomFor('203.0.113.1')).toBe(true)
  for (const leave of taken) leave()
  places.take('203.0.113.1')
  expect(places.hasRoomFor('203.0.113.1')).toBe(true)
})
