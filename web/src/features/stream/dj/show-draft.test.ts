import { describe, expect, it } from 'vitest'
import { planOf, slotTime } from './show-draft.ts'

const draft = { title: ' Harana Hour ', description: '', slotId: null, lengthMs: 2 * 3_600_000 }
const noonAtStation = Date.UTC(2026, 10, 20, 4, 0, 0)

describe('show card', () => {
  it('[DJ32] a show that starts now with the usual length leaves the times to the station', () => {
    expect(planOf(draft, noonAtStation)).toEqual({ slotId: null, title: 'Harana Hour', description: '' })
  })

  it('[DJ32] another length is sent as wall-clock times of the station', () => {
    expect(planOf({ ...draft, lengthMs: 3_600_000 }, noonAtStation)).toMatchObject({
      scheduledStart: '2026-11-20T12:00:30.000',
      scheduledEnd: '2026-11-20T13:00:30.000',
    })
  })

  it('[DJ32] a scheduled slot keeps its own times', () => {
    expect(planOf({ ...draft, slotId: 4, lengthMs: 60_000 }, noonAtStation)).not.toHaveProperty(
      'scheduledEnd',
    )
  })

  it('[DJ32] slots read in the time of the station', () => {
    expect(slotTime({ scheduledStart: '2026-11-20T15:00:00.000' })).toBe('Fri, Nov 20, 3:00 PM')
  })
})
