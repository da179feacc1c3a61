/** A test that failed: its whole name, and the first lines of why. */
export type Failure = { name: string; why: string }

/** A test that was skipped, and why where it said so. */
export type Skip = { name: string; why: string | null }

/** Output of `vitest --reporter=json` about single tests; a file that could not be loaded has a message and no tests. */
export type VitestDetails = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      fullName: string
      status: string
      failureMessages: string[]
      duration?: number
      location?: { line: number } | null
      meta?: { cpuMs?: number }
    }[]
  }[]
}
/** Output of Playwright's json reporter about single tests; a file that could not be loaded is among the errors alone. */
export type PlaywrightDetails = { suites: PlaywrightSuite[]; errors: PlaywrightError[] }
type PlaywrightError = { message?: string; location?: { file: string } }
export type PlaywrightSuite = {
  title: string
  specs: { title: string; ok: boolean; file: string; line: number; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightTest = {
  status?: string
  annotations: { type: string; description?: string }[]
  results: { duration: number; errors: { message?: string }[] }[]
}

const WHY_LINES = 8
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what a terminal's colours begin with.
const COLOURS = /\u001b\[[\d;]*m/g

/** The tests of a Vitest run that failed, in their order. */
export function failuresOfVitest(report: VitestDetails | null): Failure[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ name, why: firstLines([message]) }]
    return failed.map(({ fullName, failureMessages }) => ({
      name: fullName,
      why: firstLines(failureMessages),
    }))
  })
}

/** The tests of a Playwright run that failed, in their order, and what went wrong outside of tests. */
export function failuresOfPlaywright(report: PlaywrightDetails | null): Failure[] {
  const { suites = [], errors = [] } = report ?? {}
  const outside = errors.map(({ message = '', location }) => ({
    name: location?.file ?? 'no test',
    why: firstLines([message]),
  }))
  return [...suites.flatMap((suite) => failuresOfSuite(suite)), ...outside]
}

/** The tests of a Vitest run that were skipped, or only planned. */
export function skipsOfVitest(report: VitestDetails | null): Skip[] {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  return tests
    .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
    .map(({ fullName }) => ({ name: fullName, why: null }))
}

/** The tests of a Playwright run that were skipped. */
export function skipsOfPlaywright(report: PlaywrightDetails | null): Skip[] {
  return (report?.suites ?? []).flatMap(skipsOfSuite)
}

/** All of them as text, or nothing. */
export function skipList(skips: readonly Skip[]): string {
  return skips.map(({ name, why }) => `SKIPPED ${name}${why ? `: ${why}` : ''}\n`).join('')
}

/** All of them as text, or nothing. */
export function failureList(failures: readonly Failure[]): string {
  return failures.map(({ name, why }) => `FAILED ${name}\n${why.replaceAll(/^/gm, '  ')}\n`).join('\n')
}

function failuresOfSuite({ title, specs, suites = [] }: PlaywrightSuite): Failure[] {
  const own = specs.filter(({ ok }) => !ok)
  const inner = suites.flatMap(failuresOfSuite)
  const found = own.map((spec) => ({ name: spec.title, why: firstLines(errorsOf(spec)) }))
  return [...found, ...inner].map(({ name, why }) => ({ name: `${title} › ${name}`, why }))
}

function skipsOfSuite({ title, specs, suites = [] }: PlaywrightSuite): Skip[] {
  const own = specs.flatMap(({ title: name, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        name,
        why: annotations.find(({ type }) => type === 'skip')?.description ?? null,
      })),
  )
  return [...own, ...suites.flatMap(skipsOfSuite)].map((skip) => ({
    ...skip,
    name: `${title} › ${skip.name}`,
  }))
}

function errorsOf({ tests }: PlaywrightSuite['specs'][number]): string[] {
  return tests.flatMap(({ results }) =>
    results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
  )
}

function firstLines(messages: string[]): string {
  const lines = messages.join('\n').replaceAll(COLOURS, '').split('\n')
  return lines
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, WHY_LINES)
    .join('\n')
}
