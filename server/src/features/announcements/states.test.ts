import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMANDS, isAuthorsOwn, nextState, refusalOf, type State } from './states.ts'

const LIVING: readonly State[] = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'REJECTED', 'ARCHIVED']
const STATES: readonly State[] = [...LIVING, 'GONE']

describe('what an announcement may become', () => {
  it('[AM2] each command leads where the agreed table says, and what stands already stays', () => {
    const table = Object.fromEntries(
      COMMANDS.map((command) => [command, STATES.map((state) => nextState(state, command, 'REJECTED'))]),
    )
    expect(table).toEqual({
      publish: ['PUBLISHED', 'PUBLISHED', 'PUBLISHED', null, null, null],
      schedule: ['SCHEDULED', 'SCHEDULED', null, null, null, null],
      reject: ['REJECTED', 'REJECTED', null, 'REJECTED', null, null],
      resubmit: ['DRAFT', null, null, 'DRAFT', null, null],
      pin: [null, null, 'PUBLISHED', null, null, null],
      unpin: [null, null, 'PUBLISHED', null, null, null],
      archive: [...Array(5).fill('ARCHIVED'), null],
      unarchive: ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'REJECTED', 'REJECTED', null],
      delete: Array(6).fill('GONE'),
    })
  })

  it('[AM2] whatever is done in whatever order, nothing comes back from deletion or is published from a rejection', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...COMMANDS), { maxLength: 60 }), (commands) => {
        let state: State = 'DRAFT'
        let archivedFrom: State | null = null
        for (const command of commands) {
          const next: State | null = nextState(state, command, archivedFrom)
          if (next === null) continue
          if (state === 'GONE') expect(next).toBe('GONE')
          if (state === 'REJECTED') expect(['REJECTED', 'DRAFT', 'ARCHIVED', 'GONE']).toContain(next)
          if (state === 'PUBLISHED') expect(['PUBLISHED', 'ARCHIVED', 'GONE']).toContain(next)
          if (state === 'ARCHIVED') expect(['ARCHIVED', archivedFrom, 'GONE']).toContain(next)
          if (state !== 'ARCHIVED' && next === 'ARCHIVED') archivedFrom = state
          expect(STATES).toContain(next)
          state = next
        }
      }),
    )
  })

  it('[AM3] words and deletion are the author’s alone while nobody has taken the announcement over', () => {
    expect(STATES.filter(isAuthorsOwn)).toEqual(['DRAFT', 'REJECTED', 'GONE'])
  })

  it('[AM2] a refusal says how the announcement stands', () => {
    expect(refusalOf('ARCHIVED')).toBe('This announcement is archived.')
    expect(refusalOf('REJECTED')).toBe('This announcement was rejected. Its author may resubmit it.')
  })
})
