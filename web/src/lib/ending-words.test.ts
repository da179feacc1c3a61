import { expect, test } from 'vitest'
import { endedByWords } from './ending-words.ts'

test('[DJ205] whoever of the staff ended a show is told by name and role', () => {
  const by = { id: 7, name: 'Ana Cruz', role: 'MODERATOR' } as const
  expect(endedByWords({ ending: { by } })).toBe('Ana Cruz (moderator)')
  expect(endedByWords({})).toBeNull()
})
