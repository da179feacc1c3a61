/** A reading of /metrics: values by name and labels, as `name{label="value"}`. */
export type Reading = { values: Map<string, number>; types: Map<string, string> }

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/
const LABEL = /[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*"/
const SAMPLE = new RegExp(
  `^([a-zA-Z_:][\\w:]*(?:\\{${LABEL.source}(?:,${LABEL.source})*\\})?) (NaN|[+-]?(?:Inf|[\\d.]+(?:e[+-]?\\d+)?))$`,
)

/** Reads Prometheus' text format 0.0.4 line by line. Throws at a line that is none. */
export function parseMetrics(text: string): Reading {
  const values = new Map<string, number>()
  const types = new Map<string, string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, kind, name = '', rest = ''] = COMMENT.exec(line) ?? []
    if (kind === 'TYPE') types.set(name, rest)
    if (kind) continue
    const [, sample, value] = SAMPLE.exec(line) ?? []
    if (!sample) throw new Error(`This is no line of metrics: ${line}`)
    if (values.has(sample)) throw new Error(`${sample} is there twice`)
    values.set(sample, Number(value))
  }
  return { values, types }
}

/** Reads the metrics of the station at `origin`. */
export async function readMetrics(origin: string): Promise<Reading> {
  const reply = await fetch(`${origin}/metrics`)
  if (reply.status !== 200) throw new Error(`/metrics answered ${reply.status}`)
  return parseMetrics(await reply.text())
}
