import { AsyncLocalStorage } from 'node:async_hooks'
import { createStatementReader, type StatementTables } from './statement-tables.ts'

/** Result of a piece of work, and the tables that it read. */
export type Reads<T> = { value: T; tables: ReadonlySet<string> }

/** Counts the changes of each table: what was read from one is good until its next change. */
export class TableChanges {
  readonly #reading = new AsyncLocalStorage<Set<string>>()
  readonly #changedAt = new Map<string, number>()
  readonly #listeners: ((tables: readonly string[]) => void)[] = []
  #count = 0
  #readStatement = createStatementReader(new Set())

  /** Names the tables that there are; before that no statement has any. */
  know(tables: Iterable<string>): void {
    this.#readStatement = createStatementReader(new Set(tables))
  }

  /** Which tables a statement reads or writes. */
  tablesOf(sql: string): StatementTables {
    return this.#readStatement(sql)
  }

  /** Number of changes. */
  get count(): number {
    return this.#count
  }

  /** Whether none of these tables has changed since there were `count` changes. */
  isUnchanged(tables: ReadonlySet<string>, count: number): boolean {
    for (const table of tables) if ((this.#changedAt.get(table) ?? 0) > count) return false
    return true
  }

  /** Notes what this process has changed, once everybody sees it. */
  changed(tables: readonly string[]): void {
    this.receive(tables)
    for (const listener of this.#listeners) listener(tables)
  }

  /** Notes what another process has changed. */
  receive(tables: readonly string[]): void {
    this.#count += 1
    for (const table of tables) this.#changedAt.set(table, this.#count)
  }

  /** Tells `listener` of each change of this process. */
  onChange(listener: (tables: readonly string[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Runs `work` and tells which tables it has read. */
  async watchReads<T>(work: () => Promise<T>): Promise<Reads<T>> {
    const tables = new Set<string>()
    return { value: await this.#reading.run(tables, work), tables }
  }

  /** Notes what the work at hand reads. */
  read(tables: readonly string[]): void {
    const reading = this.#reading.getStore()
    if (reading) for (const table of tables) reading.add(table)
  }
}
