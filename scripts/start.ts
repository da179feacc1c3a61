/** `npm start`: the whole station. Builds the web app when it is missing or older than its sources, then serves. */
import { spawnSync } from 'node:child_process'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { isBuildStale } from './lib/build.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'web/dist')
const sources = ['web', 'contract/src'].map((folder) => join(root, folder))

if (isBuildStale(sources, join(built, 'index.html'))) {
  console.log('Building the web app, once.')
  const vite = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (vite.status !== 0) process.exit(vite.status ?? 1)
}
// Reading the same source again is a good part of what a start costs.
enableCompileCache()
await import('../server/src/main.ts')
