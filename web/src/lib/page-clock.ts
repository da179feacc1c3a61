/**
 * The time that it was when the page was loaded, counted on: milliseconds since 1970. Setting the machine's clock does not
 * move it, so that no pause looks an hour long.
 */
export function pageNow(): number {
  return performance.timeOrigin + performance.now()
}
