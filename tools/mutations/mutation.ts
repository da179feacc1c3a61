/** One thing that is broken on purpose, and the tests that must notice. */
export type Mutation = {
  /** Names it among the others, in kebab-case. */
  id: string
  /** The rule of docs/SPEC.md that does not hold any more: its tests are run, and one of them has to fail. */
  rule: string
  /** Description of the defect in plain words. */
  sentence: string
  /** From the root of the project. */
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** The files that hold the tests. */
  tests: readonly string[]
  /** Of the rule's tests, only those whose titles go on like this. */
  only?: string
  /** Its tests run on PostgreSQL alone. */
  needsPostgres?: true
}

/** The text with the mutation in it, or why it cannot be. */
export type Mutated = { ok: true; text: string } | { ok: false; error: string }

/** Breaks the text of the mutation's file. */
export function mutate(text: string, { file, find, replace }: Mutation): Mutated {
  if (find === replace) return { ok: false, error: 'It changes nothing' }
  const places = text.split(find).length - 1
  if (places !== 1) return { ok: false, error: `${file} has it ${places} times, not once: ${find}` }
  return { ok: true, text: text.replace(find, () => replace) }
}

/** Whether every word stands somewhere in the row, whatever its case. */
export function hasWords({ id, rule, sentence, file, tests }: Mutation, words: readonly string[]): boolean {
  const row = [id, rule, sentence, file, ...tests].join(' ').toLowerCase()
  return words.every((word) => row.includes(word.toLowerCase()))
}

/** Beginning of the names of the tests that must notice: a regular expression for `vitest -t`. */
export function patternOf(mutations: readonly Mutation[]): string {
  const patterns = mutations.map(({ rule, only = '' }) => escaped(beginningOf({ rule, only })))
  return [...new Set(patterns)].join('|')
}

/** The beginning of those tests' titles: `[CH4] `, and what `only` says. */
export function beginningOf({ rule, only = '' }: Pick<Mutation, 'rule' | 'only'>): string {
  return `[${rule}] ${only}`
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
