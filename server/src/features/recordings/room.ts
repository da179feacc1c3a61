import { statfs } from 'node:fs/promises'

/** The database may live on the same disk: recordings leave it this much. */
export const LEAST_FREE_BYTES = 100 * 1024 * 1024

/** Throws when a recording of this many bytes has no room on the disk of `path`. */
export async function requireRoom(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < bytes + LEAST_FREE_BYTES)
    throw new Error('There is not enough room on the disk for a recording')
}
