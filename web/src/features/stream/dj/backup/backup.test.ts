// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeTimers } from '../testing.ts'
import { Backup } from './backup.ts'
import type { KeptTake } from './kept-take.ts'
import { FakeTables } from './testing-tables.ts'

const EARLIER: KeptTake = {
  ...{ takeId: 'earlier', userId: 3, broadcastId: 7, after: null },
  ...{ packets: 1, writtenUpTo: 0, changedAt: Date.now() },
}

beforeEach(() => void vi.stubGlobal('IDBKeyRange', { bound: () => undefined }))

afterEach(() => void vi.unstubAllGlobals())

it('[KC20] what an earlier visit has left goes up also where the storage opens late', async () => {
  const timers = createFakeTimers()
  const tables = new FakeTables()
  await tables.put('takes', EARLIER)
  const entry = { takeId: 'earlier', from: 0, count: 1, samples: 48_000, bytes: 3 }
  await tables.put('pieces', { ...entry, packets: [new Uint8Array(3)] })
  const opening = Promise.withResolvers<typeof tables.database>()
  const uploaded: string[] = []
  const backup = new Backup({
    timers,
    locks: undefined,
    openStorage: () => opening.promise,
    upload: async ({ take, from, packets }) => {
      uploaded.push(take.takeId)
      return { takeId: take.takeId, writtenUpTo: from + packets.length }
    },
  })
  backup.open(3)
  timers.advance(2_000)
  await backup.ready
  expect(uploaded).toEqual([])
  opening.resolve(tables.database)
  await vi.waitFor(() => expect(uploaded).toEqual(['earlier']))
  await vi.waitFor(() => expect(tables.rows.pieces.size).toBe(0))
})
