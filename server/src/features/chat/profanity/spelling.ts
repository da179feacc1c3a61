import { type Sign, signsOf } from './look-alikes.ts'

/**
 * Reading of the signs of a text: as the letter each looks like; as the other letter, where it looks like two; as the
 * first, but marks stand between letters; or digits and marks as themselves.
 */
export type Reading = 'first' | 'second' | 'apart' | 'literal'

/** A text taken apart into signs, with where each stands: UTF-16 offsets. */
export type SignedText = { signs: Sign[]; starts: number[]; ends: number[] }

/** Separator of two segments. */
export type Gap = 'space' | 'apostrophe' | 'other'
/** Letters without anything between them, `from` up to and without `to`, and what follows; null at the end. */
export type Segment = { from: number; to: number; gap: Gap | null }

/** Index of the sign that a letter is taken from. */
export const LETTER = 1
export const DIGIT = 2
export const MARK = 3

/** The letters of a text in one reading. */
export type Spelling = {
  text: SignedText
  /** Code points; beyond the last segment there is nothing. */
  letters: Int32Array
  /** LETTER, DIGIT or MARK. */
  kinds: Uint8Array
  /** Which sign of the text each letter is. */
  places: Int32Array
  segments: Segment[]
}

const EXCLAMATION = 0x21

/** Takes a text apart; what a reader does not see belongs to the sign before it. */
export function signText(text: string): SignedText {
  const signed: SignedText = { signs: [], starts: [], ends: [] }
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0
    const end = at + (codePoint > 0xffff ? 2 : 1)
    for (const sign of signsOf(codePoint)) addSign(signed, sign, at, end)
    at = end
  }
  return signed
}

function addSign({ signs, starts, ends }: SignedText, sign: Sign, start: number, end: number): void {
  if (sign.kind !== 'nothing') {
    signs.push(sign)
    starts.push(start)
    ends.push(end)
  } else if (ends.length > 0) ends[ends.length - 1] = end
}

/** Reads signs as letters. */
export function spell(text: SignedText, reading: Reading): Spelling {
  const { length } = text.signs
  const letters = new Int32Array(length)
  const kinds = new Uint8Array(length)
  const places = new Int32Array(length)
  const segments: Segment[] = []
  const between = standBetween(text.signs, reading)
  let segment: Segment | null = null
  let count = 0
  for (let at = 0; at < length; at += 1) {
    const sign = text.signs[at] as Sign
    if (between[at]) {
      if (segment) segment.gap = widen(segment.gap, sign)
      continue
    }
    if (!segment || segment.gap) {
      segment = { from: count, to: count, gap: null }
      segments.push(segment)
    }
    letters[count] = letterOf(sign, reading)
    kinds[count] = kindOf(sign, reading)
    places[count] = at
    count += 1
    segment.to = count
  }
  return { text, letters, kinds, places, segments }
}

/** 1 for signs that stand between words. An exclamation mark is a letter only where more of the word follows. */
function standBetween(signs: readonly Sign[], reading: Reading): Uint8Array {
  const between = new Uint8Array(signs.length)
  let isEnd = true
  for (let at = signs.length - 1; at >= 0; at -= 1) {
    const { kind, literal } = signs[at] as Sign
    const isMark: boolean = kind === 'mark' && (reading === 'apart' || (isEnd && literal === EXCLAMATION))
    isEnd = isMark || kind === 'space' || kind === 'other' || kind === 'apostrophe'
    if (isEnd) between[at] = 1
  }
  return between
}

function letterOf(sign: Sign, reading: Reading): number {
  if (reading === 'second') return sign.second
  return reading === 'literal' && sign.kind !== 'letter' ? sign.literal : sign.first
}

function kindOf({ kind }: Sign, reading: Reading): number {
  if (kind === 'mark') return MARK
  return kind === 'letter' || reading === 'literal' ? LETTER : DIGIT
}

function widen(gap: Gap | null, { kind }: Sign): Gap {
  if (kind === 'space' || gap === 'space') return 'space'
  return kind === 'apostrophe' && gap !== 'other' ? 'apostrophe' : 'other'
}
