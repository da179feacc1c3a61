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

/** Reads what was kept in this browser; null when there is nothing, or nothing readable. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    // Forbidden storage or foreign text: nothing is remembered, nothing breaks.
    return null
  }
}

/** Keeps a value in this browser, where it allows that; gives whether it did. */
export function writeJson(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch (error) {
    console.error(`${key} could not be kept:`, error)
    return false
  }
}
