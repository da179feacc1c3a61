/** How a number stands to the one before it, in words; colour never says it alone. */
export function compareWords(current: number, previous: number, days: number): string {
  const before = `the ${days} days before`
  if (previous === 0) return current === 0 ? `As in ${before}` : `None in ${before}`
  const percent = Math.round((Math.abs(current - previous) / previous) * 100)
  if (percent === 0) return `As in ${before}`
  return `${current > previous ? 'Up' : 'Down'} ${percent} percent from ${before}`
}

/** `2.5`, `1,200`: a number with at most one decimal. */
export function meanWords(mean: number): string {
  return mean.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

/** `1 message`, `34 messages`. */
export function countedWords(count: number, one: string, many = `${one}s`): string {
  return `${meanWords(count)} ${count === 1 ? one : many}`
}
