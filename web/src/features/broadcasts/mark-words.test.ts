import { expect, test } from 'vitest'
import { markWords } from './mark-words.ts'

const AT = '2026-11-20T07:00:00.000Z'
const lost = (until: string | null) => markWords({ type: 'SOUND_LOST', at: AT, until })

test('[LS926] a mark says from which show was taken over', () => {
  expect(markWords({ type: 'TAKEN_OVER', at: AT, title: 'Harana Hour' })).toBe('Taken over from Harana Hour')
})

test('[LS926] a mark says how long the sound was lost, and that it is', () => {
  expect(lost('2026-11-20T07:00:12.400Z')).toBe('Sound was lost for 12 s')
  expect(lost('2026-11-20T07:01:05.000Z')).toBe('Sound was lost for 1 min 5 s')
  expect(lost(null)).toBe('Sound is lost')
})
