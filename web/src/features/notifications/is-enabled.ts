import { PREFERENCE_OF } from '@carillon/contract/notifications/schemas'
import {
  DEFAULT_PREFERENCES,
  type PreferenceName,
  type Preferences,
  toWire,
} from '../../session/preferences.ts'
import type { IsEnabled } from './notification-list.ts'

const ALL = Object.keys(DEFAULT_PREFERENCES) as PreferenceName[]

/** The filter by preferences: a type that none of them names is always wanted. */
export function enabledBy(preferences: Preferences): IsEnabled {
  const choices = toWire(preferences, ALL)
  return ({ type }) => {
    const preference = PREFERENCE_OF[type] ?? null
    return preference === null || choices[preference] === true
  }
}
