/** What `attacks/strangers.ts` says of a turn. */
export type StrangersReport = {
  act: string
  isOver: boolean
  /** How often a call had which status or no answer; how many connections were held, and closed by the station. */
  outcomes: Record<string, number>
}
