import { describe, expect, it } from 'vitest'
import { nextState, refusalOf, type State, stateOf } from './states.ts'

const STATES: readonly State[] = ['DRAFT', 'ACTIVE', 'ENDED', 'GONE']

describe('what a poll may become', () => {
  it('[PO2] show opens a draft, end closes it, and what stands already stays', () => {
    expect(STATES.map((state) => nextState(state, 'show'))).toEqual(['ACTIVE', 'ACTIVE', null, null])
    expect(STATES.map((state) => nextState(state, 'end'))).toEqual([null, 'ENDED', 'ENDED', null])
    expect(STATES.map((state) => nextState(state, 'delete'))).toEqual(['GONE', 'GONE', 'GONE', 'GONE'])
  })

  it('[PO2] a refusal says how the poll stands', () => {
    expect(refusalOf('DRAFT')).toBe('This poll has not been shown yet.')
    expect(refusalOf('ENDED')).toBe('This poll has ended.')
  })

  it('[PO6] the open poll of an ended broadcast has ended, its drafts stay drafts', () => {
    const state = (status: 'DRAFT' | 'ACTIVE' | 'ENDED', broadcastStatus: 'LIVE' | 'ENDED') =>
      stateOf({ status, isDeleted: false, broadcastStatus })
    expect(state('ACTIVE', 'LIVE')).toBe('ACTIVE')
    expect(state('ACTIVE', 'ENDED')).toBe('ENDED')
    expect(state('DRAFT', 'ENDED')).toBe('DRAFT')
    expect(stateOf({ status: 'ACTIVE', isDeleted: true, broadcastStatus: 'LIVE' })).toBe('GONE')
  })
})
