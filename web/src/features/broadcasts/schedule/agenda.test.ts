import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { describe, expect, test } from 'vitest'
import { agendaOf, itemsOf, spanOf, yourTimeOf } from './agenda.ts'

const show = (id: number, start: string, end: string): Broadcast => ({
  id,
  title: `Show ${id}`,
  description: '',
  status: 'SCHEDULED',
  scheduledStart: `2026-11-${start}:00.000`,
  scheduledEnd: `2026-11-${end}:00.000`,
  actualStart: null,
  actualEnd: null,
  endReason: null,
  createdBy: { id: 3, name: 'Mikael', role: 'DJ' },
  startedBy: null,
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 0,
  peakListeners: 0,
  totalInteractions: 0,
  streamUrl: null,
  recordingUrl: null,
})

describe('the schedule', () => {
  test('[SH33] shows stand under their day in Manila, earliest first', () => {
    const days = agendaOf(
      itemsOf([
        show(3, '21T23:00', '22T01:00'),
        show(2, '21T00:30', '21T02:00'),
        show(1, '20T20:00', '20T22:00'),
      ]),
    )
    expect(days.map(({ day, items }) => [day, items.map((item) => item.id)])).toEqual([
      ['Friday, Nov 20, 2026', [1]],
      ['Saturday, Nov 21, 2026', [2, 3]],
    ])
  })

  test('[SH33] one that crosses midnight is there once, with the date of its end', () => {
    const [first, second] = agendaOf(
      itemsOf([show(1, '20T20:00', '20T22:00'), show(2, '21T23:00', '22T01:00')]),
    )
    expect(first?.items[0] && spanOf(first.items[0])).toBe('8:00 PM – 10:00 PM')
    expect(second?.items[0] && spanOf(second.items[0])).toBe('11:00 PM – 1:00 AM (Nov\u00a022)')
  })

  test('[SH33] a viewer elsewhere is told the start on their own clock', () => {
    const start = new Date('2026-11-20T12:00:00.000Z')
    expect(yourTimeOf(start, 'Asia/Manila')).toBeNull()
    expect(yourTimeOf(start, 'Asia/Singapore')).toBeNull()
    expect(yourTimeOf(start, 'Asia/Kolkata')).toBe('5:30 PM')
    expect(yourTimeOf(new Date('2026-11-20T00:30:00.000Z'), 'America/New_York')).toBe('Thu, 7:30 PM')
    expect(yourTimeOf(start, 'Pacific/Kiritimati')).toBe('Sat, 2:00 AM')
  })

  test.each([
    ['before its planned end', '2026-11-20T13:10:00.000Z', '8:00 PM – 9:10 PM'],
    ['after it', '2026-11-20T14:20:00.000Z', '8:00 PM – 10:00 PM'],
    ['before its planned start', '2026-11-20T11:00:00.000Z', '6:50 PM – 7:00 PM'],
  ])('[SC611] a show that ended %s', (_when, actualEnd, span) => {
    const actualStart = '2026-11-20T10:50:00.000Z'
    const [item] = itemsOf([{ ...show(1, '20T20:00', '20T22:00'), status: 'ENDED', actualStart, actualEnd }])
    expect(item && spanOf(item)).toBe(span)
  })
})
