import { describe, expect, it } from 'vitest'
import { fromStationTime } from '../../../lib/station-time.ts'
import { nextShow, planText } from './show-plan.ts'

const NOW = fromStationTime('2026-11-20T20:00:00.000').getTime()
const MINUTE_MS = 60_000

const show = (id: number, scheduledStart: string, scheduledEnd: string) => ({
  id,
  status: 'SCHEDULED' as const,
  scheduledStart: `2026-11-${scheduledStart}:00.000`,
  scheduledEnd: `2026-11-${scheduledEnd}:00.000`,
})

describe('the plan of a show on air', () => {
  it('[DJ103] says how much of it is left, and how far it is over', () => {
    expect(planText(NOW + 42 * MINUTE_MS, NOW)).toEqual({ text: '42 min left', isOver: false })
    expect(planText(NOW + 95 * MINUTE_MS, NOW)).toEqual({ text: '1 h 35 min left', isOver: false })
    expect(planText(NOW - 3 * MINUTE_MS, NOW)).toEqual({ text: '3 min over', isOver: true })
  })

  it('[DJ103] names the next show of another, in the order of their beginnings, within a day', () => {
    const own = show(1, '20T19:00', '20T21:00')
    const over = show(2, '20T18:00', '20T19:00')
    const late = show(3, '20T23:00', '21T01:00')
    const soon = show(4, '20T21:00', '20T23:00')
    const far = show(5, '22T08:00', '22T09:00')
    expect(nextShow([own, over, far, late, soon], own.id, NOW)).toBe(soon)
    expect(nextShow([own, over, far], own.id, NOW)).toBeNull()
  })
})
