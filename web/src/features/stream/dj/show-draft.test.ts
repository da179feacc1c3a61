import { afterEach, describe, expect, it } from 'vitest'
import {
  chooseDueSlot,
  clearShowDraft,
  planOf,
  showDraft,
  slotTime,
  suggestTitle,
  titleAt,
} from './show-draft.ts'

const draft = {
  title: ' Harana Hour ',
  description: '',
  slotId: null,
  lengthMs: 2 * 3_600_000,
  isRecordingPublic: true,
  hasChosenWhen: false,
}
const noonAtStation = Date.UTC(2026, 10, 20, 4, 0, 0)

const slot = {
  id: 4,
  title: 'Morning Bell',
  description: 'News',
  scheduledStart: '2026-11-20T12:10:00.000',
  scheduledEnd: '2026-11-20T14:00:00.000',
}

describe('the slot that is due', () => {
  afterEach(clearShowDraft)

  const chosenAt = (minutes: number, draftBefore = {}) => {
    clearShowDraft()
    showDraft.set({ ...showDraft.get(), ...draftBefore })
    chooseDueSlot([slot], noonAtStation + minutes * 60_000)
    return showDraft.get().slotId
  }

  it('[DJ51] is chosen by itself from a quarter of an hour before its start until its end', () => {
    expect([-6, -5, 0, 60, 119, 120].map((minutes) => chosenAt(minutes))).toEqual([null, 4, 4, 4, 4, null])
    chosenAt(0)
    expect(showDraft.get()).toMatchObject({ title: 'Morning Bell', description: 'News' })
  })

  it('[DJ51] leaves alone what the DJ has chosen', () => {
    expect(chosenAt(0, { hasChosenWhen: true })).toBeNull()
    expect(chosenAt(0, { slotId: 9 })).toBe(9)
  })
})

describe('the suggested title', () => {
  afterEach(clearShowDraft)

  it('[DJ105] is the day and the part of it at the station', () => {
    const hoursOf = [-12, -8, -7, 0, 4, 5, 8, 9, 11]
    expect(hoursOf.map((hours) => titleAt(noonAtStation + hours * 3_600_000))).toEqual([
      'Friday Night Live',
      'Friday Night Live',
      'Friday Morning Live',
      'Friday Afternoon Live',
      'Friday Afternoon Live',
      'Friday Evening Live',
      'Friday Evening Live',
      'Friday Night Live',
      'Friday Night Live',
    ])
  })

  it('[DJ105] leaves alone what is written already', () => {
    suggestTitle(noonAtStation)
    expect(showDraft.get().title).toBe('Friday Afternoon Live')
    showDraft.set({ ...showDraft.get(), title: 'Harana Hour' })
    suggestTitle(noonAtStation)
    expect(showDraft.get().title).toBe('Harana Hour')
  })
})

describe('show card', () => {
  it('[DJ32] a show that starts now with the usual length leaves the times to the station', () => {
    expect(planOf(draft, noonAtStation)).toEqual({ slotId: null, title: 'Harana Hour', description: '' })
  })

  it('[WR201] a private recording is sent with a new show; a slot of the schedule keeps its own choice', () => {
    const hidden = { ...draft, isRecordingPublic: false }
    expect(planOf(hidden, noonAtStation)).toMatchObject({ isRecordingPublic: false })
    expect(planOf({ ...hidden, slotId: 4 }, noonAtStation)).not.toHaveProperty('isRecordingPublic')
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
