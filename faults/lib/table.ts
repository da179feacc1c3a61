import type { Row } from './fault.ts'
import type { Measures } from './fault-rig.ts'

const MEGA = 1e6
/** The names of the columns. */
export const HEAD = [
  'fault',
  'outcome',
  'figure',
  'audio gap',
  'buffer needed',
  'memory before / most / after, MB',
  'loop delay p99 / most, ms',
  'lost of acknowledged',
  'missing in the archive',
]

/** All rows as a Markdown table, which is readable in a terminal as well; then what did not hold. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf)
  const widths = HEAD.map((head, at) =>
    Math.max(head.length, ...cells.map((line) => (line[at] ?? '').length)),
  )
  const lineOf = (line: readonly string[]) =>
    `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  const problems = rows.flatMap(({ name, problems }) => problems.map((words) => `${name}: ${words}`))
  return [...[HEAD, rule, ...cells].map(lineOf), ...(problems.length > 0 ? ['', ...problems] : [])].join('\n')
}

/** Cells in the columns of a row. */
export function cellsOf(row: Row): string[] {
  return [row.name, row.outcome, row.figure, ...measuredCells(row.measures)]
}

function measuredCells(measures: Measures | null): string[] {
  if (!measures) return ['', '', '', '', '', '']
  const { audioGapMs, bufferMs, residentBytes: memory, loopMs, lost, acknowledged, missingMs } = measures
  return [
    audioGapMs < 1000 ? `${audioGapMs.toFixed(0)} ms` : `${(audioGapMs / 1000).toFixed(1)} s`,
    `${bufferMs.toFixed(0)} ms`,
    [memory.before, memory.most, memory.after].map((bytes) => (bytes / MEGA).toFixed(0)).join(' / '),
    `${loopMs.p99.toFixed(0)} / ${loopMs.most.toFixed(0)}`,
    `${lost.length} of ${acknowledged}`,
    missingMs === null ? '' : `${(missingMs / 1000).toFixed(2)} s`,
  ]
}
