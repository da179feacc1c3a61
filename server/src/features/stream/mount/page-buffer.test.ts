import { expect, it } from 'vitest'
import { MAX_BEHIND_BYTES, MAX_BEHIND_MS, PageBuffer } from './page-buffer.ts'

const pageOf = (bytes: number, durationMs = 250) => ({ bytes: new Uint8Array(bytes), durationMs })

it('[ST14] pages are kept for 30 s or 512 KiB, whichever is less: who needs older ones has fallen behind', () => {
  const byTime = new PageBuffer()
  for (let i = 0; i < 1_000; i++) byTime.append(pageOf(10))
  expect(byTime.end - byTime.start).toBe(MAX_BEHIND_MS / 250)
  const byBytes = new PageBuffer()
  for (let i = 0; i < 1_000; i++) byBytes.append(pageOf(10_000, 1))
  expect(byBytes.end - byBytes.start).toBe(Math.floor(MAX_BEHIND_BYTES / 10_000))
})

it('[ST12] a listener that catches up gets everything, a few pages at a time, the same buffer as its peers', () => {
  const pages = new PageBuffer()
  for (let i = 0; i < 40; i++) pages.append({ bytes: Uint8Array.of(i), durationMs: 250 })
  const received: number[] = []
  for (let next = pages.start; next < pages.end; ) {
    const batch = pages.read(next)
    expect(pages.read(next).bytes).toBe(batch.bytes)
    expect(batch.bytes.length).toBeLessThanOrEqual(16)
    received.push(...batch.bytes)
    next = batch.next
  }
  expect(received).toEqual(Array.from({ length: 40 }, (_, index) => index))
})

it('[ST9] the burst is counted from the newest page, and is what there is when there is less', () => {
  const pages = new PageBuffer()
  expect(pages.lastPages(3_000)).toBe(0)
  for (let i = 0; i < 40; i++) pages.append(pageOf(1))
  expect(pages.end - pages.lastPages(3_000)).toBe(12)
})
