/** What a text holds as JSON; undefined, which every schema refuses like any other stranger, when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
