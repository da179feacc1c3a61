import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blocksOf, MAX_RUN_LENGTH, RUN_GAP_MS } from './rows.ts'
import { aMessage, entriesOf, messages } from './testing.ts'

const BASE_MS = Date.parse('2026-11-20T07:00:00.000Z')
const said = (id: number, senderId: number, afterMs: number) =>
  aMessage(id, {
    sender: { id: senderId, name: `Person ${senderId}`, role: 'LISTENER' },
    timestamp: new Date(BASE_MS + afterMs).toISOString(),
  })
const rowsOf = (entries: Parameters<typeof blocksOf>[0]) => blocksOf(entries).flatMap(({ rows }) => rows)
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

const MANY = entriesOf(...messages(...Array.from({ length: 200 }, (_, index) => index + 1)))
const fresh = (before: readonly Block[], after: readonly Block[]) =>
  after.filter((block) => !before.includes(block)).map(({ key }) => key)

test('[CV6] a new message changes the last block and no other', () => {
  const before = blocksOf(MANY.slice(0, -1))
  const after = blocksOf(MANY, before)
  expect(fresh(before, after)).toEqual([after.at(-1)?.key])
})

test('[CV6] older messages leave the blocks that they do not touch as they are', () => {
  const before = blocksOf(MANY.slice(100))
  const after = blocksOf(MANY, before)
  expect(after.length - fresh(before, after).length).toBeGreaterThanOrEqual(before.length - 2)
})

test('[CV6] what is drawn anew is what would be drawn from the beginning', () => {
  const anyChange = fc.tuple(fc.nat(199), fc.nat(199), fc.array(fc.nat(199), { maxLength: 5 }))
  fc.assert(
    fc.property(anyChange, ([from, until, gone]) => {
      const before = blocksOf(MANY.slice(from))
      const now = MANY.filter((_, index) => index <= until && !gone.includes(index))
      expect(blocksOf(now, before)).toEqual(blocksOf(now))
    }),
  )
})
