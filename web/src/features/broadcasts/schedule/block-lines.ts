/** A line of a block in the grid; one that a narrow column would cut has two rows. */
export type BlockLine = { text: string; rows: 1 | 2 }

/** Longer times than `your time 10:30 PM` do not fit on a row of the narrowest column. */
const ROW_CHARACTERS = 19

const BEFORE_AM_PM = / (?=[AP]M$)/
const NO_BREAK = '\u00a0'

/** Lines of a block; the viewer's own time is never cut. */
export function linesOf(texts: readonly (string | false | null)[]): BlockLine[] {
  return texts
    .filter((text) => typeof text === 'string')
    .map((text) => ({ text: text.replace(BEFORE_AM_PM, NO_BREAK), rows: isLongTime(text) ? 2 : 1 }))
}

function isLongTime(text: string): boolean {
  return text.startsWith('your time') && text.length > ROW_CHARACTERS
}

/** Number of rows that the lines take. */
export function rowsOf(lines: readonly BlockLine[]): number {
  return lines.reduce((sum, { rows }) => sum + rows, 0)
}
