import { describe, expect, it } from 'vitest'
import { changedFields, mayChange } from './changes.ts'

const was = {
  title: 'Harana Hour',
  description: 'Kundiman and slow jams',
  start: new Date('2026-11-20T06:00:00Z'),
  end: new Date('2026-11-20T08:00:00Z'),
}

describe('what may change of a broadcast', () => {
  it('[BR10] only what differs counts as changed', () => {
    expect(changedFields(was, { ...was, start: new Date(was.start) })).toEqual([])
    expect(changedFields(was, { ...was, title: 'Harana', end: new Date(0) })).toEqual(['title', 'end'])
  })

  it('[BR10] everything before the show, all but the start during it, words only after it', () => {
    expect(mayChange('SCHEDULED', ['title', 'description', 'start', 'end'])).toBe(true)
    expect(mayChange('TESTING', ['start'])).toBe(true)
    expect(mayChange('LIVE', ['title', 'description', 'end'])).toBe(true)
    expect(mayChange('LIVE', ['start'])).toBe(false)
    expect(mayChange('ENDED', ['title', 'description'])).toBe(true)
    expect(mayChange('ENDED', ['end'])).toBe(false)
    expect(mayChange('GONE', ['title'])).toBe(false)
  })
})
