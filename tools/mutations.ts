/**
 * `npm run mutations [words]`: breaks one thing after the other in a copy of the project, and runs the tests that have to
 * notice; with words, the rows that have them. Exit code 1 unless each is noticed.
 *
 *   npm run mutations -- [--list] [chat]
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import { endAll, run } from '@carillon/testkit/processes'
import { sayAndStop } from '../cli/lib/say-and-stop.ts'
import { MUTATIONS } from './mutations/all.ts'
import { hasWords, type Mutation, patternOf } from './mutations/mutation.ts'
import { Scratch } from './mutations/scratch.ts'
import { listed, type Row, rowText, totalText } from './mutations/table.ts'
import { problemOf, type VitestRun, verdictOf } from './mutations/verdict.ts'

/** Less than tests may take by themselves: one that waits in vain does not say what is broken. */
const ONE_LIMIT_MS = 4 * 60_000
const UNBROKEN_LIMIT_MS = 30 * 60_000

const { values, positionals } = parseArgs({ options: { list: { type: 'boolean' } }, allowPositionals: true })
const chosen = MUTATIONS.filter((mutation) => hasWords(mutation, positionals))
if (chosen.length === 0) sayAndStop(`No mutation has ${positionals.join(' and ')}`)
if (values.list) console.log(`${chosen.map(listed).join('\n')}\n${chosen.length} of ${MUTATIONS.length}`)
else await breakAll()

async function breakAll(): Promise<void> {
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true
      process.exitCode = 130
      endAll()
    })
  const scratch = new Scratch(join(import.meta.dirname, '..'))
  const postgres = await startDatabase()
  const rows: Row[] = []
  try {
    const problems = await findProblems(scratch, postgres?.url)
    for (const mutation of chosen) {
      if (isStopped) break
      const why = problems.get(mutation)
      const row: Row = why
        ? { mutation, verdict: { isCaught: false, why }, tookMs: 0 }
        : await breakOne(scratch, mutation, postgres?.url)
      if (isStopped) break
      rows.push(row)
      console.log(rowText(row))
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  } finally {
    scratch.remove()
    await postgres?.stop()
  }
  console.log(totalText(rows, chosen.length))
  const isGood = rows.length === chosen.length && rows.every(({ verdict }) => verdict.isCaught)
  process.exitCode ||= isGood ? 0 : 1
}

/** Whose tests fail already while nothing is broken, and how: what they say later proves nothing. */
async function findProblems(scratch: Scratch, url: string | undefined): Promise<Map<Mutation, string>> {
  const problems = new Map<Mutation, string>()
  const groups = Object.values(Object.groupBy(chosen, ({ needsPostgres }) => `${needsPostgres}`))
  for (const group of groups) {
    if (process.exitCode) break
    const report = await runTests(scratch, group ?? [], { url, limitMs: UNBROKEN_LIMIT_MS })
    for (const mutation of group ?? []) {
      const problem = problemOf(report, mutation)
      if (problem) problems.set(mutation, problem)
    }
  }
  return problems
}

async function breakOne(scratch: Scratch, mutation: Mutation, url: string | undefined): Promise<Row> {
  const startedAt = performance.now()
  const mend = scratch.apply(mutation)
  try {
    const report = await runTests(scratch, [mutation], { url, limitMs: ONE_LIMIT_MS, bail: 1 })
    return { mutation, verdict: verdictOf(report, mutation), tookMs: performance.now() - startedAt }
  } finally {
    mend()
  }
}

/** Runs the tests of these mutations in the copy; null when that wrote no report in time. */
async function runTests(
  scratch: Scratch,
  mutations: readonly Mutation[],
  { url, limitMs, bail = 0 }: { url: string | undefined; limitMs: number; bail?: number },
): Promise<VitestRun | null> {
  const report = join(scratch.temp, 'report.json')
  rmSync(report, { force: true })
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))]
  const options = ['--reporter=json', `--outputFile=${report}`, `--bail=${bail}`, '-t', patternOf(mutations)]
  // On both databases everything would be run twice.
  const needsPostgres = mutations.some((mutation) => mutation.needsPostgres)
  const env = { TMPDIR: scratch.temp, TEST_DATABASE_URL: (needsPostgres && url) || '' }
  const lines: string[] = []
  const onLine = (line: string) => lines.push(line)
  await run('vitest', ['run', ...options, ...files], { cwd: scratch.root, env, timeoutMs: limitMs, onLine })
  if (!existsSync(report)) console.error(lines.slice(-20).join('\n'))
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
}

/** A PostgreSQL where a mutation's tests need one; null where none does. */
async function startDatabase() {
  if (!chosen.some(({ needsPostgres }) => needsPostgres)) return null
  const programs = findPostgresFolder()
  if (!programs) sayAndStop('Some of these tests need PostgreSQL: apt-get install postgresql')
  return startPostgres(programs)
}
