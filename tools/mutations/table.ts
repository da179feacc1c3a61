import type { Mutation } from './mutation.ts'
import type { Verdict } from './verdict.ts'

/** Outcome of a mutation. */
export type Row = { mutation: Mutation; verdict: Verdict; tookMs: number }

const INDENT = ' '.repeat(18)

/** A mutation: the change, its place, and the tests that must notice. */
export function listed({ id, rule, sentence, file, tests }: Mutation): string {
  return `${rule.padEnd(5)} ${id}\n      ${sentence}\n      ${file}\n      ${tests.join(', ')}`
}

/** One row of the table: whether it was caught, how long that took, what was broken, by which test. */
export function rowText({ mutation: { id, rule, sentence }, verdict, tookMs }: Row): string {
  const seconds = (tookMs / 1_000).toFixed(1).padStart(6)
  const head = `${verdict.isCaught ? 'caught ' : 'MISSED '} ${seconds} s  ${rule.padEnd(5)} ${id}`
  const outcome = verdict.isCaught ? `by ${verdict.by}` : `why: ${verdict.why}`
  return [head, `${INDENT}${sentence}`, `${INDENT}${outcome}`].join('\n')
}

/** `40 of 40 caught` */
export function totalText(rows: readonly Row[], asked: number): string {
  return `${rows.filter(({ verdict }) => verdict.isCaught).length} of ${asked} caught`
}
