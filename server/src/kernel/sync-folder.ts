import { open } from 'node:fs/promises'

/** Waits until the names in a folder are on the disk: only then a rename there outlasts a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
