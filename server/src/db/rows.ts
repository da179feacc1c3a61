import assert from 'node:assert'

/** The row of a query that always gives one. */
export function exactlyOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  assert(row !== undefined, 'The query gave no row')
  return row
}
