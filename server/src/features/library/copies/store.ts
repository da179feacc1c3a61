import type { Db } from '../table.ts'

/** A file of the library; `sha256` null: no instance that has it has read it yet. */
export type LibraryFile = { fileName: string; bytes: number; sha256: string | null }

/** Files of all items, newest first. */
export async function findFiles(db: Db): Promise<LibraryFile[]> {
  return db
    .selectFrom('library_items')
    .select(['file_name as fileName', 'bytes', 'sha256'])
    .orderBy('id', 'desc')
    .execute()
}

/** Stores what a file contains, unless that is known. */
export async function storeDigest(db: Db, fileName: string, sha256: string): Promise<void> {
  await db
    .updateTable('library_items')
    .set({ sha256 })
    .where('file_name', '=', fileName)
    .where('sha256', 'is', null)
    .execute()
}
