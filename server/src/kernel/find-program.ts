import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first program of this name in the folders of a search path (`PATH`), with its folder; null for none. */
export function findProgram(name: string, searchPath: string): string | null {
  const candidates = searchPath
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // not there, or not ours to run
  }
}
