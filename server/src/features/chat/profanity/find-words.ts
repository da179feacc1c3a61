import { DIGIT, LETTER, type Segment, type Spelling } from './spelling.ts'
import { doubleBit, GAP, ROOT, type WordTrie } from './word-trie.ts'

/** UTF-16 offsets in the text, `end` not included. */
export type Span = { start: number; end: number }

/**
 * Letters that are one word together: a segment, or the segments of a word that is written apart. A word of the list
 * begins at one of the `starts`.
 */
type Scope = {
  to: number
  starts: readonly number[]
  /** The first letter that may be its last one, and which of those after may; null is any. */
  minEnd: number
  ends: ReadonlySet<number> | null
  /** Scope of the next word, for entries of several. */
  following: Scope | null
}

/** Letters that are words by themselves, or make such (`y o u`): they may stand before and after `f u c k`. */
const LOOSE = new Set(Array.from('aiouy', (letter) => letter.charCodeAt(0)))
/** A word that is split by marks alone has no longer pieces; `pen-is` is no word. */
const MAX_PIECE_RUNS = 2

/** Finds words of the list in a text, in this reading. */
export function findWords(spelling: Spelling, trie: WordTrie): Span[] {
  const spans: Span[] = []
  for (const scope of wordScopes(spelling)) findIn(scope, spelling, trie, spans)
  for (const scope of apartScopes(spelling)) findIn(scope, spelling, trie, spans)
  return spans
}

function findIn(scope: Scope, spelling: Spelling, trie: WordTrie, spans: Span[]): void {
  const { text, places } = spelling
  for (const from of scope.starts) {
    const last = longestFrom(from, scope, spelling, trie)
    if (last === -1) continue
    spans.push({ start: text.starts[places[from] ?? 0] ?? 0, end: text.ends[places[last] ?? 0] ?? 0 })
  }
}

/** The last letter of the longest word that begins at `from`; -1 when none does. */
function longestFrom(from: number, scope: Scope, spelling: Spelling, trie: WordTrie): number {
  const { letters } = spelling
  let longest = -1
  let here: Scope | null = scope
  let at = from
  let node = ROOT
  let doubles = 0
  for (let step = 0; here; step += 1) {
    node = trie.next(node, letters[at] ?? GAP)
    if (!node) break
    const end = endOfRun(letters, at, here.to)
    if (end - at > 1) doubles |= doubleBit(step)
    const isWord = mayEnd(here, end - 1) && trie.accepts(node, doubles)
    if (isWord && isReadable(spelling, from, end)) longest = end - 1
    at = end
    if (at < here.to) continue
    here = here.following
    node = trie.next(node, GAP)
    step += 1
    if (!node) break
  }
  return longest
}

/** Every segment by itself. Digits and marks at its edges may be left out: `fuck69`, `ass!`. */
function wordScopes(spelling: Spelling): Scope[] {
  let following: Scope | null = null
  const scopes: Scope[] = []
  for (const segment of spelling.segments.toReversed()) {
    following = wordScope(segment, spelling, following)
    scopes.push(following)
  }
  return scopes
}

function wordScope({ from, to }: Segment, { letters, kinds }: Spelling, following: Scope | null): Scope {
  let first = from
  while (first < to && kinds[first] !== LETTER) first += 1
  let last = to - 1
  while (last >= from && kinds[last] !== LETTER) last -= 1
  const starts = [from]
  for (let at = from + 1; at <= first && at < to; at += 1)
    if (letters[at] !== letters[at - 1]) starts.push(at)
  return { to, starts, minEnd: last, ends: null, following }
}

function mayEnd({ minEnd, ends }: Scope, last: number): boolean {
  return last >= minEnd && (ends === null || ends.has(last))
}

/** Words that are written apart: `f u c k`, `f.u.c.k`, `fu-ck`. Around them, only loose letters belong to no longer word. */
function apartScopes(spelling: Spelling): Scope[] {
  const isLoose = ({ from, to }: Segment) =>
    spelling.letters.subarray(from, to).every((letter) => LOOSE.has(letter))
  return groupsOf(spelling).map((group) => {
    const ends = new Set(upTo(group.toReversed(), isLoose).map(({ to }) => to - 1))
    return {
      to: group.at(-1)?.to ?? 0,
      starts: upTo(group, isLoose).map(({ from }) => from),
      minEnd: 0,
      ends,
      following: null,
    }
  })
}

/** Segments so short, and so close to each other, that together they may be one word. */
function groupsOf(spelling: Spelling): Segment[][] {
  const groups: Segment[][] = []
  let group: Segment[] = []
  let runsBefore = 0
  for (const segment of spelling.segments) {
    const before = group.at(-1)
    const runs = before?.gap === 'apostrophe' ? 0 : runsIn(segment, spelling)
    const limit = before?.gap === 'space' ? 1 : MAX_PIECE_RUNS
    const isJoined = runs > 0 && runsBefore > 0 && Math.max(runs, runsBefore) <= limit
    if (isJoined) group.push(segment)
    else {
      if (group.length > 1) groups.push(group)
      group = [segment]
    }
    runsBefore = runs
  }
  return group.length > 1 ? [...groups, group] : groups
}

/** Number of runs of one letter; 0 for what stands at an apostrophe or has digits or marks: `it's`, `a $5 bill`. */
function runsIn({ from, to, gap }: Segment, { letters, kinds }: Spelling): number {
  let runs = 0
  for (let at = from; at < to && runs <= MAX_PIECE_RUNS; at += 1) {
    if (kinds[at] !== LETTER) return 0
    if (at === from || letters[at] !== letters[at - 1]) runs += 1
  }
  return gap === 'apostrophe' ? 0 : runs
}

/** The first ones that fulfil the condition, and the one after. */
function upTo<T>(all: readonly T[], condition: (one: T) => boolean): T[] {
  const first = all.findIndex((one) => !condition(one))
  return first === -1 ? [...all] : all.slice(0, first + 1)
}

function endOfRun(letters: Int32Array, from: number, to: number): number {
  let end = from + 1
  while (end < to && letters[end] === letters[from]) end += 1
  return end
}

/** Digits alone are a number, and so is one letter with many: `455`, `A55`. */
function isReadable({ kinds }: Spelling, from: number, to: number): boolean {
  let letters = 0
  let digits = 0
  for (let at = from; at < to && letters < 2; at += 1) {
    if (kinds[at] === LETTER) letters += 1
    if (kinds[at] === DIGIT) digits += 1
  }
  return digits === 0 || letters > 1 || letters >= digits
}
