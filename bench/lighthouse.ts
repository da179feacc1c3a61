/**
 * Scores of Lighthouse for the pages that a stranger meets first, on its mobile phone with a slow network, as the
 * station serves the production build. Run `npm run build` before.
 *
 *   node bench/lighthouse.ts         environment: ROUNDS (5), PAGES (/,/login)
 *
 * The times are those of a phone that Lighthouse makes up from this machine, so a busy machine is a slow phone: its
 * benchmark index says how fast it was, 1000 and more is a laptop at rest.
 * Ends with 1 when the median of a page is below a bar; then it names the audits that took points.
 */

import { median } from '@carillon/testkit/process-cost'
import { freePort } from '@carillon/testkit/processes'
import { Station } from '@carillon/testkit/station'
import lighthouse, { type Result } from 'lighthouse'
import { launchChromium } from '../e2e/support/browsers.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PAGES = (process.env.PAGES ?? '/,/login').split(',')
const BARS: Record<string, number> = { performance: 90, accessibility: 100, 'best-practices': 100, seo: 95 }
const TIMES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

const port = await freePort()
const station = await Station.start()
const browser = await launchChromium({ debuggingPort: port })
try {
  for (const path of PAGES) {
    const results: Result[] = []
    for (let round = 0; round < ROUNDS; round += 1) results.push(await audit(path))
    report(path, results)
  }
} finally {
  await browser.close()
  await station.close()
}

/** One look at a page. A browser that painted nothing in time has measured nothing: it looks again, once. */
async function audit(path: string, looksLeft = 1): Promise<Result> {
  const options = { port, onlyCategories: Object.keys(BARS), logLevel: 'error' } as const
  const result = (await lighthouse(station.origin + path, options))?.lhr
  if (result && result.categories.performance?.score !== null) return result
  if (looksLeft === 0) throw new Error(`Lighthouse has nothing to say of ${path}`)
  return audit(path, looksLeft - 1)
}

function report(path: string, results: Result[]): void {
  const scores = Object.entries(BARS).map(([category, bar]) => {
    const all = results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
    return { category, bar, all, middle: median(all) }
  })
  console.log(`${path}  ${scores.map(({ category, middle }) => `${category} ${middle}`).join('  ')}`)
  for (const { category, all } of scores) console.log(`  ${category.padEnd(16)} ${all.join(' ')}`)
  console.log(`  benchmark index  ${results.map(({ environment }) => environment.benchmarkIndex).join(' ')}`)
  for (const id of TIMES) console.log(`  ${id}: ${results.map((result) => shown(result, id)).join(', ')}`)
  for (const line of complaints(results)) console.log(`  - ${line}`)
  if (scores.some(({ bar, middle }) => middle < bar)) process.exitCode = 1
}

function shown({ audits }: Result, id: string): string {
  return audits[id]?.displayValue ?? 'none'
}

/** The audits that cost a point in any round; times are shown above. */
function complaints(results: Result[]): string[] {
  const found = results.flatMap(({ audits }) =>
    Object.values(audits)
      .filter(({ id, score }) => score !== null && score < 1 && !TIMES.includes(id))
      .map(({ id, title }) => `${id}: ${title}`),
  )
  return [...new Set(found)].sort()
}
