import type { AudienceReport } from './audience-report.ts'
import { countsIn } from './counts-in.ts'
import { laterHalf, type Range, rangeOf } from './range.ts'
import type { Sample } from './samples.ts'
import type { StrangersReport } from './strangers-report.ts'

/** Metrics of an evening for those who meant no harm. */
export type EveningMetrics = {
  /** Of all processes of the station in the later half. */
  resident: Range
  mostBytes: number
  /** The most that the log of the embedded database had. */
  logBytes: number
  /** Connections of listeners and pages that ended by themselves. */
  breaks: number
  /** The longest that a listener had to wait for more sound. */
  waitMs: number
  /** Of page loads and messages of the audience. */
  callMs: { p99: number; most: number }
  failures: string
  /** Attacks of which nothing was tried. */
  idleActs: string
  refusals: number
}

/** Reports of both sides. */
type Reports = { audience: readonly AudienceReport[]; strangerReports: readonly StrangersReport[] }

/** The same in numbers; what both sides counted must have ended. */
export function metricsOf(
  samples: readonly Sample[],
  { audience, strangerReports }: Reports,
): EveningMetrics {
  const idle = strangerReports.filter(({ outcomes }) => !outcomes.asked && !outcomes.held)
  return {
    resident: rangeOf(laterHalf(samples).map(({ residentBytes }) => residentBytes)),
    mostBytes: Math.max(...samples.map(({ residentBytes }) => residentBytes)),
    logBytes: Math.max(...samples.map(({ logBytes }) => logBytes)),
    breaks: audience.reduce((sum, { breaks, socketBreaks }) => sum + breaks + socketBreaks, 0),
    waitMs: Math.max(...audience.map(({ longestWaitMs }) => longestWaitMs)),
    callMs: audience.at(-1)?.allCallMs ?? { p99: Number.NaN, most: Number.NaN },
    failures: countsIn(sumOf(audience.map(({ failures }) => failures))),
    idleActs: idle.map(({ act }) => act).join(', '),
    refusals: refusalsIn(sumOf(strangerReports.map(({ outcomes }) => outcomes))),
  }
}

/** Names are statuses, and what became of connections. */
function refusalsIn(outcomes: Record<string, number>): number {
  return Object.entries(outcomes).reduce((sum, [name, count]) => sum + (/^[45]/.test(name) ? count : 0), 0)
}

function sumOf(all: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
