/**
 * `npm run types`: each program of this tree by itself, as many at once as there are cores. What was checked is kept in
 * node_modules/.cache and looked at again only where something changed. The programs import each other in rings (tests
 * and tools), so that project references, which must not, cannot order them.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from './lib/processes.ts'

const PROGRAMS = ['server', 'web', 'bench', 'scripts', 'e2e', 'faults', 'contract', 'web/src/service-worker']
const CACHE = 'node_modules/.cache/types'

process.chdir(join(import.meta.dirname, '..'))
const waiting = PROGRAMS.values()
const workers = Array.from({ length: availableParallelism() }, async () => {
  for (const program of waiting) {
    const kept = join(CACHE, `${program.replaceAll('/', '-')}.tsbuildinfo`)
    const code = await run('tsc', ['-p', program, '--incremental', '--tsBuildInfoFile', kept])
    process.exitCode ||= code
  }
})
await Promise.all(workers)
