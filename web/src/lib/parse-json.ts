/** Parses a text as JSON; returns undefined, which every schema rejects, when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
