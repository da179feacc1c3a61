/** Outcome of the attack on one operation. `requests` reached the station; `problems` fail the run. */
export type AttackRow = {
  name: string
  points: number
  requests: number
  outcome: string
  problems: string[]
}

/** Counts of answers as one text: `200 x 12, 404 x 3`. */
export function answersOf(answers: ReadonlyMap<number, number>): string {
  return [...answers]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} x ${count}`)
    .join(', ')
}

/** A row before anything was sent. */
export function unattacked(name: string): AttackRow {
  return { name, points: 0, requests: 0, outcome: '', problems: [] }
}

/** A row of what time did not reach. */
export function unreached(name: string): AttackRow {
  return { ...unattacked(name), outcome: 'not reached in time' }
}

/** Whether all was tried that there is to try. */
export function isToTheEnd({ outcome }: AttackRow): boolean {
  return !/cut short|not reached/.test(outcome)
}

/** One line: name, how much was sent, what came of it. */
export function rowLine({ name, points, requests, outcome, problems }: AttackRow, width = 0): string {
  const amounts = `${String(points).padStart(3)} values ${String(requests).padStart(6)} requests`
  return `${name.padEnd(width)}  ${amounts}  ${[outcome, ...problems].filter(Boolean).join('; ')}`
}

/** A line for each row, and one of totals. */
export function attackTable(rows: readonly AttackRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  const isBad = rows.filter(({ problems }) => problems.length > 0).length
  const isOpen = rows.filter((row) => !isToTheEnd(row)).length
  const total = `${rows.length} attacked, ${requests} requests, ${isBad} with problems, ${isOpen} not to the end`
  return [...rows.map((row) => rowLine(row, width)), total].join('\n')
}
