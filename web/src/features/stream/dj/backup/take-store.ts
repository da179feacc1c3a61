import { SECOND_MS } from '@carillon/contract/durations'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Timers } from '../timers.ts'
import type { KeptTake, Piece, PieceEntry } from './kept-take.ts'

export const DATABASE = 'carillon-takes'
/** Sound that the page holds where the browser keeps nothing: an hour of the best. The oldest goes when there is more. */
export const MAX_PAGE_BYTES = 72 * 1024 * 1024
/** Browsers were seen to neither open a database nor refuse it. */
const OPEN_LIMIT_MS = 2 * SECOND_MS
/** Rows in memory at once while they are listed: some four minutes of sound. */
const ROWS_AT_ONCE = 1_000

export interface TakeTables extends DBSchema {
  takes: { key: string; value: KeptTake }
  pieces: { key: [takeId: string, from: number]; value: Piece }
}

/** Place of the copy: this device, the page alone, or nowhere. */
export type CopyPlace = 'device' | 'page'

export type Tables = IDBPDatabase<TakeTables>
type Added = { piece: Piece; take: KeptTake }

/** Rest of an earlier visit. */
export type Leftover = { take: KeptTake; pieces: PieceEntry[] }

export type TakeStoreOptions = {
  /** Called with the place of the newest piece. */
  onPlace: (place: CopyPlace) => void
  /** Called when storage is there after all that was taken to be missing: what is in it can be read. */
  onOpenedLate: () => void
  timers: Pick<Timers, 'after'>
  open?: () => Promise<Tables | null>
}

/**
 * Keeper of what a DJ's page has recorded and the station has not, in IndexedDB: each write is whole once it is done, and
 * outlives a browser that is killed. Where the browser keeps nothing, as without room, the page does, while it lives.
 */
export class TakeStore {
  #database: Promise<Tables | null>
  #writes: Promise<void> = Promise.resolve()
  /** Pieces for the next write. */
  readonly #added: Added[] = []
  readonly #inPage = new Map<string, Added>()
  #pageBytes = 0
  readonly #onPlace: (place: CopyPlace) => void

  constructor({ onPlace, onOpenedLate, timers, open = openTables }: TakeStoreOptions) {
    this.#onPlace = onPlace
    const opening = open()
    const { promise: tooLate, resolve } = Promise.withResolvers<null>()
    timers.after(OPEN_LIMIT_MS, () => resolve(null))
    this.#database = Promise.race([opening, tooLate])
    void this.#adoptLate(opening).then((isAdopted) => isAdopted && onOpenedLate())
  }

  /** Takes that are kept on this device, the oldest first. */
  async load(): Promise<Leftover[]> {
    const database = await this.#database
    if (!database) return []
    const takes = await database.getAll('takes')
    const found: Leftover[] = []
    for (const take of takes.toSorted((a, b) => a.changedAt - b.changedAt))
      found.push({ take, pieces: await entriesOf(database, take.takeId) })
    return found
  }

  /** Keeps a take as it is when it is written: newer than any that was written before. */
  saveTake(take: KeptTake): void {
    this.#write(async (database) => {
      await database.put('takes', take)
    })
  }

  /** Keeps a piece, and its take with it. What comes while others are written is written together. */
  add(piece: Piece, take: KeptTake): void {
    this.#added.push({ piece, take })
    if (this.#added.length > 1) return
    this.#writes = this.#writes.then(async () => {
      const added = this.#added.splice(0)
      const database = await this.#database
      const isKept = database !== null && (await put(database, added).then(isTrue, isFalse))
      if (!isKept) for (const one of added) this.#keepInPage(one)
      this.#onPlace(isKept ? 'device' : 'page')
    })
  }

  /** Packets of these pieces, in order; those that are gone are left out. */
  async read(entries: readonly PieceEntry[]): Promise<Piece[]> {
    await this.#writes
    const found = entries.map(async ({ takeId, from }) => {
      const inPage = this.#inPage.get(keyOf(takeId, from))?.piece
      // Looked up here: what has just left the page is in the storage that it moved to.
      return inPage ?? (await this.#database)?.get('pieces', [takeId, from])
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

  /** Storage that opens late is used from then on. True for such storage, once what the page holds is there. */
  async #adoptLate(opening: Promise<Tables | null>): Promise<boolean> {
    const early = await this.#database
    const database = await opening
    if (early || !database) return false
    this.#writes = this.#writes.then(() => {
      this.#database = opening
      return this.#moveInto(database)
    })
    await this.#writes
    return true
  }

  /** Moves all that the page holds, or nothing without room for it. */
  async #moveInto(database: Tables): Promise<void> {
    const held = [...this.#inPage.values()]
    if (held.length === 0 || !(await put(database, held).then(isTrue, isFalse))) return
    for (const { piece } of held) this.#dropFromPage(keyOf(piece.takeId, piece.from))
    this.#onPlace('device')
  }

  #write(run: (database: Tables) => Promise<void>): void {
    this.#writes = this.#writes.then(async () => {
      const database = await this.#database
      // What cannot be noted is uploaded twice at worst, and the station takes each packet once.
      if (database) await run(database).catch((error) => console.error('A kept take was not noted:', error))
    })
  }

  #keepInPage(added: Added): void {
    const { takeId, from, bytes } = added.piece
    this.#inPage.set(keyOf(takeId, from), added)
    this.#pageBytes += bytes
    for (const key of this.#inPage.keys()) {
      if (this.#pageBytes <= MAX_PAGE_BYTES) return
      this.#dropFromPage(key)
    }
  }

  #dropFromPage(key: string): void {
    this.#pageBytes -= this.#inPage.get(key)?.piece.bytes ?? 0
    this.#inPage.delete(key)
  }
}

const keyOf = (takeId: string, from: number) => `${takeId} ${from}`
const isTrue = () => true
/** The desk says so. */
const isFalse = () => false

/** In one transaction: each costs as much as the wait for it. */
async function put(database: Tables, added: readonly Added[]): Promise<void> {
  const transaction = database.transaction(['pieces', 'takes'], 'readwrite')
  const writes = added.flatMap(({ piece, take }) => [
    transaction.objectStore('pieces').put(piece),
    transaction.objectStore('takes').put(take),
  ])
  await Promise.all([...writes, transaction.done])
}

/** Pieces of a take without their sound, which may be hours. */
async function entriesOf(database: Tables, takeId: string): Promise<PieceEntry[]> {
  const entries: PieceEntry[] = []
  let from = -1
  for (;;) {
    const next = IDBKeyRange.bound([takeId, from], [takeId, Number.MAX_SAFE_INTEGER], true)
    const rows = await database.getAll('pieces', next, ROWS_AT_ONCE)
    entries.push(...rows.map(({ packets: _, ...entry }) => entry))
    if (rows.length < ROWS_AT_ONCE) return entries
    from = rows.at(-1)?.from ?? from
  }
}

/** Opens the storage; null where the browser has none, as in some private windows. */
export async function openTables(): Promise<Tables | null> {
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
