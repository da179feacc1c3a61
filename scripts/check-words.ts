/**
 * `npm run words`: words of the old dialect do not come back into names. scripts/lib/old-words.json holds how many are
 * left; `--write` writes it anew after some were replaced.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareWords, countOldWords } from './lib/old-words.ts'

const KEPT = 'scripts/lib/old-words.json'

process.chdir(join(import.meta.dirname, '..'))
const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
const own = paths.filter((path) => path !== 'scripts/lib/old-words.ts')
const counts = countOldWords(own.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
const sorted = Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
if (process.argv.includes('--write')) writeFileSync(KEPT, `${JSON.stringify(sorted, null, 2)}\n`)
const findings = compareWords(counts, JSON.parse(readFileSync(KEPT, 'utf8')))
for (const finding of findings) console.error(finding)
const left = Object.values(counts).reduce((sum, count) => sum + count, 0)
console.log(`${left} old words in names, ${findings.length} findings`)
process.exitCode = findings.length > 0 ? 1 : 0
