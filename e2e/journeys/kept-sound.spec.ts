import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'

/** Runs in the page: leaves a packet as a DJ does at whose last visit the line was away. */
async function leaveSound(): Promise<void> {
  const opening = indexedDB.open('carillon-takes', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('takes', { keyPath: 'takeId' })
    opening.result.createObjectStore('pieces', { keyPath: ['takeId', 'from'] })
  }
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const { result: database } = opening
  const transaction = database.transaction(['takes', 'pieces'], 'readwrite')
  const takeId = crypto.randomUUID()
  const take = { takeId, userId: 1, broadcastId: 1, after: null, packets: 1, writtenUpTo: 0 }
  transaction.objectStore('takes').add({ ...take, changedAt: Date.now() })
  const piece = { takeId, from: 0, count: 1, samples: 2_880, bytes: 3 }
  transaction.objectStore('pieces').add({ ...piece, packets: [Uint8Array.of(1, 2, 3)] })
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  database.close()
}

test('[SH52] sound of a show that is still to upload is listed in the settings, and cleared', async ({
  station,
  openChromium,
}) => {
  const member = await station.newMember('LISTENER')
  const page = await (await contextOf(await openChromium(), member)).newPage()
  const settings = `${station.origin}/settings`
  const sound = page.getByText('Sound of shows that the station does not have yet')
  await page.goto(settings)
  await page.evaluate(leaveSound)
  await page.goto(settings)
  await expect(sound).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('Cleared. Your next visit here starts with the defaults.')).toBeVisible()
  await expect(sound).toHaveCount(0)
  await page.goto(settings)
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
  await expect(sound).toHaveCount(0)
})
