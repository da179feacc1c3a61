import { expect, it } from 'vitest'
import { ListenerPlaces, MAX_LISTENERS_PER_ADDRESS } from './listener-places.ts'

it('[SE22] one address cannot take all places to listen', () => {
  const places = new ListenerPlaces()
  for (let count = 0; count < MAX_LISTENERS_PER_ADDRESS; count += 1) places.take('203.0.113.1')
  expect(places.hasRoomFor('203.0.113.1')).toBe(false)
  expect(places.hasRoomFor('203.0.113.2')).toBe(true)
  places.leave('203.0.113.1')
  expect(places.hasRoomFor('203.0.113.1')).toBe(true)
  places.take('203.0.113.1')
  expect(places.hasRoomFor('203.0.113.1')).toBe(false)
})
