/** Between which values something was, and how far apart they are as a share of the lower one. */
export type Range = { least: number; most: number; spread: number }

/** Of these values, in any order. */
export function rangeOf(values: readonly number[]): Range {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return { least, most, spread: (most - least) / least }
}

/** The later half of what was seen, when a thing has settled if it ever will. */
export function laterHalf<T>(seen: readonly T[]): readonly T[] {
  return seen.slice(Math.floor(seen.length / 2))
}
