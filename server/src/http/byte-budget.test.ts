import { expect, it } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

/** A budget of 100 bytes for each and 250 in all; `cut` names what was cut, in order. */
function budgetOf() {
  const cut: string[] = []
  const budget = new ByteBudget({ perHolderBytes: 100, totalBytes: 250 })
  const hold = (holder: string, bytes: number, name: string) =>
    budget.hold(holder, bytes, () => cut.push(name))
  return { budget, hold, cut }
}

it('[HT25] beyond what one may hold, the oldest of theirs is cut, and nobody else’s', () => {
  const { hold, cut, budget } = budgetOf()
  hold('other', 90, 'other')
  for (const name of ['first', 'second', 'third']) hold('greedy', 50, name)
  expect([cut, budget.bytes]).toEqual([['first'], 190])
})

it('[HT25] beyond what all may hold, the oldest hold of the largest holder is cut', () => {
  const { hold, cut, budget } = budgetOf()
  hold('small', 40, 'small')
  hold('large', 60, 'first')
  hold('large', 40, 'second')
  hold('third', 90, 'third')
  hold('fourth', 60, 'fourth')
  expect([cut, budget.bytes]).toEqual([['first'], 230])
})

it('[HT25] what was let go counts no more, however often that is said', () => {
  const { hold, cut, budget } = budgetOf()
  const release = hold('a', 100, 'first')
  release()
  release()
  hold('a', 100, 'second')
  expect([cut, budget.bytes]).toEqual([[], 100])
})

it('[HT25] one thing alone is never cut for its own sake', () => {
  const { hold, cut } = budgetOf()
  hold('a', 300, 'large')
  expect(cut).toEqual([])
  hold('a', 10, 'next')
  expect(cut).toEqual(['large'])
})
