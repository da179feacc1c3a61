/** `npm run rules`: docs/SPEC.md and the tests say the same. */
import { globSync, readFileSync } from 'node:fs'
import { compareRules, findTestTitles, lostRules, parseSpec } from './rules/rules.ts'

const TEST_FILES = [
  'contract',
  'media',
  'server',
  'web',
  'e2e',
  'bench',
  'faults',
  'cli',
  'tools',
  'testkit',
].flatMap((folder) => [`${folder}/**/*.test.{ts,tsx}`, `${folder}/**/*.spec.ts`])

const files = globSync(TEST_FILES, { exclude: ['**/node_modules/**', '**/dist/**'] }).sort()
const titles = files.flatMap((file) => findTestTitles(readFileSync(file, 'utf8'), file))
const { rules, retired, problems } = parseSpec(readFileSync('docs/SPEC.md', 'utf8'))
const released = readFileSync('tools/rules/released-rules.txt', 'utf8')
const findings = [...problems, ...compareRules(rules, titles), ...lostRules(released, rules, retired)]

for (const finding of findings) console.error(finding)
console.log(
  `${rules.length} rules, ${titles.length} tests in ${files.length} files, ${findings.length} findings`,
)
process.exitCode = findings.length > 0 ? 1 : 0
