import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

const NOT_SOURCES = new Set(['dist', 'node_modules'])

/** Builds the web app when it is missing or older than its sources. Ends the process when that fails. */
export function ensureWebBuilt(): void {
  const sources = ['web', 'contract/src', 'media/src'].map((folder) => join(ROOT, folder))
  if (!isBuildStale(sources, join(ROOT, 'web/dist/index.html'))) return
  console.log('Building the web app, once.')
  const vite = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (vite.status !== 0) process.exit(vite.status ?? 1)
}

/** Whether what was built is missing or older than something it was built from. */
export function isBuildStale(sources: readonly string[], built: string): boolean {
  const builtMs = statSync(built, { throwIfNoEntry: false })?.mtimeMs
  return builtMs === undefined || sources.some((folder) => newestMs(folder) > builtMs)
}

function newestMs(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !NOT_SOURCES.has(name))
  const times = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? newestMs(path) : statSync(path).mtimeMs
  })
  return Math.max(0, ...times)
}
