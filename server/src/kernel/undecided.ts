/**
 * Nobody knows yet whether what was asked for is done: it may be, or may still become so. The answer must claim neither,
 * and the same request must not run a second time beside it.
 */
export class Undecided extends Error {
  override readonly name = 'Undecided'
}
