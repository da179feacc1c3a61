/**
 * Role of one character in a word. Letters, digits and marks (`@`, `$`) can stand for letters; what stands between
 * words is a space, an apostrophe or something other; `nothing` is not seen at all: accents that stand alone,
 * zero-width characters.
 */
export type SignKind = 'letter' | 'digit' | 'mark' | 'space' | 'apostrophe' | 'other' | 'nothing'

/** Code points of what a sign can be read as: itself in lower case, the letter it looks like, and the other such letter. */
export type Sign = { kind: SignKind; literal: number; first: number; second: number }

/** The signs that look like each letter: leet, Cyrillic, Greek, Armenian, small capitals, strokes. */
const FIRST: Record<string, string> = {
  a: '4@ɑαаᴀ',
  b: '8βвьƀɓʙ',
  c: '¢ϲсᴄƈ',
  d: 'ԁđɖɗᴅ',
  e: '3€еєэəɛᴇ',
  f: 'ƒғꜰ',
  g: '69ɡցɢǥ',
  h: 'һнհħʜ',
  i: '1!|¡ιіӏɪıɨ',
  j: 'јյʝᴊ',
  k: 'κкқᴋƙ',
  l: '£łլʟ',
  m: 'мᴍ',
  n: 'ηпиոɴ',
  o: '0οоօøσөᴏ',
  p: 'ρрᴘ',
  q: 'ԛզ',
  r: 'гʀ',
  s: '5$§ѕꜱςʂ',
  t: '7+τтᴛŧ',
  u: 'υμцսᴜʉ',
  v: 'νѵᴠ',
  w: 'ωшщԝᴡ',
  x: 'χхҳ',
  y: '¥уγүʏ',
  z: '2ζᴢƶ',
}
/** Second reading of signs that look like two letters. A capital I is here as well: written small, it is an i. */
const SECOND: Record<string, string> = {
  b: '6',
  h: 'η',
  i: 'l',
  l: '1|ıӏI',
  n: 'ν',
  s: 'σ',
  u: 'vуи',
  y: 'υ',
}

const EXPANSIONS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe' }
const APOSTROPHES = new Set("'’‘ʼʹ`´′")
/** Letters to Unicode, but nothing to the eye: fillers of Hangul. */
const FILLERS = new Set('\u115f\u1160')
/** Letters in boxes and of flags, which have no compatibility mapping; 26 each, from A. */
const LETTER_ROWS = [0x1f150, 0x1f170, 0x1f1e6]

const firsts = invert(FIRST)
const seconds = invert(SECOND)

/** Characters remembered beside the plain ones, which are known at once. */
export const MAX_KNOWN = 8_192
const known = new Map<number, readonly Sign[]>()
const PLAIN = Array.from({ length: 0x80 }, (_, codePoint) => Array.from(spellOut(codePoint), signOf))

/** Readings of a character; ligatures are several signs. Lone surrogates are something other. */
export function signsOf(codePoint: number): readonly Sign[] {
  const found = PLAIN[codePoint] ?? known.get(codePoint)
  if (found) return found
  const signs = Array.from(spellOut(codePoint), signOf)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(codePoint, signs)
  return signs
}

/** Compatibility forms (full-width, mathematical, circled), accents and ligatures taken apart. */
function spellOut(codePoint: number): string {
  const row = LETTER_ROWS.find((from) => codePoint >= from && codePoint < from + 26)
  if (row !== undefined) return String.fromCodePoint(0x61 + codePoint - row)
  const plain = String.fromCodePoint(codePoint).normalize('NFKD')
  return EXPANSIONS[plain.toLowerCase()] ?? plain
}

function signOf(char: string): Sign {
  const lower = char.toLowerCase()
  const literal = lower.codePointAt(0) ?? 0
  const first = firsts.get(lower) ?? literal
  return { kind: kindOf(char), literal, first, second: seconds.get(char) ?? seconds.get(lower) ?? first }
}

function kindOf(char: string): SignKind {
  if (APOSTROPHES.has(char)) return 'apostrophe'
  if (FILLERS.has(char)) return 'nothing'
  if (/\p{L}/u.test(char)) return 'letter'
  if (/\p{N}/u.test(char)) return 'digit'
  if (/[\s\p{Z}]/u.test(char)) return 'space'
  if (/[\p{M}\p{Cf}\p{Cc}]/u.test(char)) return 'nothing'
  return firsts.has(char) ? 'mark' : 'other'
}

function invert(table: Record<string, string>): Map<string, number> {
  return new Map(
    Object.entries(table).flatMap(([letter, signs]) =>
      Array.from(signs, (sign): [string, number] => [sign, letter.charCodeAt(0)]),
    ),
  )
}
