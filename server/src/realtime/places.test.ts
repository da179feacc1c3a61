import { expect, it } from 'vitest'
import { type Occupant, OWN_BYTES, Places } from './places.ts'

const CAMPUS = '192.0.2.1'
const visitor = (network = CAMPUS): Occupant => ({ network, userId: null })

/** A hundred places, taken by these until there is none. */
function fill(places: Places, occupantOf: (number: number) => Occupant): number {
  for (let taken = 0; ; taken += 1) {
    try {
      places.take(occupantOf(taken))
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 10 })
      return taken
    }
  }
}

it('[RT83] one network has half of all places for visitors, and a quarter more for who is signed in', () => {
  const places = new Places({ places: 100, heldBytes: 0 })
  expect(fill(places, () => visitor())).toBe(50)
  expect(fill(places, (userId) => ({ network: CAMPUS, userId }))).toBe(25)
  expect(fill(places, () => visitor('198.51.100.7'))).toBe(5)
})

it('[RT83] visitors of all networks leave a fifth to those who are signed in', () => {
  const places = new Places({ places: 100, heldBytes: 0 })
  expect(fill(places, (number) => visitor(`192.0.2.${number}`))).toBe(80)
  expect(fill(places, (userId) => ({ network: CAMPUS, userId }))).toBe(20)
})

it('[RT83] one person has 64 places', () => {
  const places = new Places({ places: 1_000, heldBytes: 0 })
  expect(fill(places, (number) => ({ network: `192.0.2.${number}`, userId: 7 }))).toBe(64)
})

it('[RT83] a place that was left is there again, once', () => {
  const places = new Places({ places: 4, heldBytes: 0 })
  const place = places.take(visitor())
  expect(fill(places, () => visitor())).toBe(1)
  place.leave()
  place.leave()
  expect(fill(places, () => visitor())).toBe(1)
})

it('[RT84] beyond what belongs to each place, one network may hold three quarters of what may be held', () => {
  const places = new Places({ places: 100, heldBytes: 100_000 })
  const [greedy, neighbour, other] = [
    places.take(visitor()),
    places.take(visitor()),
    places.take(visitor('198.51.100.7')),
  ]
  greedy.hold(OWN_BYTES + 75_000)
  expect(() => greedy.hold(1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
  neighbour.hold(OWN_BYTES)
  expect(() => neighbour.hold(1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
  other.hold(OWN_BYTES + 25_000)
  expect(() => other.hold(1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
})

it('[RT84] what is given back, also by leaving, may be held by others', () => {
  const places = new Places({ places: 100, heldBytes: 100_000 })
  const [one, other] = [places.take(visitor()), places.take(visitor())]
  one.hold(OWN_BYTES + 75_000)
  one.free(25_000)
  other.hold(OWN_BYTES + 25_000)
  one.leave()
  other.hold(50_000)
  expect(other.heldBytes).toBe(OWN_BYTES + 75_000)
})
