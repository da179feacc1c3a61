import type { Member } from '@carillon/testkit/station'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { feedOf, openTestPage } from '../support/test-page.ts'

/** More than a page keeps of a chat that it follows. */
const MANY = 120
const MEGA = 1e6
const MOST_HEAP_GROWTH_BYTES = 3 * MEGA

/** Says this many messages, each speaker one after another. */
async function sayMany(speakers: readonly Member[], broadcastId: number, from: number): Promise<void> {
  const share = MANY / speakers.length
  await Promise.all(
    speakers.map(async ({ api }, speaker) => {
      for (let number = 0; number < share; number += 1) {
        const content = `message ${from + speaker * share + number} of a busy evening`
        await api.data('POST', `/api/chats/${broadcastId}`, { content })
      }
    }),
  )
}

/** Size of the page: elements, and bytes of heap once garbage is collected. */
async function sizeOf(page: Page): Promise<{ elements: number; heapBytes: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return { elements, heapBytes: usedSize }
}

// Slow: a page takes hundreds of messages.
test('[ON34] a page that follows a busy chat does not grow with it', async ({ station, openChromium }) => {
  test.setTimeout(180_000)
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive()
  const speakers: Member[] = []
  for (let speaker = 0; speaker < 4; speaker += 1) speakers.push(await station.newMember('MODERATOR'))
  const reader = await station.newMember('LISTENER')
  const { page } = await openTestPage(await openChromium(), reader, station.origin, '/')
  await expect(feedOf(page)).toBeVisible()
  const sayLast = async (content: string) => {
    await dj.api.data('POST', `/api/chats/${id}`, { content })
    await expect(feedOf(page).getByText(content)).toBeVisible({ timeout: 30_000 })
  }

  await sayMany(speakers, id, 0)
  await sayLast('that was the first part')
  const before = await sizeOf(page)
  for (let part = 1; part <= 3; part += 1) await sayMany(speakers, id, part * MANY)
  await sayLast('that was all')
  const after = await sizeOf(page)

  expect(after.elements).toBeLessThan(before.elements * 1.3)
  expect(after.heapBytes - before.heapBytes).toBeLessThan(MOST_HEAP_GROWTH_BYTES)
})
