import { expect, it } from 'vitest'
import { Audience } from './audience.ts'

it('[ST20] a player with several connections counts once, until the last of them ends', () => {
  const audience = new Audience({ now: () => 0 })
  const leave = [audience.join('a'), audience.join('a'), audience.join('b')]
  expect(audience.count).toBe(2)
  leave[0]?.()
  leave[0]?.()
  expect(audience.count).toBe(2)
  leave[1]?.()
  expect(audience.count).toBe(1)
})

it('[ST20] connections that name no player count each', () => {
  const audience = new Audience({ now: () => 0 })
  audience.join(null)
  const leave = audience.join(null)
  expect(audience.count).toBe(2)
  leave()
  expect(audience.count).toBe(1)
})

it('[ST21] the peak is the most at one time and survives a restart', () => {
  const audience = new Audience({ now: () => 0, peak: 3 })
  const leave = ['a', 'b', 'c', 'd'].map((id) => audience.join(id))
  for (const one of leave) one()
  audience.join('e')
  expect(audience.peak).toBe(4)
})
