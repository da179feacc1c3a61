/** `npm run structure`: long functions and large classes without a reason, vague docstrings, heavy pages; counts of files, functions and classes. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findClasses, findLargeClasses } from './structure/classes.ts'
import { countStructure } from './structure/counts.ts'
import { findVagueDocstrings } from './structure/docstrings.ts'
import { findFunctions, findLongFunctions } from './structure/functions.ts'
import { findLargePages } from './structure/reach.ts'

const TEST = /\.(test|spec)\.tsx?$/

process.chdir(join(import.meta.dirname, '..'))
const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && !TEST.test(path))
const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
const findings = [
  ...[...sources].flatMap(([path, text]) => [
    ...findLongFunctions(findFunctions(text, path)),
    ...findLargeClasses(findClasses(text, path)),
    ...findVagueDocstrings(text, path),
  ]),
  ...findLargePages(sources),
]
for (const finding of findings) console.error(finding)
for (const line of countStructure(sources)) console.log(line)
console.log(`${findings.length} findings`)
process.exitCode = findings.length > 0 ? 1 : 0
