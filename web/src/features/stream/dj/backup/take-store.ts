import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptTake, Piece, PieceEntry } from './kept-take.ts'

const DATABASE = 'carillon-takes'
/** Sound that the page holds where the browser keeps nothing: an hour of the best. The oldest goes when there is more. */
export const MAX_PAGE_BYTES = 72 * 1024 * 1024

interface TakeTables extends DBSchema {
  takes: { key: string; value: KeptTake }
  pieces: { key: [takeId: string, from: number]; value: Piece }
}

/** Place of the copy: this device, the page alone, or nowhere. */
export type CopyPlace = 'device' | 'page'

/** Rest of an earlier visit. */
export type Leftover = { take: KeptTake; pieces: PieceEntry[] }

/**
 * Keeper of what a DJ's page has recorded and the station has not, in IndexedDB: each write is whole once it is done, and
 * outlives a browser that is killed. Where the browser keeps nothing, as without room, the page does, while it lives.
 */
export class TakeStore {
  #database: Promise<IDBPDatabase<TakeTables> | null>
  #writes: Promise<void> = Promise.resolve()
  readonly #inPage = new Map<string, Piece>()
  #pageBytes = 0
  readonly #onPlace: (place: CopyPlace) => void

  /** `onPlace` is told where the newest piece is. */
  constructor(onPlace: (place: CopyPlace) => void) {
    this.#onPlace = onPlace
    this.#database = openTables()
  }

  /** Takes that are kept on this device, the oldest first. */
  async load(): Promise<Leftover[]> {
    const database = await this.#database
    if (!database) return []
    const takes = await database.getAll('takes')
    const pieces = await database.getAll('pieces')
    return takes
      .toSorted((a, b) => a.changedAt - b.changedAt)
      .map((take) => ({
        take,
        pieces: pieces
          .filter(({ takeId }) => takeId === take.takeId)
          .map(({ packets: _, ...entry }) => entry),
      }))
  }

  saveTake(take: KeptTake): void {
    const copy = { ...take }
    this.#write(async (database) => {
      await database.put('takes', copy)
    })
  }

  add(piece: Piece): void {
    this.#writes = this.#writes.then(async () => {
      const database = await this.#database
      const isKept = database !== null && (await database.put('pieces', piece).then(isTrue, isFalse))
      if (!isKept) this.#keepInPage(piece)
      this.#onPlace(isKept ? 'device' : 'page')
    })
  }

  /** Packets of these pieces, in order; those that are gone are left out. */
  async read(entries: readonly PieceEntry[]): Promise<Piece[]> {
    await this.#writes
    const database = await this.#database
    const found = entries.map(async ({ takeId, from }) => {
      const inPage = this.#inPage.get(keyOf(takeId, from))
      return inPage ?? (await database?.get('pieces', [takeId, from]))
    })
    return (await Promise.all(found)).filter((piece) => piece !== undefined)
  }

  forget(entries: readonly PieceEntry[]): void {
    if (entries.length === 0) return
    this.#write(async (database) => {
      const { store, done } = database.transaction('pieces', 'readwrite')
      for (const { takeId, from } of entries) void store.delete([takeId, from])
      await done
    })
    this.#writes = this.#writes.then(() => {
      for (const { takeId, from } of entries) this.#dropFromPage(keyOf(takeId, from))
    })
  }

  forgetTake(takeId: string): void {
    this.#write((database) => database.delete('takes', takeId))
  }

  /** Resolves when all that was asked for is done. */
  settled(): Promise<void> {
    return this.#writes
  }

  #write(run: (database: IDBPDatabase<TakeTables>) => Promise<void>): void {
    this.#writes = this.#writes.then(async () => {
      const database = await this.#database
      // What cannot be noted is uploaded twice at worst, and the station takes each packet once.
      if (database) await run(database).catch((error) => console.error('A kept take was not noted:', error))
    })
  }

  #keepInPage(piece: Piece): void {
    this.#inPage.set(keyOf(piece.takeId, piece.from), piece)
    this.#pageBytes += piece.bytes
    for (const key of this.#inPage.keys()) {
      if (this.#pageBytes <= MAX_PAGE_BYTES) return
      this.#dropFromPage(key)
    }
  }

  #dropFromPage(key: string): void {
    this.#pageBytes -= this.#inPage.get(key)?.bytes ?? 0
    this.#inPage.delete(key)
  }
}

const keyOf = (takeId: string, from: number) => `${takeId} ${from}`
const isTrue = () => true
/** The desk says so. */
const isFalse = () => false

/** Null where the browser has no such storage, as in some private windows. */
async function openTables(): Promise<IDBPDatabase<TakeTables> | null> {
  try {
    return await openDB<TakeTables>(DATABASE, 1, {
      upgrade(database) {
        database.createObjectStore('takes', { keyPath: 'takeId' })
        database.createObjectStore('pieces', { keyPath: ['takeId', 'from'] })
      },
    })
  } catch {
    return null
  }
}
