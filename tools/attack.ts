/**
 * `npm run attack`: sqlmap on every call of the document and wapiti on every address, against stations of its own on
 * PostgreSQL. Exit code 1 when anything can be injected or is high.
 *
 *   npm run attack -- [--only 'POST /api/polls'] [--minutes 40] [--lanes 2] [--keep rows.jsonl]
 *
 * --only wapiti: the addresses alone; --only '*': the calls alone; --only 'PUT *': what begins so.
 * --lanes: how many of sqlmap at once, each on a station of its own: what one call ends, another one needs.
 * --keep: rows that came to their end are written there, and not attacked again by the next run.
 * LONG=1: attacks by time as well.
 */
import { parseArgs } from 'node:util'
import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import { findCommand } from '@carillon/testkit/processes'
import { ensureWebBuilt } from '../cli/lib/build.ts'
import { sayAndStop } from '../cli/lib/say-and-stop.ts'
import type { Operation } from '../server/tests/generated/document.ts'
import { attackOperation } from './attack/attack-operation.ts'
import { findsWhatIsThere } from './attack/control.ts'
import { keepRow, readKept } from './attack/kept-rows.ts'
import { scanAddresses } from './attack/scan-addresses.ts'
import { type AttackRow, attackTable, isToTheEnd, rowLine, unreached } from './attack/table.ts'
import { openTarget, type Target } from './attack/target.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '40' },
    lanes: { type: 'string', default: '2' },
    keep: { type: 'string' },
  },
})
const [sqlmap, wapiti, programs] = [
  findCommand('sqlmap') ?? sayWhatIsNeeded(),
  findCommand('wapiti') ?? sayWhatIsNeeded(),
  findPostgresFolder() ?? sayWhatIsNeeded(),
]
const limitMs = Number(values.minutes) * 60_000
if (!(limitMs > 0)) sayAndStop('--minutes is a number above 0')
const laneCount = Number(values.lanes)
if (!Number.isInteger(laneCount) || laneCount < 1) sayAndStop('--lanes is a number above 0')
/** So that one call, such as one that hashes a password each time, does not use up the time of all. */
const mostForOneMs = Math.max(15_000, values.only?.endsWith('*') === false ? limitMs : limitMs / 20)

ensureWebBuilt()
const postgres = await startPostgres(programs)
process.env.TEST_DATABASE_URL = postgres.url
const targets: Target[] = []
try {
  if (!(await findsWhatIsThere(sqlmap)))
    throw new Error('sqlmap did not find what can be injected in a server made for it')
  console.log('control: sqlmap finds what can be injected')
  const rows = await attackAll(Date.now() + limitMs)
  console.log(`\n${attackTable(rows)}`)
  process.exitCode = rows.some(({ problems }) => problems.length > 0) ? 1 : 0
} finally {
  for (const target of targets) await target.close()
  await postgres.stop()
}

function sayWhatIsNeeded(): never {
  sayAndStop('An attack needs sqlmap, wapiti and PostgreSQL: apt-get install sqlmap wapiti postgresql')
}

async function attackAll(endMs: number): Promise<AttackRow[]> {
  const rows = new Map(readKept(values.keep).map((row) => [row.name, row]))
  const note = (row: AttackRow) => {
    console.log(rowLine(row))
    keepRow(values.keep, row)
    rows.set(row.name, row)
  }
  const isOpen = (name: string) => isAsked(name) && !isToTheEnd(rows.get(name) ?? unreached(name))
  const target = await open()
  const operations = target.operations.filter(({ key }) => isAsked(key))
  for (const name of ['wapiti', ...operations.map(({ key }) => key)].filter(isOpen))
    rows.set(name, unreached(name))
  if (rows.size === 0) throw new Error(`The document has no ${values.only}`)

  /** Attacks the open operations one after the other, each for at most `mostMs`. */
  async function attackOpen(lane: Target, queue: Operation[], mostMs: number): Promise<void> {
    for (let operation = queue.shift(); operation && Date.now() < endMs; operation = queue.shift()) {
      const left = { command: sqlmap, limitMs: Math.min(mostMs, endMs - Date.now()) }
      note(await attackOperation(lane, operation, left))
      await lane.world.heal()
    }
  }
  const lanes = [target]
  while (lanes.length < Math.min(laneCount, operations.length)) lanes.push(await open())
  const scan = async (scanned: Target) => note(await scanAddresses(scanned, { command: wapiti, limitMs }))
  const attackInLanes = async () => {
    // What took too long has what time is left.
    for (const mostMs of [mostForOneMs, limitMs]) {
      const queue = operations.filter(({ key }) => isOpen(key))
      await Promise.all(lanes.map((lane) => attackOpen(lane, queue, mostMs)))
    }
  }
  const scanned = isOpen('wapiti') ? await open() : null
  // Together, so that whichever fails ends the run and what it started.
  await Promise.all([scanned && scan(scanned), attackInLanes()])
  return [...rows.values()].filter(({ name }) => isAsked(name))
}

async function open(): Promise<Target> {
  const target = await openTarget()
  targets.push(target)
  return target
}

/** `--only` is a name, or with a star at its end how names begin. */
function isAsked(name: string): boolean {
  const { only } = values
  if (only === undefined || only === name) return true
  return only.endsWith('*') && name !== 'wapiti' && name.startsWith(only.slice(0, -1))
}
