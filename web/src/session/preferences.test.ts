import { describe, expect, test } from 'vitest'
import { aUser } from '../testing/user.ts'
import { DEFAULT_PREFERENCES, fromWire, readPreferences, toWire } from './preferences.ts'

describe('what one wants to be told of', () => {
  test('[SH41] by default it is starts, reminders and system updates, but no new schedules', () => {
    expect(DEFAULT_PREFERENCES).toEqual({
      broadcastStart: true,
      broadcastReminders: true,
      newSchedule: false,
      systemUpdates: true,
    })
  })

  test('[SH41] what the browser kept is merged over the defaults', () => {
    const kept = {
      account: 7,
      values: { newSchedule: true, systemUpdates: false },
      unsynced: ['newSchedule'],
    }
    expect(readPreferences(kept)).toEqual({
      account: 7,
      values: { broadcastStart: true, broadcastReminders: true, newSchedule: true, systemUpdates: false },
      unsynced: ['newSchedule'],
    })
  })

  test.each([
    null,
    'x',
    [],
    { values: null },
    { values: { newSchedule: 'yes' }, unsynced: ['theme'], account: '7' },
  ])('[SH41] %j, kept, is as good as nothing', (kept) => {
    expect(readPreferences(kept)).toEqual({ account: null, values: DEFAULT_PREFERENCES, unsynced: [] })
  })

  test('[SH41] the station names each with notify', () => {
    expect(fromWire(aUser({ notifyNewSchedule: true, notifyBroadcastStart: false }))).toEqual({
      ...DEFAULT_PREFERENCES,
      newSchedule: true,
      broadcastStart: false,
    })
    expect(toWire(DEFAULT_PREFERENCES, ['newSchedule', 'systemUpdates'])).toEqual({
      notifyNewSchedule: false,
      notifySystemUpdates: true,
    })
  })
})
