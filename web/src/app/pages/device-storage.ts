/** One sort of thing this browser keeps, under how many keys ever. */
export type DeviceValue = { label: string; keys: readonly string[] }

const STUDIO_STATE = 'djState'

/** Everything the station keeps in a browser beside the cookie that signs in. */
export const DEVICE_VALUES: readonly DeviceValue[] = [
  { label: 'Theme', keys: ['theme'] },
  { label: 'Reduced motion', keys: ['motion'] },
  { label: 'Volume and mute', keys: ['carillon.volume', 'carillon.muted'] },
  { label: 'Whether you were listening in the last hour', keys: ['carillon.listener'] },
  { label: 'Where the stream is found', keys: ['carillon.stream-config'] },
  { label: 'Notification preferences', keys: ['carillon.preferences'] },
  { label: 'Announcements you have read', keys: ['carillon.read-announcements'] },
  { label: 'Keyboard shortcuts on or off', keys: ['carillon.shortcuts'] },
  { label: 'Pinned menu', keys: ['rail-pinned'] },
  { label: 'Your studio: what you send with, what was on air', keys: ['audioSource', STUDIO_STATE] },
  { label: 'Announcements not sent yet', keys: ['carillon.announcement-drafts'] },
  { label: 'An unfinished sign-up', keys: ['register-draft'] },
]

/** What of it is here now. */
export function storedValues(): readonly DeviceValue[] {
  return DEVICE_VALUES.filter(({ keys }) => keys.some(isStored))
}

/** Forgets all of it; on air all but what brings the broadcast back after a reload. */
export function clearDevice(isOnAir: boolean): void {
  for (const key of DEVICE_VALUES.flatMap(({ keys }) => keys)) {
    if (isOnAir && key === STUDIO_STATE) continue
    for (const storage of storages()) storage.removeItem(key)
  }
}

function isStored(key: string): boolean {
  return storages().some((storage) => storage.getItem(key) !== null)
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    // Where storage is forbidden nothing is kept.
    return []
  }
}
