import { expect, test } from 'vitest'
import { questionWords } from './recording-questions.ts'

const now = Date.parse('2026-11-20T07:00:00.000Z')
const about = (dueAt: string | null) => questionWords('let-go', { title: 'Morning', dueAt }, now)

test('[WR7] who no longer keeps a recording is told when it goes', () => {
  expect(about('2026-12-20T07:00:00.000Z').body).toContain('on Dec 20, 2026, unless it is kept again')
  expect(about('2026-11-19T07:00:00.000Z').body).toContain('deletes “Morning” within a minute')
  expect(about(null).body).toContain('stays for now')
  expect(about(null).isDangerous).toBe(false)
})
