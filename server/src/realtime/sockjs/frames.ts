/** SockJS 0.3.3, "Framing": what a server says beside arrays of messages. */
export const OPEN_FRAME = 'o'
export const HEARTBEAT_FRAME = 'h'

/** `a["...", "..."]`: messages for the client. */
export function arrayFrame(messages: readonly string[]): string {
  return `a${escaped(JSON.stringify(messages))}`
}

/**
 * SockJS 0.3.3, "JSON Unicode Encoding": what a server must escape, for browsers and proxies change these on the way. The
 * control characters of its list are escaped by JSON anyway.
 */
const ESCAPED = /[\u200c-\u200f\u2028-\u202f\u2060-\u206f\ufff0-\uffff]/g

function escaped(json: string): string {
  return json.replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
}

/** `c[3000,"Go away!"]`: the session is over. */
export function closeFrame(code: number, reason: string): string {
  return `c${JSON.stringify([code, reason])}`
}

/** Reads the messages of a client: a list, or one. Null when it is neither. */
export function readMessages(text: string): string[] | null {
  const value = parse(text)
  const messages = Array.isArray(value) ? value : [value]
  return messages.every((message) => typeof message === 'string') ? messages : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // no JSON: the caller refuses it like any other value that is no message
  }
}
