/** Report of `attacks/strangers.ts` on a turn. */
export type StrangersReport = {
  act: string
  isOver: boolean
  /** Numbers of calls by status, or without answer; of connections held, and closed by the station. */
  outcomes: Record<string, number>
}
