import { describe, expect, it, vi } from 'vitest'
import { createFakeTimers } from '../testing.ts'
import type { KeptTake } from './kept-take.ts'
import { type CopyPlace, TakeStore, type TakeStoreOptions } from './take-store.ts'
import { FakeTables } from './testing-tables.ts'

const TAKE: KeptTake = {
  ...{ takeId: 'a', userId: 3, broadcastId: 7, after: null },
  ...{ packets: 1, writtenUpTo: 0, changedAt: 0 },
}
const PIECE = { takeId: 'a', from: 0, count: 1, samples: 960, bytes: 3, packets: [new Uint8Array(3)] }

it('[KC8] a browser that neither opens its storage nor refuses it is one without, and the page has the copy', async () => {
  const timers = createFakeTimers()
  const places: CopyPlace[] = []
  const store = new TakeStore({
    onPlace: (place) => places.push(place),
    onOpenedLate: () => undefined,
    timers,
    open: () => new Promise(() => {}),
  })
  store.add(PIECE, TAKE)
  timers.advance(2_000)
  expect(await store.read([PIECE])).toEqual([PIECE])
  expect(places).toEqual(['page'])
})

it('[KC10] what comes while a piece is written is written together, each with its take', async () => {
  const transactions: { rows: unknown[]; end: PromiseWithResolvers<void> }[] = []
  const database = {
    transaction() {
      const rows: unknown[] = []
      const end = Promise.withResolvers<void>()
      transactions.push({ rows, end })
      return {
        objectStore: (name: string) => ({ put: (row: unknown) => rows.push([name, row]) }),
        done: end.promise,
      }
    },
  }
  const store = new TakeStore({
    onPlace: () => undefined,
    onOpenedLate: () => undefined,
    timers: createFakeTimers(),
    open: async () => database as unknown as Awaited<ReturnType<NonNullable<TakeStoreOptions['open']>>>,
  })
  const pieces = [0, 1, 2].map((from) => ({ ...PIECE, from }))
  const rowsOf = (from: number) => [
    ['pieces', pieces[from]],
    ['takes', TAKE],
  ]
  for (const [at, piece] of pieces.entries()) {
    store.add(piece, TAKE)
    if (at === 0) await vi.waitFor(() => expect(transactions.length).toBe(1))
  }
  transactions[0]?.end.resolve()
  await vi.waitFor(() => expect(transactions.length).toBe(2))
  expect(transactions.map(({ rows }) => rows)).toEqual([rowsOf(0), [...rowsOf(1), ...rowsOf(2)]])
})

describe('storage that opens after it was given up', () => {
  /** A page that has kept one piece itself by then. */
  async function openLate() {
    const timers = createFakeTimers()
    const tables = new FakeTables()
    const opening = Promise.withResolvers<typeof tables.database>()
    const onOpenedLate = vi.fn()
    const places: CopyPlace[] = []
    const store = new TakeStore({
      onPlace: (place) => places.push(place),
      onOpenedLate,
      timers,
      open: () => opening.promise,
    })
    store.add(PIECE, TAKE)
    timers.advance(2_000)
    await store.settled()
    const arrive = async () => {
      opening.resolve(tables.database)
      await vi.waitFor(() => expect(onOpenedLate).toHaveBeenCalledOnce())
    }
    return { store, tables, places, arrive }
  }

  it('[KC20] takes what the page holds, with its take, and what comes then', async () => {
    const { store, tables, places, arrive } = await openLate()
    expect(places).toEqual(['page'])
    await arrive()
    expect(places).toEqual(['page', 'device'])
    const next = { ...PIECE, from: 1 }
    store.add(next, TAKE)
    expect(await store.read([PIECE, next])).toEqual([PIECE, next])
    expect([...tables.rows.takes.values(), ...tables.rows.pieces.values()]).toEqual([TAKE, PIECE, next])
    tables.rows.pieces.clear()
    expect(await store.read([PIECE, next])).toEqual([])
  })

  it('[KC20] leaves in the page what it has no room for, and gets nothing that the station has', async () => {
    const full = await openLate()
    full.tables.hasRoom = false
    await full.arrive()
    expect(await full.store.read([PIECE])).toEqual([PIECE])
    expect(full.places).toEqual(['page'])
    const done = await openLate()
    done.store.forget([PIECE])
    await done.arrive()
    expect([done.tables.rows.pieces.size, done.places]).toEqual([0, ['page']])
  })
})
