const waiting = new Set<() => void>()

/** Calls this when any connection of the page has reached the station, until the returned function is called. */
export function onStationReached(retry: () => void): () => void {
  waiting.add(retry)
  return () => void waiting.delete(retry)
}

/** A connection of the page has reached the station: what waits for its next try need not wait. */
export function stationReached(): void {
  for (const retry of [...waiting]) retry()
}
