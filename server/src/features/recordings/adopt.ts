import type { RecordingFiles } from './files.ts'
import { findKnown } from './store.ts'
import type { Db } from './table.ts'

/**
 * Brings the files in line with a database that may be another one than they were made with, as after the restore of a dump.
 * What can be heard of a show that has no recording there becomes a part, and is made ready again. Of shows that it does not
 * know all goes to `aside`: the next show of that number would go on in it. What went aside and counts again comes back. Gives the
 * number of shows that went. To be called before anything is recorded.
 */
export async function adoptFiles(db: Db, files: RecordingFiles, aside: string): Promise<number> {
  await bringBack(db, files)
  const parts = await files.listParts()
  const wholes = await files.listWholes()
  const ids = [...new Set([...parts.keys(), ...wholes, ...(await files.takes.listShows())])]
  const known = await findKnown(db, ids)
  for (const id of wholes) if (known.get(id)?.isRecorded === false && !parts.has(id)) await files.reopen(id)
  const unknown = ids.filter((id) => !known.has(id))
  for (const id of unknown) await files.moveAside(id, aside)
  return unknown.length
}

/** Another show may have the number by now: the recording that counts is known by its length. */
async function bringBack(db: Db, files: RecordingFiles): Promise<void> {
  const found = await files.listAside()
  const known = await findKnown(
    db,
    found.map(({ broadcastId }) => broadcastId),
  )
  for (const { broadcastId, bytes, folder } of found)
    if (known.get(broadcastId)?.bytes === bytes && (await files.sizeOf(broadcastId)) === null)
      await files.bringBack(broadcastId, folder)
}
