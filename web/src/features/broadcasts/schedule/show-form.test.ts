import { describe, expect, test } from 'vitest'
import { endAfterMove, errorsOf, overlapsOf, overlapWords, valuesOf } from './show-form.ts'
import { anItem } from './testing.ts'

/** Friday, 20 November 2026, 3:32 PM in Manila. */
const NOW = new Date('2026-11-20T07:32:00.000Z')
const NEW = { ...valuesOf(null, NOW), title: 'Harana Hour' }

describe('the form of a show', () => {
  test('[SC10] a new show begins within the next hours and lasts two', () => {
    expect(NEW).toMatchObject({ scheduledStart: '2026-11-20T17:00', scheduledEnd: '2026-11-20T19:00' })
    expect(errorsOf(NEW, null, NOW)).toEqual({})
  })

  test('[SC10] says what is wrong by field, in the words of the station', () => {
    const past = { scheduledStart: '2026-11-20T15:00', scheduledEnd: '2026-11-20T15:30' }
    expect(errorsOf({ ...NEW, title: ' ' }, null, NOW)).toEqual({ title: 'Please enter a title' })
    expect(errorsOf({ ...NEW, title: 'x'.repeat(256), description: 'x'.repeat(2001) }, null, NOW)).toEqual({
      title: 'At most 255 characters',
      description: 'At most 2000 characters',
    })
    expect(errorsOf({ ...NEW, ...past }, null, NOW)).toEqual({
      scheduledStart: 'Choose a start in the future',
      scheduledEnd: 'Choose an end in the future',
    })
    expect(errorsOf({ ...NEW, scheduledEnd: NEW.scheduledStart }, null, NOW)).toEqual({
      scheduledEnd: 'The end must be after the start',
    })
    expect(errorsOf({ ...NEW, scheduledStart: '' }, null, NOW)).toEqual({
      scheduledStart: 'Choose a date and time',
    })
  })

  test('[SC10] a time that stays as it was is not judged again', () => {
    const was = { ...NEW, scheduledStart: '2026-11-20T14:00' }
    expect(errorsOf({ ...was, title: 'Other' }, was, NOW)).toEqual({})
  })

  test('[SC10] a start that moves takes the end along', () => {
    expect(endAfterMove(NEW, '2026-11-20T23:30')).toBe('2026-11-21T01:30')
    expect(endAfterMove(NEW, '')).toBe(NEW.scheduledEnd)
  })

  test('[SC11] names what would be on at the same time, but not what only touches, is over, or is the show itself', () => {
    const show = (id: number, from: string, until: string) =>
      anItem(id, `2026-11-20T${from}:00+08:00`, `2026-11-20T${until}:00+08:00`)
    const items = [
      show(1, '15:00', '17:00'),
      show(2, '18:59', '20:00'),
      show(3, '19:00', '20:00'),
      { ...show(4, '17:00', '18:00'), status: 'ENDED' as const },
      show(5, '17:00', '19:00'),
    ]
    const found = overlapsOf(NEW, items, 5)
    expect(found.map(({ id }) => id)).toEqual([2])
    expect(found.map(overlapWords)).toEqual(['Show 2 with Mikael Reyes, Nov 20, 2026, 6:59 PM – 8:00 PM'])
  })
})
