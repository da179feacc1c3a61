import { CPU_ANNOTATION } from '@carillon/testkit/process-tree'
import type { PlaywrightDetails, PlaywrightSuite, VitestDetails } from './failures.ts'

/** Cost of a file or a test: wall and processor time in milliseconds, the latter null where nobody counted it. */
export type Cost = { name: string; wallMs: number; cpuMs: number | null }
/** A test with its place in the source. */
export type TestCost = Cost & { file: string; line: number | null }

/** Output of `tools/test/test-costs.ts` for each file. */
export type FileCost = { file: string; cpuMs: number }

/** A test that takes longer says why, in a comment that ends right above it. */
export const SLOW_MS = 20_000
const REASON = /\bSlow: \S/

/** The tests of a Vitest run. */
export function testsOfVitest(report: VitestDetails | null): TestCost[] {
  return (report?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration, location, meta }) => ({
      name: fullName,
      file,
      line: location?.line ?? null,
      wallMs: duration ?? 0,
      cpuMs: meta?.cpuMs ?? null,
    })),
  )
}

/** The tests of a Playwright run. `folder` is where its files are. */
export function testsOfPlaywright(report: PlaywrightDetails | null, folder: string): TestCost[] {
  return (report?.suites ?? []).flatMap((suite) => testsOfSuite(suite, folder))
}

function testsOfSuite({ specs, suites = [] }: PlaywrightSuite, folder: string): TestCost[] {
  const own = specs.map(({ title, file, line, tests }) => {
    const counted = tests
      .flatMap(({ annotations }) => annotations)
      .find(({ type }) => type === CPU_ANNOTATION)
    return {
      name: title,
      file: `${folder}/${file}`,
      line,
      wallMs: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
      cpuMs: counted?.description ? Number(counted.description) : null,
    }
  })
  return [...own, ...suites.flatMap((suite) => testsOfSuite(suite, folder))]
}

/** The files of those tests: the wall time of their tests, and what the whole file used of the processor. */
export function filesOf(tests: readonly TestCost[], counted: readonly FileCost[]): Cost[] {
  return [...Map.groupBy(tests, ({ file }) => file)].map(([name, own]) => ({
    name,
    wallMs: sum(own.map(({ wallMs }) => wallMs)),
    cpuMs: cpuOfFile(name, own, counted),
  }))
}

function cpuOfFile(name: string, tests: readonly TestCost[], counted: readonly FileCost[]): number | null {
  const files = counted.filter(({ file }) => file === name)
  if (files.length > 0) return sum(files.map(({ cpuMs }) => cpuMs))
  const ofTests = tests.flatMap(({ cpuMs }) => cpuMs ?? [])
  return ofTests.length > 0 ? sum(ofTests) : null
}

/** The slowest of them, a line each, the slowest first. */
export function slowestList(costs: readonly Cost[], most: number): string {
  return costs
    .toSorted((a, b) => b.wallMs - a.wallMs)
    .slice(0, most)
    .map(({ name, wallMs, cpuMs }) => `${inSeconds(wallMs)} wall ${inSeconds(cpuMs)} cpu  ${name}`)
    .join('\n')
}

/** Seconds with their unit in ten columns; a dash for what nobody counted. */
export function inSeconds(ms: number | null): string {
  return (ms === null ? '-' : `${(ms / 1_000).toFixed(1)} s`).padStart(9)
}

/** Those that took long and say no reason. `read` gives the lines of a source file. */
export function slowWithoutReason(tests: readonly TestCost[], read: (file: string) => string[]): TestCost[] {
  return tests.filter(
    ({ wallMs, file, line }) => wallMs > SLOW_MS && !(line && hasReasonAbove(read(file), line)),
  )
}

/** Whether the comment that ends in the line above this one (the first is 1) says `Slow: ...`. */
function hasReasonAbove(lines: readonly string[], line: number): boolean {
  const before = lines.slice(0, line - 1).toReversed()
  const length = before.findIndex((text) => !isComment(text))
  return before.slice(0, length < 0 ? before.length : length).some((text) => REASON.test(text))
}

function isComment(text: string): boolean {
  return /^\s*(\/\/|\/\*|\*)/.test(text)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
