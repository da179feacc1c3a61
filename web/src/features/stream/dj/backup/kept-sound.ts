import { DATABASE, openTables, type Tables } from './take-store.ts'

/** Whether this browser keeps sound of a show that the station does not have. */
export async function keepsSound(): Promise<boolean> {
  const database = await openExisting()
  const pieces = (await database?.count('pieces')) ?? 0
  database?.close()
  return pieces > 0
}

/** Forgets all such sound, whoever said it. */
export async function forgetSound(): Promise<void> {
  const database = await openExisting()
  if (!database) return
  const transaction = database.transaction(['pieces', 'takes'], 'readwrite')
  const tables = (['pieces', 'takes'] as const).map((name) => transaction.objectStore(name).clear())
  await Promise.all([...tables, transaction.done])
  database.close()
}

/** Null where none was ever made: looking makes none, unless the browser cannot say. */
async function openExisting(): Promise<Tables | null> {
  const known = await globalThis.indexedDB?.databases?.()
  return known?.some(({ name }) => name === DATABASE) === false ? null : openTables()
}
