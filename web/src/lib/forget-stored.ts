import { isOf, keptKeys, type StoredName } from './stored.ts'

const STUDIO = 'Your studio: your input, and what was on air'
const LOUDNESS = 'Volume and mute'

/** Labels of the values of the registry, in the order in which the settings list it. */
const LABELS: Record<StoredName, string> = {
  theme: 'Theme',
  motion: 'Reduced motion',
  volume: LOUDNESS,
  muted: LOUDNESS,
  listener: 'Whether you were listening in the last hour',
  'stream-config': 'Address of the stream',
  preferences: 'Notification preferences',
  shortcuts: 'Keyboard shortcuts on or off',
  'recording-places': 'How far you have listened to recordings',
  'read-announcements': 'Announcements you have read',
  'pending-sign-out': 'A sign-out the station has not confirmed',
  'rail-pinned': 'Pinned menu',
  'chat-announce': 'Which chat messages are read out',
  'audio-source': STUDIO,
  'dj-state': STUDIO,
  'announcement-drafts': 'Announcements not sent yet',
  'chat-draft': 'Chat messages not sent yet',
  'register-draft': 'An unfinished sign-up',
}
const NAMES = Object.keys(LABELS) as StoredName[]

/** Returns the labels of the values that this browser keeps now. */
export function storedLabels(): readonly string[] {
  const kept = keptKeys()
  const found = NAMES.filter((name) => kept.some(({ key }) => isOf(name, key)))
  return [...new Set(found.map((name) => LABELS[name]))]
}

/** Forgets everything of the registry but these. */
export function forgetStored(except: readonly StoredName[] = []): void {
  const names = NAMES.filter((name) => !except.includes(name))
  for (const { key, remove } of keptKeys()) {
    if (names.some((name) => isOf(name, key))) remove()
  }
}
