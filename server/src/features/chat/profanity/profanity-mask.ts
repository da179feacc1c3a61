import { MIN_WORD_LENGTH } from '@carillon/contract/chat/schemas'
import { findWords, type Span } from './find-words.ts'
import { type Reading, type SignedText, type Spelling, signText, spell } from './spelling.ts'
import { GAP, WordTrie } from './word-trie.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Key by which a word of the list is compared: in whatever case, accents and alphabet it is written, and however
 * stretched. Null when it has fewer than three letters, digits or marks: that would mask half of what is said.
 */
export function keyOf(word: string): string | null {
  const texts = segmentsOf(word).map(toText)
  return lengthOf(texts.join('')) < MIN_WORD_LENGTH ? null : texts.join(' ')
}

/**
 * Mask for texts, made of the words of a list. Grows word by word; a text costs the same whatever its size. What it
 * lets through is told in docs/decisions/0008.
 */
export class ProfanityMask {
  readonly #trie: WordTrie
  #hasSpecialWords = false

  constructor(trie = new WordTrie()) {
    this.#trie = trie
  }

  /** Adds a word, or several that follow one another. */
  add(word: string): void {
    const segments = segmentsOf(word)
    if (segments.length === 0) return
    this.#trie.add(segments.flatMap((segment, at) => (at === 0 ? segment : [GAP, ...segment])))
    // Written without spaces, or with one after each letter.
    this.#trie.add(segments.flat())
    this.#hasSpecialWords ||= signText(word).signs.some(({ kind }) => kind === 'digit' || kind === 'mark')
  }

  /**
   * The text with an asterisk for each character (grapheme) of a listed word; spaces inside stay. Masking what is
   * masked changes nothing: what a mask leaves alone is looked at again, until nothing is found.
   */
  mask(text: string): string {
    const spans = this.#find(text)
    // Ends: each round turns letters into asterisks, which are read as no letter.
    return spans.length === 0 ? text : this.mask(cover(text, spans))
  }

  #find(text: string): Span[] {
    const signed = signText(text)
    const readings = readingsOf(signed, this.#hasSpecialWords)
    const spans = readings.flatMap((reading) => findWords(spell(signed, reading), this.#trie))
    return spans.sort((a, b) => a.start - b.start)
  }
}

/** The readings that can differ from the first one. */
function readingsOf({ signs }: SignedText, hasSpecialWords: boolean): Reading[] {
  const readings: Reading[] = ['first']
  const hasMarks = signs.some(({ kind }) => kind === 'mark')
  if (signs.some(({ first, second }) => first !== second)) readings.push('second')
  if (hasMarks) readings.push('apart')
  if (hasSpecialWords && (hasMarks || signs.some(({ kind }) => kind === 'digit'))) readings.push('literal')
  return readings
}

function segmentsOf(word: string): number[][] {
  const { segments, letters }: Spelling = spell(signText(word), 'literal')
  return segments.map(({ from, to }) => [...letters.subarray(from, to)])
}

/** However long one is stretched, it counts twice at most. */
function lengthOf(text: string): number {
  return Array.from(text).length
}

function toText(letters: readonly number[]): string {
  return String.fromCodePoint(...letters).replace(/(.)\1\1+/gu, '$1$1')
}

function cover(text: string, spans: readonly Span[]): string {
  let covered = ''
  let at = 0
  for (const { start, end } of spans) {
    if (end <= at) continue
    const from = Math.max(start, at)
    covered += text.slice(at, from) + asterisksFor(text.slice(from, end))
    at = end
  }
  return covered + text.slice(at)
}

function asterisksFor(text: string): string {
  // The common case; finding graphemes is dear.
  if (/^[!-~]+$/.test(text)) return '*'.repeat(text.length)
  return Array.from(graphemes.segment(text), ({ segment }) => (/^\s/.test(segment) ? segment : '*')).join('')
}
