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
