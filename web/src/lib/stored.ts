import type { z } from 'zod/mini'

/** What a value is kept with: the browser's storage, or a stand-in. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `scope`: how long it is kept. `formerKey`: the key of earlier versions, still read, and removed with the next write. */
type Entry = {
  label: string
  scope: 'device' | 'tab'
  formerKey?: string
  /** There is one under each `carillon.<name>.<part>`. */
  hasParts?: true
}

const STUDIO = 'Your studio: what you send with, what was on air'
const LOUDNESS = 'Volume and mute'

/**
 * Everything the station keeps in a browser beside its cookies, by name, in the order in which the settings list it. It
 * is a table because pages load their parts when they are opened: what forgets must know the others' names too.
 */
const REGISTRY = {
  theme: { label: 'Theme', scope: 'device', formerKey: 'theme' },
  motion: { label: 'Reduced motion', scope: 'device', formerKey: 'motion' },
  volume: { label: LOUDNESS, scope: 'device' },
  muted: { label: LOUDNESS, scope: 'device' },
  listener: { label: 'Whether you were listening in the last hour', scope: 'device' },
  'stream-config': { label: 'Where the stream is found', scope: 'device' },
  preferences: { label: 'Notification preferences', scope: 'device' },
  'read-announcements': { label: 'Announcements you have read', scope: 'device' },
  shortcuts: { label: 'Keyboard shortcuts on or off', scope: 'device' },
  'rail-pinned': { label: 'Pinned menu', scope: 'device', formerKey: 'rail-pinned' },
  'chat-announce': { label: 'Which chat messages are read out', scope: 'device' },
  'audio-source': { label: STUDIO, scope: 'device', formerKey: 'audioSource' },
  'dj-state': { label: STUDIO, scope: 'device', formerKey: 'djState' },
  'announcement-drafts': { label: 'Announcements not sent yet', scope: 'device' },
  'chat-draft': {
    label: 'Chat messages not sent yet',
    scope: 'tab',
    formerKey: 'chat-draft',
    hasParts: true,
  },
  'register-draft': { label: 'An unfinished sign-up', scope: 'tab', formerKey: 'register-draft' },
} as const satisfies Record<string, Entry>

export type StoredName = keyof typeof REGISTRY

const entries = Object.entries(REGISTRY) as [StoredName, Entry][]

/** A value that the browser keeps. */
export type StoredValue<T> = {
  /** Null when nothing is kept, or nothing that fits the schema. */
  read(): T | null
  /** Gives whether the browser allowed it. */
  write(value: T): boolean
  forget(): void
}

/** `part` tells values of one name apart; `memory` takes the place of the browser's storage. */
type Options = { part?: string; memory?: Memory }

/** The value that the browser keeps under a name of the registry. Forbidden or full storage breaks nothing. */
export function storedValue<T>(
  name: StoredName,
  schema: z.ZodMiniType<T>,
  { part, memory }: Options = {},
): StoredValue<T> {
  const { scope }: Entry = REGISTRY[name]
  const [key = '', formerKey] = keysOf(name).map((each) => (part === undefined ? each : `${each}.${part}`))
  const place = () => memory ?? storageOf(scope)
  return {
    read() {
      try {
        const text = place().getItem(key) ?? (formerKey ? place().getItem(formerKey) : null)
        return text === null ? null : parse(text, schema)
      } catch {
        // Storage is forbidden here: nothing is remembered, nothing breaks.
        return null
      }
    },
    write(value) {
      return attempt(key, () => {
        place().setItem(key, JSON.stringify(value))
        if (formerKey) place().removeItem(formerKey)
      })
    },
    forget() {
      attempt(key, () => {
        place().removeItem(key)
        if (formerKey) place().removeItem(formerKey)
      })
    },
  }
}

/** What of the registry this browser keeps now, in words. */
export function storedLabels(): readonly string[] {
  const kept = keptKeys()
  const found = entries.filter(([name]) => kept.some(({ key }) => isOf(name, key)))
  return [...new Set(found.map(([, { label }]) => label))]
}

/** Forgets everything of the registry but these. */
export function forgetStored(except: readonly StoredName[] = []): void {
  const names = entries.map(([name]) => name).filter((name) => !except.includes(name))
  for (const { storage, key } of keptKeys()) {
    if (names.some((name) => isOf(name, key))) storage.removeItem(key)
  }
}

function keysOf(name: StoredName): string[] {
  const { formerKey }: Entry = REGISTRY[name]
  return [`carillon.${name}`, ...(formerKey ? [formerKey] : [])]
}

function isOf(name: StoredName, key: string): boolean {
  const { hasParts }: Entry = REGISTRY[name]
  return keysOf(name).some((each) => key === each || (hasParts && key.startsWith(`${each}.`)))
}

function keptKeys(): { storage: Storage; key: string }[] {
  try {
    return [localStorage, sessionStorage].flatMap((storage) =>
      Object.keys(storage).map((key) => ({ storage, key })),
    )
  } catch {
    // Where storage is forbidden nothing is kept.
    return []
  }
}

/** Earlier versions kept words as they are, without quotes. */
function parse<T>(text: string, schema: z.ZodMiniType<T>): T | null {
  for (const read of [JSON.parse, String]) {
    try {
      const parsed = schema.safeParse(read(text))
      if (parsed.success) return parsed.data
    } catch {
      // No JSON: it may be such a word.
    }
  }
  return null
}

function attempt(key: string, act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    console.error(`${key} could not be kept or forgotten:`, error)
    return false
  }
}

/** Where storage is forbidden even to look at, what is kept lasts as long as the page. */
const pageMemory = createPageMemory()

function storageOf(scope: Entry['scope']): Memory {
  try {
    return scope === 'device' ? localStorage : sessionStorage
  } catch {
    return pageMemory
  }
}

function createPageMemory(): Memory {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}
