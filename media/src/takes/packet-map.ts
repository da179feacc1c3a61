/**
 * Origin of some packets that follow each other in a recording: of a DJ's take, with the number of the first; silence that
 * the station filled in; silence that a person asked for; or anything else.
 */
export type MapRun =
  | { kind: 'take'; takeId: string; number: number; count: number }
  | { kind: 'silence' | 'held' | 'other'; count: number }

/** Take that came before another one, and the number of packets that it had in all. */
export type TakeBefore = { takeId: string; packets: number }

/** Take, as the station knows it. `from` is the first packet that belongs to the broadcast. */
export type TakeState = { takeId: string; userId: number; from: number; after: TakeBefore | null }

/**
 * Line of a map: of the pages from this sequence number on, of a take that begins, of packets that are never taken, or of
 * packets that the page uploaded later.
 */
export type MapLine =
  | { type: 'pages'; sequence: number; runs: readonly MapRun[] }
  | TakeNote
  | { type: 'uploaded'; takeId: string; number: number; count: number }
/** Line about takes, beside those about pages: it holds wherever the show is recorded. */
export type TakeNote =
  | ({ type: 'take' } & TakeState)
  | { type: 'withheld'; takeId: string; number: number; count: number }

/** Writes a line of a map: JSON, with a line break at its end. */
export function mapLine(line: MapLine): string {
  return `${JSON.stringify(jsonOf(line))}\n`
}

/** Reads a map. Lines that are damaged or not whole are left out. */
export function readMap(text: string): MapLine[] {
  return text.split('\n').flatMap((line) => {
    const read = line === '' ? null : lineOf(parsed(line))
    return read ? [read] : []
  })
}

/** Appends a run, as part of the last one where it goes on with that. */
export function appendRun(runs: MapRun[], run: MapRun): void {
  const last = runs.at(-1)
  if (last?.kind === 'take' && run.kind === 'take') {
    if (last.takeId !== run.takeId || last.number + last.count !== run.number) runs.push({ ...run })
    else last.count += run.count
  } else if (last && last.kind === run.kind) last.count += run.count
  else runs.push({ ...run })
}

/** Returns the first `count` packets of some runs, and as many as there are where there are fewer. */
export function firstOf(runs: readonly MapRun[], count: number): MapRun[] {
  const first: MapRun[] = []
  let left = count
  for (const run of runs) {
    if (left <= 0) break
    first.push({ ...run, count: Math.min(run.count, left) })
    left -= run.count
  }
  return first
}

/** Number of packets in some runs. */
export function countOf(runs: readonly MapRun[]): number {
  return runs.reduce((sum, run) => sum + run.count, 0)
}

function jsonOf(line: MapLine): unknown {
  if (line.type === 'pages')
    return {
      page: line.sequence,
      runs: line.runs.map((run) =>
        run.kind === 'take' ? [run.takeId, run.number, run.count] : [run.kind, run.count],
      ),
    }
  if (line.type !== 'take') return { [line.type]: [line.takeId, line.number, line.count] }
  const { takeId, userId, from, after } = line
  return { take: takeId, user: userId, from, after: after && [after.takeId, after.packets] }
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // The process died while it wrote this one.
    return {}
  }
}

function lineOf(line: Record<string, unknown>): MapLine | null {
  const { page, runs, take, user, from, after } = line
  if (isCount(page) && Array.isArray(runs)) {
    const read = runs.map(runOf)
    return read.includes(null)
      ? null
      : { type: 'pages', sequence: page, runs: read.filter((run) => run !== null) }
  }
  if (typeof take === 'string' && isCount(user) && isCount(from)) {
    const [before, packets] = Array.isArray(after) ? after : []
    const isKnown = typeof before === 'string' && isCount(packets)
    const known = isKnown ? { takeId: before, packets } : null
    return { type: 'take', takeId: take, userId: user, from, after: known }
  }
  return rangeOf('withheld', line.withheld) ?? rangeOf('uploaded', line.uploaded)
}

function rangeOf(type: 'withheld' | 'uploaded', value: unknown): MapLine | null {
  const run = runOf(value)
  if (run?.kind !== 'take') return null
  const { takeId, number, count } = run
  return { type, takeId, number, count }
}

function runOf(value: unknown): MapRun | null {
  if (!Array.isArray(value)) return null
  const [name, first, second]: unknown[] = value
  if ((name === 'silence' || name === 'held' || name === 'other') && isCount(first))
    return { kind: name, count: first }
  if (typeof name !== 'string' || !isCount(first) || !isCount(second)) return null
  return { kind: 'take', takeId: name, number: first, count: second }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
