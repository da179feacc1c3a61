/**
 * Outcome for a station when things go wrong: one line for each fault, exit code 1 when a promise is broken.
 *
 *   npm run faults [name ...] [-- --json] [-- --write]
 *
 * --json prints the rows as JSON, --write puts them into docs/FAULTS.md. QUICK=1: the short form of each. small-machine
 * takes an hour with LONG=1, MINUTES=n minutes, else one; into the folder FAULT_SAMPLES it writes how the station was
 * every 10 s.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureWebBuilt } from '../cli/lib/build.ts'
import { FAULTS } from './all.ts'
import type { Row } from './lib/fault.ts'
import { pageOf } from './lib/page.ts'
import { runFault } from './lib/run-fault.ts'
import { tableOf } from './lib/table.ts'

const PAGE = join(import.meta.dirname, '../docs/FAULTS.md')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
})
const unknown = positionals.filter((name) => !FAULTS.some((fault) => fault.name === name))
if (unknown.length > 0) {
  console.error(
    `No such fault: ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
const isQuick = Boolean(process.env.QUICK)
const rows: Row[] = []
ensureWebBuilt()
for (const fault of FAULTS) {
  if (positionals.length > 0 && !positionals.includes(fault.name)) continue
  console.error(`${fault.name}: ${fault.sentence}`)
  const say = (words: string) => console.error(`  ${words}`)
  const row = await runFault(fault, { isQuick, isGapJudged: true, say })
  console.error(`  ${[row.outcome, row.figure, ...row.problems].filter(Boolean).join('; ')}`)
  rows.push(row)
}
console.log(values.json ? JSON.stringify(rows, null, 2) : tableOf(rows))
if (values.write)
  writeFileSync(PAGE, pageOf(FAULTS, rows, existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''))
process.exit(rows.every(({ outcome }) => outcome === 'kept') ? 0 : 1)
