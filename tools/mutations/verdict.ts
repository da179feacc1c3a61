import { beginningOf, type Mutation } from './mutation.ts'

/** Output of `vitest --reporter=json`, as far as it is read here. */
export type VitestRun = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { title: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Whether a test noticed, and which one; else why not. */
export type Verdict = { isCaught: true; by: string } | { isCaught: false; why: string }

/**
 * Errors that an assertion throws: Vitest's own, those about promises, and fast-check's. Any other error, or a time that ran
 * out, may have come from elsewhere: it proves no rule.
 */
const ASSERTION = /^(?:AssertionError\b|Error: Property failed after|Error: promise (?:resolved|rejected) )/

/** Judges a run with the mutation: a test of its rule has to fail by what it asserts. */
export function verdictOf(run: VitestRun | null, mutation: Mutation): Verdict {
  if (!run) return { isCaught: false, why: 'the run took too long or wrote no report' }
  const broken = run.testResults.find(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  if (broken) return { isCaught: false, why: `a file could not be loaded: ${firstLine(broken.message)}` }
  const ran = testsOf(run, mutation)
  if (ran.length === 0) return { isCaught: false, why: `no test of ${mutation.rule} was run` }
  const failed = ran.filter(({ status }) => status === 'failed')
  const caught = failed.find(({ failureMessages: [why = ''] }) => ASSERTION.test(why))
  if (caught) return { isCaught: true, by: caught.title }
  const [stumbled] = failed
  if (stumbled)
    return { isCaught: false, why: `a test stumbled: ${firstLine(stumbled.failureMessages[0] ?? '')}` }
  return { isCaught: false, why: `${ran.length} tests of ${mutation.rule} passed all the same` }
}

/** Why a run of the unbroken program proves nothing of this mutation; null where its tests were run and passed. */
export function problemOf(run: VitestRun | null, mutation: Mutation): string | null {
  if (!run) return 'unbroken, the run took too long or wrote no report'
  const tests = testsOf(run, mutation)
  if (tests.length === 0) return `no test ${beginningOf(mutation)} was run`
  const failed = tests.find(({ status }) => status === 'failed')
  return failed
    ? `unbroken, it fails as well: ${failed.title}: ${firstLine(failed.failureMessages[0] ?? '')}`
    : null
}

/** The mutation's own tests, but for those that were skipped. */
function testsOf({ testResults }: VitestRun, mutation: Mutation) {
  const files = testResults.filter(({ name }) => mutation.tests.some((file) => name.endsWith(`/${file}`)))
  return files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title, status }) => title.startsWith(beginningOf(mutation)) && isRun(status))
}

function isRun(status: string): boolean {
  return status === 'passed' || status === 'failed'
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
