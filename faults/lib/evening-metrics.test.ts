import { expect, it } from 'vitest'
import type { AudienceReport } from './audience-report.ts'
import { metricsOf } from './evening-metrics.ts'
import type { Sample } from './samples.ts'
import type { StrangersReport } from './strangers-report.ts'

const SAMPLE: Sample = {
  atMs: 0,
  mainBytes: 0,
  residentBytes: 0,
  heapBytes: 0,
  loopP99Ms: 0,
  loopMostMs: 0,
  logBytes: 0,
  dataBytes: 0,
  gapMs: 0,
}
const REPORT: AudienceReport = {
  listeners: 300,
  breaks: 0,
  longestWaitMs: 250,
  socketBreaks: 0,
  written: 40,
  calls: 90,
  callMs: { p99: 20, most: 30 },
  allCallMs: { p99: 20, most: 30 },
  failures: {},
}

const samplesOf = (bytes: readonly number[]) => bytes.map((residentBytes) => ({ ...SAMPLE, residentBytes }))
const metrics = (
  samples: readonly Sample[],
  audience: readonly AudienceReport[] = [REPORT],
  strangerReports: StrangersReport[] = [],
) => metricsOf(samples, { audience, strangerReports })

it('[FT21] memory is as flat as its range in the later half, and its most is that of all the time', () => {
  const { resident, mostBytes } = metrics(samplesOf([900, 300, 400, 440]))
  expect(resident).toEqual({ least: 400, most: 440, spread: 0.1 })
  expect(mostBytes).toBe(900)
})

it('[FT21] whoever loses a connection, waits or has a call refused is counted, whenever it was', () => {
  const worse = { ...REPORT, breaks: 2, socketBreaks: 1, longestWaitMs: 900, failures: { '503 /': 2 } }
  const last = { ...REPORT, allCallMs: { p99: 80, most: 120 } }
  const { breaks, waitMs, failures, callMs } = metrics(samplesOf([1]), [REPORT, worse, last])
  expect({ breaks, waitMs, failures }).toEqual({ breaks: 3, waitMs: 900, failures: '503 / 2 times' })
  expect(callMs).toEqual({ p99: 80, most: 120 })
})

it('[FT21] an attack that was not tried is named, and refusals of the others are counted', () => {
  const strangerReports = [
    { act: 'documentation', isOver: true, outcomes: { asked: 5, 200: 2, 429: 2, 503: 1 } },
    { act: 'half heads', isOver: true, outcomes: {} },
  ]
  const { idleActs, refusals } = metrics(samplesOf([1]), [REPORT], strangerReports)
  expect({ idleActs, refusals }).toEqual({ idleActs: 'half heads', refusals: 3 })
})
