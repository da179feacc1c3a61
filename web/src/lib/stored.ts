import type { z } from 'zod/mini'

/** Storage of a value: the browser's, or a stand-in. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `scope`: how long it is kept. `formerKey`: the key of earlier versions, still read, and removed with the next write. */
type Entry = {
  scope: 'device' | 'tab'
  formerKey?: string
  /** There is one under each `carillon.<name>.<part>`. */
  hasParts?: true
}

/**
 * Everything the station keeps in a browser beside its cookies, by name; `LABELS` in forget-stored.ts says what it is. It
 * is a table because pages load their parts when they are opened: what forgets must know the others' names too.
 */
const REGISTRY = {
  theme: { scope: 'device', formerKey: 'theme' },
  motion: { scope: 'device', formerKey: 'motion' },
  volume: { scope: 'device' },
  muted: { scope: 'device' },
  listener: { scope: 'device' },
  'stream-config': { scope: 'device' },
  preferences: { scope: 'device' },
  shortcuts: { scope: 'device' },
  'recording-places': { scope: 'device' },
  // Of earlier versions alone: it is only forgotten.
  'read-announcements': { scope: 'device' },
  'pending-sign-out': { scope: 'device' },
  'rail-pinned': { scope: 'device', formerKey: 'rail-pinned' },
  'chat-announce': { scope: 'device' },
  'audio-source': { scope: 'device', formerKey: 'audioSource' },
  'dj-state': { scope: 'device', formerKey: 'djState' },
  'announcement-drafts': { scope: 'device' },
  'chat-draft': { scope: 'tab', formerKey: 'chat-draft', hasParts: true },
  'register-draft': { scope: 'tab', formerKey: 'register-draft' },
} as const satisfies Record<string, Entry>

export type StoredName = keyof typeof REGISTRY

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

/** The key of a name, and its former one where it had another. */
export function keysOf(name: StoredName): string[] {
  const { formerKey }: Entry = REGISTRY[name]
  return [`carillon.${name}`, ...(formerKey ? [formerKey] : [])]
}

/** Whether what is kept under a key is a value of this name. */
export function isOf(name: StoredName, key: string): boolean {
  const { hasParts }: Entry = REGISTRY[name]
  return keysOf(name).some((each) => key === each || (hasParts && key.startsWith(`${each}.`)))
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

/** Said once of each: a player keeps its state every minute. */
const failed = new Set<string>()

function attempt(key: string, act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (!failed.has(key)) console.error(`${key} could not be kept or forgotten:`, error)
    failed.add(key)
    return false
  }
}

/** Memory in place of storage that is forbidden: it lasts as long as the page. */
const pageMemory = createPageMemory()

/** Each key that is kept now, no matter whose it is, and what removes it. */
export function keptKeys(): { key: string; remove(): void }[] {
  const ofBrowser = (['device', 'tab'] as const).flatMap((scope) => {
    const storage = storageOf(scope)
    return storage === pageMemory ? [] : Object.keys(storage).map((key) => ({ storage, key }))
  })
  const ofPage = pageMemory.keys().map((key) => ({ storage: pageMemory, key }))
  return [...ofBrowser, ...ofPage].map(({ storage, key }) => ({ key, remove: () => storage.removeItem(key) }))
}

function storageOf(scope: Entry['scope']): Memory {
  try {
    return scope === 'device' ? localStorage : sessionStorage
  } catch {
    return pageMemory
  }
}

function createPageMemory(): Memory & { keys(): string[] } {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
}
