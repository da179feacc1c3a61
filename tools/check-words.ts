/** `npm run words`: words of the old dialect do not come back into names (tools/words/old-words.ts). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOldWords } from './words/old-words.ts'

process.chdir(join(import.meta.dirname, '..'))
const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && path !== 'tools/words/old-words.ts')
const findings = findOldWords(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
for (const finding of findings) console.error(finding)
console.log(`${findings.length} names with old words`)
process.exitCode = findings.length > 0 ? 1 : 0
