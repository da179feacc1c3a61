export type CsvColumn<Row> = { head: string; valueOf(row: Row): string }

/** RFC 4180 s2: commas, quotes and line breaks stand inside quotes, a quote doubled. */
const NEEDS_QUOTES = /[",\r\n]/
/** Spreadsheets run what begins like this as a formula; anyone who names an account so must not run anything. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/
/** Tells spreadsheets that the bytes are UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Rows as a CSV text (RFC 4180) with a byte order mark, one line per row after the heads. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map((column) => column.valueOf(row))),
  ]
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string): string {
  const safe = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
