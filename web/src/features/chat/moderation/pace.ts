const MINUTE_MS = 60_000

/** How many of these messages (oldest first) were written in the minute before `nowMs`, by the station's clock. */
export function messagesPerMinute(messages: readonly { timestamp: string }[], nowMs: number): number {
  const firstRecent = messages.findIndex(({ timestamp }) => Date.parse(timestamp) > nowMs - MINUTE_MS)
  return firstRecent === -1 ? 0 : messages.length - firstRecent
}
