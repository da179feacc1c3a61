/** `npm test`: everything that must be true of this tree, in one run that ends with one line of numbers. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Failure,
  failureList,
  failuresOfPlaywright,
  failuresOfVitest,
  type PlaywrightDetails,
  type VitestDetails,
} from './lib/failures.ts'
import { installTools, missingTools } from './lib/packages.ts'
import { findPostgresFolder, startPostgres } from './lib/postgres.ts'
import { endAll, type RunOptions, run } from './lib/processes.ts'
import {
  type Counts,
  countPlaywright,
  countVitest,
  isGood,
  type PlaywrightReport,
  type StepResult,
  sumCounts,
  summaryTable,
  totalLine,
  type VitestReport,
} from './lib/steps.ts'

const NEEDED_BY_JOURNEYS = [
  'chromium',
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
/** Journeys go in real time, one after the other. */
const TESTS_LIMIT_MS = 60 * 60_000
const maySkip = process.env.CI !== 'true'
const reports = mkdtempSync(join(tmpdir(), 'carillon-test-'))
const results: StepResult[] = []
const failures: Failure[] = []

process.chdir(join(import.meta.dirname, '..'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endAll()
    process.exitCode = 130
  })
}

await installTools()
for (const tool of missingTools()) console.log(`MISSING ${tool.package}: ${tool.use}`)

await step('types', () => npmRun(['types']))
await step('format and lint', () => npmRun(['format:check']))
await step('arrows', () => npmRun(['arrows']))
await step('rules', () => npmRun(['rules']))
await step('unused code', () => npmRun(['unused']))
await step('web build', () => npmRun(['build']))
await step('budgets', () => run('node', ['scripts/check-budgets.ts']))
await unitAndServer()
await journeys('journeys through pages', 'e2e', '--project=pages')
await journeys('journeys with sound', 'e2e', '--project=sound', '--no-deps')
await journeys('journeys across instances', 'e2e:campus')

rmSync(reports, { recursive: true, force: true })
const total = sumCounts(results)
console.log(`\n${failureList(failures)}`)
console.log(`${summaryTable(results)}\n`)
console.log(totalLine(total))
process.exitCode ||= isGood(total, maySkip) ? 0 : 1

/** Vitest, with a PostgreSQL of its own for the tests that run on both databases. */
async function unitAndServer(): Promise<void> {
  const programs = findPostgresFolder()
  if (!programs) skip('server on PostgreSQL', 'no PostgreSQL on this machine')
  const postgres = programs ? await startPostgres(programs).catch(reportFailure) : null
  const report = join(reports, 'vitest.json')
  const env: Record<string, string> = postgres ? { TEST_DATABASE_URL: postgres.url } : {}
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    await step(
      'unit and server',
      () => run('vitest', ['run', ...reporters], { env, timeoutMs: TESTS_LIMIT_MS }),
      () => {
        const told = readReport<VitestReport & VitestDetails>(report)
        failures.push(...failuresOfVitest(told))
        return countVitest(told)
      },
    )
  } finally {
    await postgres?.stop()
  }
}

function reportFailure(error: unknown): null {
  console.error(error)
  results.push({ name: 'start of PostgreSQL', outcome: 'failed', durationMs: 0, counts: null })
  return null
}

/** Playwright: a user, a browser and the real server; or several of it with all that stands beside them. */
async function journeys(name: string, script: string, ...options: string[]): Promise<void> {
  const lacking = missingTools().filter((tool) => NEEDED_BY_JOURNEYS.includes(tool.package))
  if (lacking.length > 0) return skip(name, `no ${lacking.map((tool) => tool.package).join(', ')}`)
  const report = join(reports, `${name}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  await step(
    name,
    () => npmRun([script, '--', ...options], { env, timeoutMs: TESTS_LIMIT_MS }),
    () => {
      const told = readReport<PlaywrightReport & PlaywrightDetails>(report)
      failures.push(...failuresOfPlaywright(told))
      return countPlaywright(told)
    },
  )
}

async function step(name: string, action: () => Promise<number>, count?: () => Counts | null): Promise<void> {
  if (process.exitCode) return
  console.log(`\n== ${name}`)
  const startedAt = performance.now()
  const code = await action()
  const outcome = code === 0 ? 'passed' : 'failed'
  results.push({ name, outcome, durationMs: performance.now() - startedAt, counts: count?.() ?? null })
}

function skip(name: string, note: string): void {
  console.log(`\nSKIPPED ${name}: ${note}`)
  results.push({ name, outcome: 'skipped', durationMs: 0, counts: null, note })
}

function npmRun(script: string[], options?: RunOptions): Promise<number> {
  return run('npm', ['run', '--silent', ...script], options)
}

/** Null for a report that was never written: the step's exit code tells that failure. */
function readReport<T extends object>(path: string): T | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
