/** Under the top bar on every route: the red bar of a DJ on air, and the guard of the page's exit. */
export function OnAirSlot() {
  return null
}

/** The exact warning while this browser is broadcasting, else null. */
export function useLeavingWarning(): string | null {
  return null
}
