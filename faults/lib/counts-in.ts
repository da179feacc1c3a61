/** Numbers by name, the most first, as a person reads them. */
export function countsIn(counts: Record<string, number>): string {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  return sorted.map(([name, count]) => `${name} ${count} times`).join(', ')
}
