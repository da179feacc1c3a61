import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NOT_SOURCES = new Set(['dist', 'node_modules'])

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
