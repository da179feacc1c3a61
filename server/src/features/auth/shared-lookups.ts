import { setImmediate } from 'node:timers'

type Lookups<Result> = { current: Promise<Result>; next: Promise<Result> | null }

/**
 * Looks the same key up once at a time. Callers who come meanwhile share the next look-up, which begins after they came:
 * what was changed before they asked is seen.
 */
export function createSharedLookups<Result>(
  lookUp: (key: string) => Promise<Result>,
): (key: string) => Promise<Result> {
  const lookups = new Map<string, Lookups<Result>>()

  function begin(key: string): Promise<Result> {
    const own: Lookups<Result> = { current: lookUp(key), next: null }
    lookups.set(key, own)
    const end = () => {
      if (lookups.get(key) === own) lookups.delete(key)
    }
    own.current.then(end, end)
    return own.current
  }

  return (key) => {
    const known = lookups.get(key)
    if (!known) return begin(key)
    const again = () => begin(key)
    known.next ??= known.current.then(again, again)
    return known.next
  }
}

/** More at once are a statement of their own. */
export const MAX_GATHERED = 100

type Asked<Result> = PromiseWithResolvers<Result> & { key: string }

/**
 * Looks keys up together that are asked for in one turn of the event loop, as in a rush of requests; `lookUpAll` gives the
 * results in the order of its keys.
 */
export function gatherLookups<Result>(
  lookUpAll: (keys: string[]) => Promise<Result[]>,
): (key: string) => Promise<Result> {
  let gathered: Asked<Result>[] = []

  async function begin(asked: Asked<Result>[]): Promise<void> {
    try {
      const results = await lookUpAll(asked.map(({ key }) => key))
      for (const [at, { resolve }] of asked.entries()) resolve(results[at] as Result)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (key) => {
    const asked = { key, ...Promise.withResolvers<Result>() }
    if (gathered.length >= MAX_GATHERED) gathered = []
    if (gathered.length === 0) {
      const together = gathered
      setImmediate(() => {
        if (gathered === together) gathered = []
        void begin(together)
      })
    }
    gathered.push(asked)
    return asked.promise
  }
}
