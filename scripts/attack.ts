/**
 * `npm run attack`: sqlmap on every call of the document and wapiti on every address, against a station of its own on
 * PostgreSQL. Exit code 1 when anything can be injected or is high.
 *
 *   npm run attack -- [--only 'POST /api/polls'] [--minutes 40]
 *
 * --only wapiti: the addresses alone; --only '*': the calls alone; --only 'PUT *': what begins so.
 * LONG=1: attacks by time as well.
 */
import { parseArgs } from 'node:util'
import { attackOperation } from './lib/attack/attack-operation.ts'
import { findsWhatIsThere } from './lib/attack/control.ts'
import { type AttackRow, attackTable, rowLine, unattacked } from './lib/attack/table.ts'
import { openTarget, type Target } from './lib/attack/target.ts'
import { byLevel, HIGH_LEVEL, runWapiti } from './lib/attack/wapiti.ts'
import { ensureWebBuilt } from './lib/build.ts'
import { findPostgresFolder, startPostgres } from './lib/postgres.ts'
import { findCommand } from './lib/processes.ts'
import { sayAndStop } from './lib/say-and-stop.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, minutes: { type: 'string', default: '40' } },
})
const [sqlmap, wapiti, programs] = [findCommand('sqlmap'), findCommand('wapiti'), findPostgresFolder()]
if (!sqlmap || !wapiti || !programs)
  sayAndStop('An attack needs sqlmap, wapiti and PostgreSQL: apt-get install sqlmap wapiti postgresql')
const limitMs = Number(values.minutes) * 60_000
if (!(limitMs > 0)) sayAndStop('--minutes is a number above 0')
/** Of the whole time. */
const WAPITI_SHARE = 1 / 4
/** So that one call, such as one that hashes a password each time, does not use up the time of all. */
const mostForOneMs = Math.max(15_000, values.only?.endsWith('*') === false ? limitMs : limitMs / 20)

ensureWebBuilt()
const postgres = await startPostgres(programs)
process.env.TEST_DATABASE_URL = postgres.url
try {
  if (!(await findsWhatIsThere(sqlmap)))
    throw new Error('sqlmap did not find what can be injected in a server made for it')
  console.log('control: sqlmap finds what can be injected')
  const target = await openTarget()
  try {
    const rows = await attackAll(target, { sqlmap, wapiti })
    console.log(`\n${attackTable(rows)}`)
    process.exitCode = rows.some(({ problems }) => problems.length > 0) ? 1 : 0
  } finally {
    await target.close()
  }
} finally {
  await postgres.stop()
}

async function attackAll(target: Target, commands: { sqlmap: string; wapiti: string }): Promise<AttackRow[]> {
  const operations = target.operations.filter(({ key }) => isAsked(key))
  const rows: AttackRow[] = []
  const keep = (row: AttackRow) => {
    console.log(rowLine(row))
    rows.push(row)
  }
  const endMs = Date.now() + limitMs
  if (isAsked('wapiti')) keep(await scan(target, commands.wapiti, limitMs * WAPITI_SHARE))
  for (const operation of operations) {
    const leftMs = Math.min(mostForOneMs, endMs - Date.now())
    if (leftMs <= 0) {
      keep({ ...unattacked(operation.key), outcome: 'not reached in time' })
      continue
    }
    keep(await attackOperation(target, operation, { command: commands.sqlmap, limitMs: leftMs }))
    await target.world.heal()
  }
  if (rows.length === 0) throw new Error(`The document has no ${values.only}`)
  return rows
}

/** `--only` is a name, or with a star at its end how names begin. */
function isAsked(name: string): boolean {
  const { only } = values
  if (only === undefined || only === name) return true
  return only.endsWith('*') && name !== 'wapiti' && name.startsWith(only.slice(0, -1))
}

async function scan(target: Target, command: string, scanMs: number): Promise<AttackRow> {
  const addresses: string[] = []
  for (const operation of target.operations.filter(({ method }) => method === 'GET')) {
    const request = await target.goodRequest(operation)
    if (request) addresses.push(request.target)
  }
  target.answers.clear()
  const { token } = target.world.root
  const findings = await runWapiti(command, { origin: target.origin, token, addresses }, scanMs)
  for (const { level, category, what } of findings)
    console.log(`wapiti, level ${level}: ${category}: ${what}`)
  const high = findings.filter(({ level }) => level >= HIGH_LEVEL)
  const faults = target.answers.get(500) ?? 0
  return {
    name: 'wapiti',
    points: addresses.length,
    requests: [...target.answers.values()].reduce((sum, count) => sum + count, 0),
    outcome: byLevel(findings),
    problems: [
      ...high.map(({ category, what }) => `${category}: ${what}`),
      ...(faults > 0 ? [`${faults} x 500`] : []),
    ],
  }
}
