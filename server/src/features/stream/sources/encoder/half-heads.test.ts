import { expect, it } from 'vitest'
import { HalfHeads } from './half-heads.ts'

/** This many places, and who was given up, in order. */
function room(limit: number) {
  const halfHeads = new HalfHeads(limit)
  const givenUp: string[] = []
  const add = (network: string, name: string) => halfHeads.add(network, () => givenUp.push(name))
  return { add, givenUp }
}

it('[EN23] a network that opens too many takes the places from its own oldest', () => {
  const { add, givenUp } = room(4)
  add('campus', 'a dj')
  for (const name of ['1', '2', '3', '4', '5']) add('elsewhere', name)
  expect(givenUp).toEqual(['1', '2'])
})

it('[EN23] who comes from the same network last has the most time', () => {
  const { add, givenUp } = room(3)
  for (const name of ['1', '2', '3', 'a dj']) add('campus', name)
  expect(givenUp).toEqual(['1'])
})

it('[EN23] where each network has one, the oldest makes room', () => {
  const { add, givenUp } = room(2)
  for (const name of ['1', '2', '3']) add(name, name)
  expect(givenUp).toEqual(['1'])
})

it('[EN23] who is gone holds no place, however often it is said', () => {
  const { add, givenUp } = room(2)
  const leave = add('campus', '1')
  add('campus', '2')
  leave()
  leave()
  add('campus', '3')
  expect(givenUp).toEqual([])
  add('campus', '4')
  expect(givenUp).toEqual(['2'])
  leave()
  add('campus', '5')
  expect(givenUp).toEqual(['2', '3'])
})
