/** State of a navigation within a page that leaves its scroll position alone. */
export const STAY_PUT = { staysPut: true } as const

/** Whether the navigation that led to this entry asked for that. */
export function staysPut(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'staysPut' in state
}
