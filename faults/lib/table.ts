import type { Row } from './fault.ts'
import type { Measures } from './scene.ts'

const MEGA = 1e6
const HEAD = [
  'fault',
  'outcome',
  'figure',
  'audio gap',
  'buffer needed',
  'memory before / most / after, MB',
  'loop delay p99 / most, ms',
  'lost of acknowledged',
]

/** All rows as a Markdown table, which is readable in a terminal as well; then what did not hold. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.name, row.outcome, row.figure, ...measuredCells(row.measures)])
  const widths = HEAD.map((head, at) =>
    Math.max(head.length, ...cells.map((line) => (line[at] ?? '').length)),
  )
  const lineOf = (line: readonly string[]) =>
    `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  const problems = rows.flatMap(({ name, problems }) => problems.map((words) => `${name}: ${words}`))
  return [...[HEAD, rule, ...cells].map(lineOf), ...(problems.length > 0 ? ['', ...problems] : [])].join('\n')
}

function measuredCells(measures: Measures | null): string[] {
  if (!measures) return ['', '', '', '', '']
  const { audioGapMs, bufferMs, residentBytes: memory, loopMs, lost, acknowledged } = measures
  return [
    audioGapMs < 1000 ? `${audioGapMs.toFixed(0)} ms` : `${(audioGapMs / 1000).toFixed(1)} s`,
    `${bufferMs.toFixed(0)} ms`,
    [memory.before, memory.most, memory.after].map((bytes) => (bytes / MEGA).toFixed(0)).join(' / '),
    `${loopMs.p99.toFixed(0)} / ${loopMs.most.toFixed(0)}`,
    `${lost.length} of ${acknowledged}`,
  ]
}

/** The page of docs that holds the table. */
export function pageOf(rows: readonly Row[]): string {
  const sentences = rows.map(({ name, sentence }) => `- **${name}**: ${sentence}`)
  return `${HEADING}\n\n${tableOf(rows)}\n\n## What is done\n\n${sentences.join('\n')}\n\n${MEANING}\n`
}

const HEADING = `# Faults

\`npm run faults -- --write\` writes this page; it was written on a machine with 2 cores, which station, listeners and
attackers shared.`

const MEANING = `## What the columns mean

- **audio gap**: how long a listener heard nothing of the studio, while the fault was there and until all was well again.
  A player plays what came, page after page; it is dry while the next one is not there. Its connection began with the
  station's own burst of three seconds. Silence that the station puts in the place of its DJ counts in full. Where the
  process itself is ended, the gap is told; everywhere else it must be zero.
- **buffer needed**: how late the latest page was for somebody who takes each page at once: what a player would have
  needed to play on.
- **memory**: what the process has of the machine's memory, before, at most and after. What it holds when all garbage is
  gone may not grow by more than 24 MB.
- **loop delay**: how late the event loop was, beside its own interval of 5 ms. Where the process is ended: of the last one.
- **lost of acknowledged**: somebody writes five messages a second in the chat. Each one that the station said it has is
  there at the end, once.`
