/** Reads CSV as RFC 4180 s2 writes it: the rows, without a byte order mark. Throws for what is no CSV. For tests. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = text.replace(/^\uFEFF/, '')
  while (rest !== '') {
    const [whole, quoted, plain = '', end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? []
    if (whole === undefined) throw new Error(`not CSV: ${rest.slice(0, 40)}`)
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    rest = rest.slice(whole.length)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
