/** Reads a yes or no kept in this browser; no storage is a no. */
export function readFlag(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    // Storage is forbidden here: nothing is remembered, nothing breaks.
    return false
  }
}

/** Keeps a yes or no in this browser, where it allows that. */
export function writeFlag(key: string, value: boolean): void {
  try {
    localStorage.setItem(key, value ? 'yes' : 'no')
  } catch (error) {
    console.error(`${key} could not be kept:`, error)
  }
}
