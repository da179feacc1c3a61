import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf, isSameBlock, MAX_RUN_LENGTH, RUN_GAP_MS, rowsOf } from './rows.ts'
import { aMessage, entriesOf, messages } from './testing.ts'

const BASE_MS = Date.parse('2026-11-20T07:00:00.000Z')
const said = (id: number, senderId: number, afterMs: number) =>
  aMessage(id, {
    sender: { id: senderId, name: `Person ${senderId}`, role: 'LISTENER' },
    timestamp: new Date(BASE_MS + afterMs).toISOString(),
  })
const starts = (...all: ReturnType<typeof said>[]) => rowsOf(entriesOf(...all)).map((row) => row.startsRun)

test('[CV5] one author within 40 s is one run', () => {
  expect(starts(said(1, 3, 0), said(2, 3, 40_000), said(3, 3, 80_001))).toEqual([true, false, true])
})

test('[CV5] another author begins another run', () => {
  expect(starts(said(1, 3, 0), said(2, 4, 1), said(3, 3, 2))).toEqual([true, true, true])
})

test('[CV5] a run has five messages at most', () => {
  const seven = Array.from({ length: 7 }, (_, index) => said(index + 1, 3, index))
  expect(starts(...seven)).toEqual([true, false, false, false, false, true, false])
})

test('[CV5] no run is longer, older or of two people, whatever is said', () => {
  const anySaid = fc.array(fc.record({ who: fc.integer({ min: 1, max: 3 }), pause: fc.nat(60_000) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(anySaid, (all) => {
      let atMs = 0
      const rows = rowsOf(
        entriesOf(
          ...all.map(({ who, pause }, index) => {
            atMs += pause
            return said(index + 1, who, atMs)
          }),
        ),
      )
      let length = 0
      for (const [index, { entry, startsRun }] of rows.entries()) {
        const before = rows[index - 1]?.entry
        length = startsRun ? 1 : length + 1
        expect(length).toBeLessThanOrEqual(MAX_RUN_LENGTH)
        if (startsRun) continue
        expect(before?.sender.id).toBe(entry.sender.id)
        expect(entry.atMs - (before?.atMs ?? 0)).toBeLessThanOrEqual(RUN_GAP_MS)
      }
    }),
  )
})

test('[CV6] a new message changes the last block and no other', () => {
  const all = entriesOf(...messages(...Array.from({ length: 200 }, (_, index) => index + 1)))
  const before = blocksOf(rowsOf(all.slice(0, -1)))
  const after = blocksOf(rowsOf(all))
  const changed = after.filter((block, index) => !before[index] || !isSameBlock(before[index], block))
  expect(changed.map(({ key }) => key)).toEqual([after.at(-1)?.key])
})

test('[CV6] older messages leave the blocks that they do not touch as they are', () => {
  const all = entriesOf(...messages(...Array.from({ length: 200 }, (_, index) => index + 1)))
  const before = new Map(blocksOf(rowsOf(all.slice(100))).map((block) => [block.key, block]))
  const same = blocksOf(rowsOf(all)).filter((block) => {
    const known = before.get(block.key)
    return known !== undefined && isSameBlock(known, block)
  })
  expect(same.length).toBeGreaterThanOrEqual(before.size - 2)
})
