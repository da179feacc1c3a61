import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Move, Swap } from '../db/swap.ts'

/**
 * Folder in which files are laid first that come into `place`: inside it, since it may be a disk of its own, or a link
 * to one.
 */
export const freshFolder = (place: string) => join(place, FRESH)

const FRESH = '.restored'

/** Hidden names are no part of a station: what was moved aside earlier. And what a disk has of its own. */
const isKept = (name: string) => name.startsWith('.') || name === 'lost+found'

/**
 * The moves of what is in the folder `kind` into a hidden one inside it, and of what was laid in its `freshFolder` in its
 * place. The folder itself stays: what is mounted or linked cannot be moved.
 */
export async function planEntries(
  dataDir: string,
  kind: string,
  timestamp: string,
): Promise<Pick<Swap, 'folders' | 'aside' | 'fresh'>> {
  const place = join(dataDir, kind)
  const old = (await readdir(place)).filter((name) => !isKept(name))
  const laid = await readdir(freshFolder(place))
  const aside = join(kind, `.${kind}.${timestamp}`)
  return {
    folders: old.length > 0 ? [aside] : [],
    aside: old.map((name): Move => [join(kind, name), join(aside, name)]),
    fresh: laid.map((name): Move => [join(kind, FRESH, name), join(kind, name)]),
  }
}
