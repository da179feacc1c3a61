import { openPeerFile, PeerAway } from '../../../cluster/peer-file.ts'
import type { LibraryFiles } from '../files.ts'
import { findKnownFiles } from '../store.ts'
import type { Db } from '../table.ts'
import { type LibraryFile, storeDigest } from './store.ts'

/** Address of a file of the library at another instance. */
export const PEER_PATH = '/relay/library/:file'

type Copier = {
  db: Db
  files: LibraryFiles
  /** Secret of all instances. */
  key: string
  signal: AbortSignal
  onError(error: unknown): void
}

/**
 * Copies a file from the first of `peers` that gives it whole. Who does not answer is taken out of them, and not asked again.
 * Throws when nobody has it, and NO_ROOM.
 */
export async function copyFile(
  { db, files, key, signal, onError }: Copier,
  file: LibraryFile,
  peers: string[],
): Promise<void> {
  const { fileName } = file
  await files.requireRoom(file.bytes)
  for (const peer of [...peers]) {
    try {
      const copy = await openPeerFile(peer + PEER_PATH.replace(':file', fileName), key, signal)
      if (!copy) continue
      await files.placeCopy(file, copy)
      // Deleted meanwhile: whoever deleted it could not remove it here.
      if (!(await findKnownFiles(db, [fileName])).has(fileName)) await files.remove(fileName)
      return
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof PeerAway) peers.splice(peers.indexOf(peer), 1)
      onError(error)
    }
  }
  throw new Error(`No instance that runs gave ${fileName} of the library`)
}

/** Says what is in a file that is here; true when nobody had. */
export async function declareFile(
  { db, files }: Copier,
  { fileName, bytes, sha256 }: LibraryFile,
): Promise<boolean> {
  if (sha256 !== null || (await files.sizeOf(fileName)) !== bytes) return false
  await storeDigest(db, fileName, await files.digestOf(fileName))
  return true
}
