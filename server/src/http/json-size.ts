/** More members, elements and brackets than any body of the contract has. */
export const MAX_JSON_PARTS = 1_024
/** Deeper than any body of the contract. */
export const MAX_JSON_DEPTH = 20

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
/** `[` and `{`, `]` and `}`: each pair differs in one bit. */
const CASE_BIT = 0x20
const OPENING = 0x5b | CASE_BIT
const CLOSING = 0x5d | CASE_BIT

/**
 * Whether JSON text has more parts, or is deeper, than anybody needs: known by one look at its bytes (RFC 8259 s2, the
 * structural characters), before objects are made of it. Text that is no JSON is answered by its parser.
 */
export function isTooComplex(text: Uint8Array): boolean {
  let parts = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    if (byte === QUOTE) at = stringEnd(text, at)
    else if (byte === COMMA || byte === COLON) parts += 1
    else if ((byte | CASE_BIT) === OPENING) {
      parts += 1
      depth += 1
    } else if ((byte | CASE_BIT) === CLOSING) depth -= 1
    if (parts > MAX_JSON_PARTS || depth > MAX_JSON_DEPTH) return true
  }
  return false
}

/** Offset after the string that begins here (RFC 8259 s7). UTF-8 has neither byte within another character. */
function stringEnd(text: Uint8Array, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at
}
