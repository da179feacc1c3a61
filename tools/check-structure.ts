/** `npm run structure`: long functions without a reason, vague docstrings; sizes of files and functions. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findVagueDocstrings } from './structure/docstrings.ts'
import { findFunctions, findLongFunctions } from './structure/functions.ts'
import { linesOf, spreadOf } from './structure/sizes.ts'

const TEST = /\.(test|spec)\.tsx?$/
const MAX_FILE_LINES = 400

process.chdir(join(import.meta.dirname, '..'))
const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && !TEST.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const spans = sources.flatMap(({ path, text }) => findFunctions(text, path))
const findings = [
  ...findLongFunctions(spans),
  ...sources.flatMap(({ path, text }) => findVagueDocstrings(text, path)),
]
for (const finding of findings) console.error(finding)
const files = sources.map(({ text }) => linesOf(text))
console.log(`${files.length} files: ${spreadOf(files)} lines`)
console.log(
  `${files.filter((lines) => lines > MAX_FILE_LINES).length} files of more than ${MAX_FILE_LINES} lines`,
)
console.log(`${spans.length} functions: ${spreadOf(spans.map(({ lines }) => lines))} lines`)
console.log(`${findings.length} findings`)
process.exitCode = findings.length > 0 ? 1 : 0
