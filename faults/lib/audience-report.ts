/** Report of `attacks/audience.ts` on the last 10 s. */
export type AudienceReport = {
  /** Present listeners. */
  listeners: number
  /** Connections of listeners that ended though they read and did not leave. */
  breaks: number
  /** The longest time that one of them had to wait for more of the stream. */
  longestWaitMs: number
  socketBreaks: number
  /** Messages that were acknowledged. */
  written: number
  calls: number
  callMs: { p99: number; most: number }
  /** The same since the beginning. */
  allCallMs: { p99: number; most: number }
  /** Numbers of failed calls, by status and path. */
  failures: Record<string, number>
}
