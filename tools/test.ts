/**
 * `npm test`: everything that must be true of this tree, in one run that ends with one line of numbers. What
 * sounds goes beside the rest, in lanes: docs/decisions/0024.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import { endAll, type RunOptions } from '@carillon/testkit/processes'
import {
  type FileCost,
  filesOf,
  slowestList,
  slowWithoutReason,
  type TestCost,
  testsOfPlaywright,
  testsOfVitest,
} from './test/costs.ts'
import {
  type Failure,
  failureList,
  failuresOfPlaywright,
  failuresOfVitest,
  type PlaywrightDetails,
  type Skip,
  skipList,
  skipsOfPlaywright,
  skipsOfVitest,
  type VitestDetails,
} from './test/failures.ts'
import { type Lane, Lanes } from './test/lanes.ts'
import { createMemoryFolder } from './test/memory-folder.ts'
import { installTools, missingTools } from './test/packages.ts'
import {
  type Counts,
  countPlaywright,
  countVitest,
  isGood,
  laneTable,
  type PlaywrightReport,
  sumCounts,
  summaryTable,
  totalLine,
  type VitestReport,
} from './test/steps.ts'
import { isFair, judgeTime } from './test/time-budget.ts'

const NEEDED_BY_JOURNEYS = [
  'chromium',
  'chromium-headless-shell',
  'ffmpeg',
  'opus-tools',
  'oggz-tools',
  'nginx',
  'haproxy',
  'caddy',
  'openssl',
  'icecast2',
  'postgresql',
  'redis-server',
]
const CHECKS = [
  ['types', 'types'],
  ['format and lint', 'format:check'],
  ['arrows', 'arrows'],
  ['rules', 'rules'],
  ['words', 'words'],
  ['structure', 'structure'],
  ['unused code', 'unused'],
] as const
/** Of the checks: a machine that takes longer is too slow for browsers with sound beside other tests. */
const QUICK_CHECKS_MS = 35_000
const TESTS_LIMIT_MS = 60 * 60_000
const MOST_LISTED = 30
const isCi = process.env.CI === 'true'
// Copies of whole databases: on a disk they take most of what a station costs to start.
const memory = createMemoryFolder()
if (memory) process.env.TMPDIR = memory.path
process.once('exit', () => memory?.remove())
const reports = mkdtempSync(join(tmpdir(), 'carillon-test-'))
const costs = join(reports, 'costs.jsonl')
const failures: Failure[] = []
const skips: Skip[] = []
const tests: TestCost[] = []
const root = join(import.meta.dirname, '..')

process.chdir(root)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endAll()
    process.exitCode = 130
  })
}

console.log(`Temporary files are in ${memory ? 'memory' : `${tmpdir()}: this machine has too little memory`}`)
await installTools()
for (const tool of missingTools()) console.log(`MISSING ${tool.package}: ${tool.use}`)

const lanes = new Lanes()
const { work, waits, long, sound } = lanes
const postgres = await startDatabase()
// Journeys are served what was built.
await npmStep(work, 'web build', ['build'])
// Beside sound and what waits they would have a tenth of a core, and their limits would pass.
await checks()
const isSlow = work.result.wallMs > QUICK_CHECKS_MS
// Before any browser: those give up what they load when the machine's networks change.
await vitest(sound, 'faults of networks', ['--project=networks'])
await allOthers()
await postgres?.stop()
report()
lanes.close()

async function allOthers(): Promise<void> {
  if (!isSlow) {
    await Promise.all([withSound(), thatIsLong(), thatWait().then(() => thatWork(3))])
    return
  }
  console.log('This machine is slow: one lane after the other')
  await withSound()
  await Promise.all([thatIsLong(), thatWait().then(() => thatWork(4))])
}

function withSound(): Promise<void> {
  return journeys(sound, 'journeys with sound', 'e2e:campus', '--project=sound')
}

async function checks(): Promise<void> {
  for (const [name, script] of CHECKS) await npmStep(work, name, [script])
  await work.step('budgets', () => work.run('node', ['tools/check-budgets.ts']))
}

/** Players that are ahead of what they play: beside anything but browsers with sound on a slow machine. */
function thatIsLong(): Promise<void> {
  return vitest(long, 'ten minutes of players', ['--project=long'])
}

/** Before those that work: beside these and sound they would starve, and their limits pass. */
function thatWait(): Promise<void> {
  return vitest(waits, 'server in real time', ['--project=waits', '--maxWorkers=2'])
}

/** More workers than cores: what works waits too, for answers of processes that it has started. */
async function thatWork(workers: number): Promise<void> {
  const projects = ['--project=node', '--project=web', '--project=page']
  await vitest(work, 'unit and server', [...projects, `--maxWorkers=${workers}`])
  await journeys(work, 'journeys through pages', 'e2e', '--project=pages', '--workers=3')
}

/** A PostgreSQL for the tests that run on both databases. */
async function startDatabase() {
  const programs = findPostgresFolder()
  if (!programs) {
    work.skip('server on PostgreSQL', 'no PostgreSQL on this machine')
    return null
  }
  try {
    const server = await startPostgres(programs)
    lanes.database.adopt(server.pid)
    return server
  } catch (error) {
    console.error(error)
    work.fail('start of PostgreSQL')
    return null
  }
}

async function vitest(lane: Lane, name: string, options: string[]): Promise<void> {
  const path = join(reports, `${name}.json`)
  const env = { TEST_COSTS: costs, ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}) }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  await lane.step(
    name,
    () =>
      lane.run('vitest', ['run', '--includeTaskLocation', ...reporters, ...options], {
        env,
        timeoutMs: TESTS_LIMIT_MS,
      }),
    () => {
      const testReport = readReport<VitestReport & VitestDetails>(path)
      failures.push(...failuresOfVitest(testReport))
      skips.push(...skipsOfVitest(testReport))
      tests.push(...testsOfVitest(testReport))
      return countVitest(testReport)
    },
  )
}

/** Playwright: a user, a browser and the real server; or several of it with all that stands beside them. */
async function journeys(lane: Lane, name: string, script: string, ...options: string[]): Promise<void> {
  const lacking = missingTools().filter((tool) => NEEDED_BY_JOURNEYS.includes(tool.package))
  if (lacking.length > 0) return lane.skip(name, `no ${lacking.map((tool) => tool.package).join(', ')}`)
  const path = join(reports, `${name}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: path }
  await npmStep(lane, name, [script, '--', ...options], { env, timeoutMs: TESTS_LIMIT_MS }, () => {
    const testReport = readReport<PlaywrightReport & PlaywrightDetails>(path)
    failures.push(...failuresOfPlaywright(testReport))
    skips.push(...skipsOfPlaywright(testReport))
    tests.push(...testsOfPlaywright(testReport, join(root, 'e2e')))
    return countPlaywright(testReport)
  })
}

function npmStep(
  lane: Lane,
  name: string,
  script: string[],
  options: RunOptions = {},
  count?: () => Counts | null,
): Promise<void> {
  return lane.step(name, () => lane.run('npm', ['run', '--silent', ...script], options), count)
}

/** Null for a report that was never written: the step's exit code tells that failure. */
function readReport<T extends object>(path: string): T | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

function report(): void {
  const files = filesOf(tests, readCosts())
  rmSync(reports, { recursive: true, force: true })
  const shorten = (text: string) => text.replaceAll(`${root}/`, '')
  console.log(`\nThe ${MOST_LISTED} slowest files\n${shorten(slowestList(files, MOST_LISTED))}`)
  console.log(`\nThe ${MOST_LISTED} slowest tests\n${slowestList(tests, MOST_LISTED)}`)
  const slow = slowWithoutReason(tests, (file) => readFileSync(file, 'utf8').split('\n'))
  for (const { name, file, line } of slow)
    console.log(`SLOW without a reason: ${shorten(file)}:${line} ${name}`)
  const total = sumCounts(lanes.results)
  const spent = lanes.spent()
  const time = judgeTime(spent, isCi || isSlow)
  // What takes 20 s depends on the machine, and CI's is not chosen by who changes a test: there it is only said.
  const isQuick = time.isKept && (slow.length === 0 || isCi || !isFair(spent))
  console.log(`\n${failureList(failures)}`)
  console.log(skipList(skips))
  console.log(`${summaryTable(lanes.results)}\n\n${laneTable(lanes.lanes)}\n\n${time.line}`)
  if (isCi && total.skipped > 0) console.log('FAILED: nothing may be skipped in CI')
  console.log(totalLine(total))
  process.exitCode ||= isGood(total, !isCi) && isQuick ? 0 : 1
}

function readCosts(): FileCost[] {
  if (!existsSync(costs)) return []
  return readFileSync(costs, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
