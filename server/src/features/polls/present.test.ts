import { expect, it } from 'vitest'
import { percentageOf, presentResults } from './present.ts'

it('[PO7] a percentage has one decimal, and of no votes it is 0', () => {
  expect(percentageOf(0, 0)).toBe(0)
  expect(percentageOf(1, 3)).toBe(33.3)
  expect(percentageOf(2, 3)).toBe(66.7)
  expect(percentageOf(1, 16)).toBe(6.3)
  expect(percentageOf(5, 5)).toBe(100)
})

it('[PO7] results hold the votes of each answer in the order in which they were written', () => {
  const results = presentResults({
    id: 4,
    show: { id: 1, title: 'Harana Hour', status: 'LIVE', createdById: 1, startedById: 1 },
    question: 'OPM or indie?',
    state: 'ACTIVE',
    options: [
      { id: 9, text: 'OPM', votes: 21 },
      { id: 8, text: 'Indie', votes: 18 },
    ],
    createdBy: { id: 1, name: 'Mikael Reyes', role: 'DJ' },
    createdAt: new Date(),
    endedAt: null,
    userVote: null,
  })
  expect(results).toEqual({
    id: 4,
    question: 'OPM or indie?',
    status: 'ACTIVE',
    totalVotes: 39,
    options: [
      { id: 9, text: 'OPM', votes: 21, percentage: 53.8 },
      { id: 8, text: 'Indie', votes: 18, percentage: 46.2 },
    ],
  })
})
