/** `npm run check`: what can be known without running the program, side by side, in seconds. */
import { join } from 'node:path'
import { run } from '@carillon/testkit/processes'

const CHECKS = ['types', 'format:check', 'arrows', 'rules', 'words', 'structure']

process.chdir(join(import.meta.dirname, '..'))
await Promise.all(
  CHECKS.map(async (name) => {
    const lines: string[] = []
    const startedAt = performance.now()
    const code = await run('npm', ['run', '--silent', name], { onLine: (line) => lines.push(line) })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    if (code !== 0) console.log(lines.join('\n'))
    console.log(`${code === 0 ? 'PASSED' : 'FAILED'} ${seconds.padStart(6)} s  ${name}`)
    process.exitCode ||= code
  }),
)
