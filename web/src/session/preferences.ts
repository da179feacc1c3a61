import type { User } from '@carillon/contract/auth/schemas'

/** Notification preferences of an account. */
export type Preferences = {
  broadcastStart: boolean
  broadcastReminders: boolean
  newSchedule: boolean
  systemUpdates: boolean
}
export type PreferenceName = keyof Preferences

export const DEFAULT_PREFERENCES: Preferences = {
  broadcastStart: true,
  broadcastReminders: true,
  newSchedule: false,
  systemUpdates: true,
}

const NAMES = Object.keys(DEFAULT_PREFERENCES) as PreferenceName[]

const WIRE_NAMES = {
  broadcastStart: 'notifyBroadcastStart',
  broadcastReminders: 'notifyBroadcastReminders',
  newSchedule: 'notifyNewSchedule',
  systemUpdates: 'notifySystemUpdates',
} as const satisfies Record<PreferenceName, keyof User>

type Wire = Pick<User, (typeof WIRE_NAMES)[PreferenceName]>

/** The named preferences as the station calls them. */
export function toWire(values: Preferences, names: readonly PreferenceName[]): Partial<Wire> {
  return Object.fromEntries(names.map((name) => [WIRE_NAMES[name], values[name]]))
}

/** The preferences an account carries. */
export function fromWire(user: Wire): Preferences {
  const values = { ...DEFAULT_PREFERENCES }
  for (const name of NAMES) values[name] = user[WIRE_NAMES[name]]
  return values
}

/** Stored preferences: whose they are, and which of them the station does not know yet. */
export type KeptPreferences = {
  account: number | null
  values: Preferences
  unsynced: readonly PreferenceName[]
}

/** Reads what was kept, merged over the defaults; whatever is not understood counts as not kept. */
export function readPreferences(kept: unknown): KeptPreferences {
  const { account, values, unsynced } = isRecord(kept) ? kept : {}
  return {
    account: typeof account === 'number' ? account : null,
    values: mergedOverDefaults(values),
    unsynced: NAMES.filter((name) => Array.isArray(unsynced) && unsynced.includes(name)),
  }
}

/** The values named in `names` from the one, all others from the other. */
export function withValuesOf(
  names: readonly PreferenceName[],
  from: Preferences,
  others: Preferences,
): Preferences {
  const values = { ...others }
  for (const name of names) values[name] = from[name]
  return values
}

function mergedOverDefaults(kept: unknown): Preferences {
  const values = { ...DEFAULT_PREFERENCES }
  for (const name of NAMES) {
    const value = isRecord(kept) ? kept[name] : undefined
    if (typeof value === 'boolean') values[name] = value
  }
  return values
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
