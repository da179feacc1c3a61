import type { Fault, Row } from './fault.ts'
import { cellsOf, HEAD } from './table.ts'

/**
 * The page of docs that holds the table: what these rows say, and what the page said before of faults that were not done
 * this time.
 */
export function pageOf(faults: readonly Fault[], rows: readonly Row[], before: string): string {
  const kept = new Map(before.split('\n').map((line) => [line.split(' | ')[0], line]))
  const lines = faults.flatMap(({ name }) => {
    const row = rows.find((each) => each.name === name)
    if (row) return [lineOf(cellsOf(row))]
    const earlier = kept.get(`| ${name}`)
    return earlier === undefined ? [] : [withAllCells(earlier)]
  })
  const table = [lineOf(HEAD), lineOf(HEAD.map(() => '---')), ...lines].join('\n')
  const sentences = faults.map(({ name, sentence }) => `- **${name}**: ${sentence}`).join('\n')
  return `${HEADING}\n\n${table}\n\n## What is done\n\n${sentences}\n\n${MEANING}\n`
}

/** Line of before, when there were fewer columns. */
const withAllCells = (line: string) =>
  line + '  |'.repeat(Math.max(0, HEAD.length - line.split('|').length + 2))

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const HEADING = `# Faults

\`npm run faults -- --write\` writes this page; it was written on a machine with 2 cores, which station, listeners and
attackers shared. A fault without a line has not been measured in full on such a machine yet.`

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
  there at the end, once.

- **missing in the archive**: what the DJ's page has recorded and the recording of the show lacks, packet by packet, once the
  page has uploaded what did not come. It may be 0.06 s.

Across two instances there is a listener at each of them, and the gap is the longer one; where an instance is killed, both
come by the proxy, and one of them to the one that is killed. Memory and loop delay are those of the instance that has the
DJ; where that one is killed, of the other. The same faults with browsers: \`LONG=1 npm run e2e:campus -- campus-faults\`.`
