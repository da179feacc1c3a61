/** A timestamp for names of files and folders, in UTC: `20261120T040000Z`. They sort by time. */
export function timestampForFileName(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/**
 * Names that begin with timestamps, the oldest first. Those after `latest`, the name of the newest or of now, are from a
 * clock that was ahead: they count as the oldest, or what is written after it would be removed in their place.
 */
export function oldestFirst(names: readonly string[], latest: string): string[] {
  const sorted = names.toSorted()
  return [...sorted.filter((name) => name > latest), ...sorted.filter((name) => name <= latest)]
}
