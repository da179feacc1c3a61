import { statfs } from 'node:fs/promises'
import { AppError } from './app-error.ts'

/** The database may live on the same disk: recordings and uploads leave it this much. */
export const LEAST_FREE_BYTES = 100 * 1024 * 1024

/** Throws NO_ROOM when a file of this many bytes has no room on the disk of `path`. */
export async function requireRoom(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < bytes + LEAST_FREE_BYTES) throw new AppError('NO_ROOM')
}
