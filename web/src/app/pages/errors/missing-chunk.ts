// Chromium, Firefox and Safari each have their own words for a module that is no longer there.
const WORDS = /dynamically imported module|error loading dynamically|importing a module script failed/i

/** Whether an error says that a part of this page's version is gone from the server. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && WORDS.test(error.message)
}
