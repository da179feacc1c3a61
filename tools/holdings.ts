/** `npm run holdings [words]`: prints what anybody can make the station hold, and every limit; with words, the rows that have them. */
import { FIXED, HOLDINGS } from '../server/src/holdings/all.ts'
import type { Holding, Limit } from '../server/src/holdings/holding.ts'

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const rows = [
  ...HOLDINGS.map(rowOf),
  ...FIXED.map(({ kind, places, because }) => `${kind} ${places.join(', ')}\n    fixed: ${because}`),
]
const shown = rows.filter((row) => words.every((word) => row.toLowerCase().includes(word)))
console.log(shown.join('\n\n'))
console.log(`\n${shown.length} of ${rows.length} rows`)

function rowOf({ kind, places, holds, limits, ends, refusal }: Holding): string {
  const lines = [`holds ${holds}`, ...limits.map(limitText), `until: ${ends}`, `refused: ${refusal}`]
  return `${kind} ${places.join(', ')}\n    ${lines.join('\n    ')}`
}

function limitText({ file, name, value, what, per }: Limit): string {
  return `at most ${valueText(value)} ${what} ${per === 'all' ? 'in all' : `per ${per}`} (${file} ${name})`
}

function valueText(value: Limit['value']): string {
  if (typeof value === 'number') return value.toLocaleString('en-US')
  return Object.entries(value)
    .map(([name, number]) => `${name} ${number.toLocaleString('en-US', { maximumFractionDigits: 4 })}`)
    .join(', ')
}
