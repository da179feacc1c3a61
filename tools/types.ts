/**
 * `npm run types`: each program of this tree by itself, as many at once as there are cores. What was checked is kept in
 * node_modules/.cache and looked at again only where something changed. They are read as sources: project references would
 * want each to write its declarations first.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from '@carillon/testkit/processes'

const PROGRAMS = [
  'server',
  'web',
  'bench',
  'cli',
  'tools',
  'testkit',
  'e2e',
  'faults',
  'contract',
  'media',
  'web/src/service-worker',
]
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
