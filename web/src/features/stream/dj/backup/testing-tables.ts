import type { KeptTake, Piece } from './kept-take.ts'
import type { TakeStoreOptions } from './take-store.ts'

type Tables = NonNullable<Awaited<ReturnType<NonNullable<TakeStoreOptions['open']>>>>
type Row = KeptTake | Piece

const keyOf = (row: Row): string => ('from' in row ? `${row.takeId} ${row.from}` : row.takeId)

/** Storage of a browser for tests, as far as takes are kept in it: rows in memory, and no room where the test says so. */
export class FakeTables {
  readonly rows = { takes: new Map<string, Row>(), pieces: new Map<string, Row>() }
  hasRoom = true

  /** The same as the database that the store asks for. */
  get database(): Tables {
    return this as unknown as Tables
  }

  async put(table: keyof FakeTables['rows'], row: Row): Promise<void> {
    if (!this.hasRoom) throw new DOMException('', 'QuotaExceededError')
    this.rows[table].set(keyOf(row), structuredClone(row))
  }

  async delete(table: keyof FakeTables['rows'], key: string | [takeId: string, from: number]): Promise<void> {
    this.rows[table].delete([key].flat().join(' '))
  }

  async get(table: keyof FakeTables['rows'], key: [takeId: string, from: number]): Promise<Row | undefined> {
    return this.rows[table].get(key.join(' '))
  }

  /** All of a table, whatever the range. */
  async getAll(table: keyof FakeTables['rows']): Promise<Row[]> {
    return [...this.rows[table].values()]
  }

  transaction() {
    const store = (table: keyof FakeTables['rows']) => ({
      put: (row: Row) => this.put(table, row),
      delete: (key: [takeId: string, from: number]) => this.delete(table, key),
    })
    return { objectStore: store, store: store('pieces'), done: Promise.resolve() }
  }
}
