import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type PrometheusContentType,
  Registry,
} from '@prometheus-io/client'
import { SERIES, type Series } from './series.ts'
import type { StationSnapshot } from './station-snapshot.ts'

/** The metrics as text, and what to call it. */
export type Metrics = { contentType: string; read(): Promise<string> }

/** Interval between samples of the event loop's delay once somebody reads metrics. */
const SAMPLE_EVERY_MS = 20
const UNSAMPLED = /^.* nan\n/gim

/**
 * Everything that can be counted, in Prometheus' text format. Nothing is kept up to date in between: values are asked
 * for when they are read. What has to be watched all the time, the event loop and the garbage collector, is watched
 * from the first reading on.
 */
export function createMetrics(gather: () => Promise<StationSnapshot>): Metrics {
  const registry = new Registry<PrometheusContentType>()
  let snapshot: StationSnapshot | null = null
  let isWatching = false
  for (const series of SERIES) register(series, registry, () => snapshot)
  return {
    contentType: registry.contentType,
    async read() {
      if (!isWatching) {
        collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: SAMPLE_EVERY_MS })
        isWatching = true
      }
      snapshot = await gather()
      // What has not been sampled yet is no number, and says so in letters that the format does not have.
      return (await registry.metrics()).replaceAll(UNSAMPLED, '')
    },
  }
}

function register(
  { name, help, type, labels = [], read }: Series,
  registry: Registry<PrometheusContentType>,
  currentSnapshot: () => StationSnapshot | null,
): void {
  const settings = { name, help, labelNames: [...labels], registers: [registry] }
  const samples = () => {
    const snapshot = currentSnapshot()
    return snapshot ? read(snapshot) : []
  }
  if (type === 'gauge') {
    const gauge = new Gauge({
      ...settings,
      collect() {
        gauge.reset()
        // Without labels a reset means zero, and none means that there is nothing to tell.
        if (labels.length === 0) gauge.remove()
        for (const { labels = {}, value } of samples()) gauge.set(labels, value)
      },
    })
    return
  }
  const counter = new Counter({
    ...settings,
    collect() {
      counter.reset()
      for (const { labels = {}, value } of samples()) counter.inc(labels, value)
    },
  })
}
