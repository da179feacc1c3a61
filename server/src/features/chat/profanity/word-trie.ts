/** Root of the trie. No step leads back to it, so that a step to nowhere is 0 as well. */
export const ROOT = 0
/** Stands for whatever separates the words of an entry; no letter is 0. */
export const GAP = 0

const FIRST_SIZE = 1_024
/** Beyond the 32nd letter, doubled letters are not told from single ones: `needs` are bits of one number. */
const MAX_BITS = 32
/**
 * Entries that differ only in which letters are doubled. Of more than any real list has, the loosest of all stands for
 * them, so that no list makes a text dear to look at.
 */
const MAX_VARIANTS = 4

/**
 * Words as a trie of letters, each run of one letter being one step: `fuck` is also the way of `fuuuck`. What a word
 * doubles is remembered at its end, so that `ass` is not found in `as`. One hash table holds all steps; a step costs
 * the same however many words there are.
 */
export class WordTrie {
  #nodes = new Int32Array(FIRST_SIZE)
  #letters = new Int32Array(FIRST_SIZE)
  #targets = new Int32Array(FIRST_SIZE)
  #size = 0
  readonly #needs = new Map<number, number[]>()

  /** Adds an entry: code points of letters, and GAP between words. */
  add(letters: readonly number[]): void {
    let node = ROOT
    let need = 0
    for (const { letter, isDoubled, at } of runsOf(letters)) {
      node = this.next(node, letter) || this.#grow(node, letter)
      if (isDoubled) need |= doubleBit(at)
    }
    const needs = this.#needs.get(node) ?? []
    if (!needs.includes(need)) this.#needs.set(node, loosen([...needs, need]))
  }

  /** The node that a letter leads to; 0 when no word goes on so. */
  next(node: number, letter: number): number {
    for (let slot = this.#slotOf(node, letter); ; slot = (slot + 1) & (this.#targets.length - 1)) {
      const target = this.#targets[slot] ?? 0
      if (target === 0 || (this.#nodes[slot] === node && this.#letters[slot] === letter)) return target
    }
  }

  /** Whether a word ends here that doubles nothing but what the text doubles: bits of `doubleBit`. */
  accepts(node: number, doubles: number): boolean {
    return this.#needs.get(node)?.some((need) => (need & ~doubles) === 0) ?? false
  }

  #grow(node: number, letter: number): number {
    if (this.#size * 2 >= this.#targets.length) this.#enlarge()
    this.#size += 1
    this.#put(node, letter, this.#size)
    return this.#size
  }

  #put(node: number, letter: number, target: number): void {
    let slot = this.#slotOf(node, letter)
    while (this.#targets[slot] !== 0) slot = (slot + 1) & (this.#targets.length - 1)
    this.#nodes[slot] = node
    this.#letters[slot] = letter
    this.#targets[slot] = target
  }

  #enlarge(): void {
    const [nodes, letters, targets] = [this.#nodes, this.#letters, this.#targets]
    this.#nodes = new Int32Array(targets.length * 2)
    this.#letters = new Int32Array(targets.length * 2)
    this.#targets = new Int32Array(targets.length * 2)
    for (const [slot, target] of targets.entries())
      if (target !== 0) this.#put(nodes[slot] ?? 0, letters[slot] ?? 0, target)
  }

  #slotOf(node: number, letter: number): number {
    // Knuth's multiplicative hashing: the upper bits are the mixed ones.
    const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(letter, 0x85ebca6b)
    return (mixed ^ (mixed >>> 15)) & (this.#targets.length - 1)
  }
}

/** The bit that says of the run at this place that its letter is doubled. */
export function doubleBit(at: number): number {
  return at < MAX_BITS ? 1 << at : 0
}

/** Letters as runs of the same one, numbered. */
function runsOf(letters: readonly number[]) {
  const runs: { letter: number; isDoubled: boolean; at: number }[] = []
  for (const letter of letters) {
    const last = runs.at(-1)
    if (last?.letter === letter) last.isDoubled = true
    else runs.push({ letter, isDoubled: false, at: runs.length })
  }
  return runs
}

function loosen(needs: number[]): number[] {
  return needs.length <= MAX_VARIANTS ? needs : [needs.reduce((all, need) => all & need)]
}
