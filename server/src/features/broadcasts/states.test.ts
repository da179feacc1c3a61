import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMANDS, type Command, nextState, refusalOf, STATES, type State, stateOf } from './states.ts'

/** The table of the contract, written again by hand: everything that may happen to a broadcast. */
const ALLOWED: readonly (readonly [State, Command, State])[] = [
  ['SCHEDULED', 'start-test', 'TESTING'],
  ['SCHEDULED', 'start', 'LIVE'],
  ['SCHEDULED', 'delete', 'GONE'],
  ['REHEARSED', 'start-test', 'TESTING'],
  ['REHEARSED', 'start', 'LIVE'],
  ['REHEARSED', 'delete', 'GONE'],
  ['TESTING', 'start', 'LIVE'],
  ['TESTING', 'end', 'REHEARSED'],
  ['TESTING', 'test-limit', 'REHEARSED'],
  ['LIVE', 'end', 'ENDED'],
  ['LIVE', 'source-lost', 'ENDED'],
]
const STANDING: readonly (readonly [State, Command])[] = [
  ['LIVE', 'start'],
  ['TESTING', 'start-test'],
  ['REHEARSED', 'end'],
  ['REHEARSED', 'test-limit'],
  ['ENDED', 'end'],
  ['ENDED', 'source-lost'],
  ['GONE', 'delete'],
]
const has = (from: State, command: Command, to: State) =>
  ALLOWED.some(([state, how, next]) => state === from && how === command && next === to)
const stands = (state: State, command: Command) =>
  STANDING.some(([where, how]) => where === state && how === command)

describe('states of a broadcast', () => {
  it.each(ALLOWED)('[BR1] %s %s leads to %s', (from, command, to) => {
    expect(nextState(from, command)).toBe(to)
  })

  it('[BR1] no walk through the commands takes a step that the table does not have', () => {
    const walks = fc.array(fc.constantFrom(...COMMANDS), { maxLength: 40 })
    fc.assert(
      fc.property(walks, (commands) => {
        let state: State = 'SCHEDULED'
        for (const command of commands) {
          const next = nextState(state, command)
          if (next === null || next === state) continue
          if (!has(state, command, next)) return false
          state = next
        }
        return STATES.includes(state)
      }),
    )
  })

  it('[BR2] a command whose effect already stands leaves the state as it is', () => {
    const repeated = fc.tuple(fc.constantFrom(...STATES), fc.constantFrom(...COMMANDS))
    fc.assert(
      fc.property(repeated, ([state, command]) => {
        expect(nextState(state, command) === state).toBe(stands(state, command))
      }),
    )
  })

  it('[BR2] any command that did something may be repeated at once', () => {
    for (const [, command, to] of ALLOWED) expect(nextState(to, command)).toBe(to)
  })

  it('[BR3] every other command is refused, with words that say how the broadcast stands', () => {
    for (const state of STATES) {
      for (const command of COMMANDS) {
        const known =
          stands(state, command) || ALLOWED.some(([from, how]) => from === state && how === command)
        expect(nextState(state, command) === null).toBe(!known)
        expect(refusalOf(state)).toMatch(/^This broadcast /)
      }
    }
  })

  it('[BR4] ENDED and GONE are final', () => {
    for (const command of COMMANDS) {
      expect(nextState('ENDED', command) ?? 'ENDED').toBe('ENDED')
      expect(nextState('GONE', command) ?? 'GONE').toBe('GONE')
    }
  })

  it('[BR2] a scheduled broadcast that was tested is told from one that was not', () => {
    const scheduled = { status: 'SCHEDULED', testedAt: null, deletedAt: null } as const
    expect(stateOf(scheduled)).toBe('SCHEDULED')
    expect(stateOf({ ...scheduled, testedAt: new Date(0) })).toBe('REHEARSED')
    expect(stateOf({ ...scheduled, status: 'LIVE', testedAt: new Date(0) })).toBe('LIVE')
    expect(stateOf({ ...scheduled, deletedAt: new Date(0) })).toBe('GONE')
  })
})
