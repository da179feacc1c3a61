import { inSeconds } from './costs.ts'

const LANE_WIDTH = 6
/** Numbers of a step's tests that passed, failed and were skipped. */
export type Counts = { passed: number; failed: number; skipped: number }
/**
 * Outcome of a step. One without tests of its own has `counts: null`; `cpuMs` is null where nobody counts; `note` says why
 * it was skipped.
 */
export type StepResult = {
  name: string
  lane: string
  outcome: 'passed' | 'failed' | 'skipped'
  durationMs: number
  cpuMs: number | null
  counts: Counts | null
  note?: string
}

/** Output of `vitest --reporter=json`, as far as it is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}
/** Output of Playwright's json reporter, as far as it is read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts of a Vitest run; pending and todo are tests that proved nothing. */
export function countVitest(report: VitestReport | null): Counts | null {
  if (!report) return null
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts of a Playwright run; a test that passed only when repeated is a failure. */
export function countPlaywright(report: PlaywrightReport | null): Counts | null {
  if (!report) return null
  const { stats } = report
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/** The sum of all tests. A failed step that counts no failure of its own (a type error, a crash) counts as one. */
export function sumCounts(results: StepResult[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { counts, outcome } of results) {
    total.passed += counts?.passed ?? 0
    total.failed += counts?.failed || (outcome === 'failed' ? 1 : 0)
    total.skipped += counts?.skipped || (outcome === 'skipped' ? 1 : 0)
  }
  return total
}

/** Whether the run as a whole is good; where nothing may be skipped, a skip is a failure. */
export function isGood(total: Counts, maySkip: boolean): boolean {
  return total.failed === 0 && total.passed > 0 && (maySkip || total.skipped === 0)
}

/** The last line: `12 passed, 0 failed`, and the skipped ones when there are any. */
export function totalLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Cost of a lane: its steps one after the other, and the processor time of all that they started. */
export type LaneResult = { name: string; wallMs: number; cpuMs: number | null }

/** One line per lane: wall and processor time. */
export function laneTable(lanes: readonly LaneResult[]): string {
  return lanes
    .map(({ name, wallMs, cpuMs }) => `LANE ${inSeconds(wallMs)} wall ${inSeconds(cpuMs)} cpu  ${name}`)
    .join('\n')
}

/** One line per step: outcome, wall and processor time, lane, name, tests, and why it was skipped. */
export function summaryTable(results: StepResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  return results.map((result) => summaryLine(result, width)).join('\n')
}

function summaryLine(result: StepResult, width: number): string {
  const { name, lane, outcome, durationMs, cpuMs, counts, note } = result
  const seconds = `${inSeconds(durationMs)} wall ${inSeconds(cpuMs)} cpu`
  const tests = counts ? totalLine(counts) : ''
  const start = `${outcome.toUpperCase().padEnd(7)} ${seconds}  ${lane.padEnd(LANE_WIDTH)} ${name.padEnd(width)}`
  return `${start}  ${note ?? tests}`.trimEnd()
}
