import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** What was there before is at `aside`, null when nothing was; `undo` puts it back. */
export type Swapped = { aside: string | null; undo(): Promise<void> }

/** Where the files that come into a folder are laid first: inside it, since it may be a disk of its own, or a link to one. */
export const freshFolder = (place: string) => join(place, '.restored')

/** Hidden names are no part of a station: what was moved aside earlier. And what a disk has of its own. */
const isKept = (name: string) => name.startsWith('.') || name === 'lost+found'

/**
 * Moves what is in a folder into a hidden one inside it, and what was laid in its `freshFolder` in its place. The folder
 * itself stays: what is mounted or linked cannot be moved. Where something cannot be moved, everything is put back first.
 */
export async function swapEntries(place: string, moment: string): Promise<Swapped> {
  const fresh = freshFolder(place)
  const aside = join(place, `.${basename(place)}.${moment}`)
  const moves: [from: string, to: string][] = []
  let isMade = false
  const move = async (from: string, to: string) => {
    await rename(from, to)
    moves.push([from, to])
  }
  const undo = async () => {
    for (const [from, to] of moves.splice(0).reverse()) await rename(to, from)
    if (isMade) await rmdir(aside)
    isMade = false
  }
  try {
    const old = (await readdir(place)).filter((name) => !isKept(name))
    if (old.length > 0) await mkdir(aside, { mode: 0o700 })
    isMade = old.length > 0
    for (const name of old) await move(join(place, name), join(aside, name))
    for (const name of await readdir(fresh)) await move(join(fresh, name), join(place, name))
    return { aside: old.length > 0 ? aside : null, undo }
  } catch (error) {
    await undo()
    throw error
  }
}
