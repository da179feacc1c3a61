import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { type AttackRow, isToTheEnd } from './table.ts'

/** Rows of earlier runs that came to their end; none where there is no file. */
export function readKept(path: string | undefined): AttackRow[] {
  if (!path || !existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as AttackRow)
}

/** Keeps a row for the next run, if it came to its end. */
export function keepRow(path: string | undefined, row: AttackRow): void {
  if (path && isToTheEnd(row)) appendFileSync(path, `${JSON.stringify(row)}\n`)
}
