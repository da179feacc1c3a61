/** Tells spreadsheets that the bytes are UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Beginning of a cell that a spreadsheet may run as a formula: a sign of one, also in its wide and small forms, or a
 * tab or line break, which it splits at; after anything that is passed over.
 */
const LOOKS_LIKE_FORMULA = /^[\s\p{Z}\p{C}\p{M}]*[\t\r\n=+\-@|%＝＋－＠﹦﹢﹣﹫−]/u

/** One line of CSV, its end included. RFC 4180 s2: every cell in quotes, a quote doubled; no cell begins a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** A cell's text made safe: an apostrophe in front is what spreadsheets take for "this is text". */
function cellOf(value: string): string {
  const safe = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
