import type { Station } from '@carillon/testkit/station'
import { FIREFOX_TEST_LIMIT_MS, openFirefox } from '../support/firefox.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { measuredLoudness, soundFiles } from '../support/library-files.ts'
import { complaintsAbout } from '../support/stream-validators.ts'

const test = base.extend<{ files: ReturnType<typeof soundFiles> }>({
  files: async ({ playwright: _ }, use) => {
    const files = soundFiles()
    await use(files)
    files.close()
  },
})

/** The file that the station keeps of it. */
async function stored(station: Station, title: string): Promise<Buffer> {
  const { api } = await station.admin()
  const { content } = await api.data<{ content: { id: number; title: string }[] }>('GET', '/api/library')
  const item = content.find((each) => each.title === title)
  if (!item) throw new Error(`${title} is not in the library`)
  const reply = await fetch(`${station.origin}/api/library/${item.id}/sound`, {
    headers: { authorization: `Bearer ${api.token}` },
  })
  return Buffer.from(await reply.arrayBuffer())
}

async function expectAsLoudAsTheStation(station: Station, title: string): Promise<void> {
  const bytes = await stored(station, title)
  const { lufs, peak } = measuredLoudness(bytes)
  test.info().annotations.push({ type: title, description: `${lufs} LUFS, ${peak} dBTP` })
  expect(Math.abs(lufs + 16)).toBeLessThan(1)
  expect(peak).toBeLessThan(0)
  expect(complaintsAbout(bytes)).toEqual([])
}

test('[LB41] a WAV and an MP3 are converted in Chromium, sound like the station, and are heard', async ({
  station,
  openContext,
  files,
}) => {
  const page = await (await openContext(await station.newMember('DJ'))).newPage()
  await page.goto(`${station.origin}/library`)
  await expect(page.getByText("You haven't added anything yet.")).toBeVisible()
  await page.getByLabel('Files').setInputFiles([files.quietWav(), files.taggedMp3()])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByText('In the library')).toHaveCount(2, { timeout: 60_000 })
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('Eraserheads')
  await expectAsLoudAsTheStation(station, 'quiet take')
  await expectAsLoudAsTheStation(station, 'Ang Huling El Bimbo')

  await page.getByLabel('Files').setInputFiles(files.quietWav())
  await expect(uploads.getByText(/in the library already: “quiet take”/)).toBeVisible()

  await page.getByRole('button', { name: 'Play quiet take' }).click()
  const preview = page.getByRole('list', { name: 'Items' }).locator('audio')
  await expect
    .poll(() => preview.evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.5)
})

test('[LB42] what is no sound, silent, or cancelled is not added, and the page says why', async ({
  station,
  openContext,
  files,
}) => {
  const page = await (await openContext(await station.newMember('MODERATOR'))).newPage()
  await page.goto(`${station.origin}/library`)
  await page.getByLabel('Files').setInputFiles([files.text, files.silence()])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByText('This is not a sound file, or it is damaged.')).toBeVisible()
  await expect(uploads.getByText('There is nothing to hear in this file.')).toBeVisible()
  await page.route('**/api/library/upload?*', () => undefined)
  await page.getByLabel('Files').setInputFiles(files.quietWav())
  await expect(uploads.getByText(/Uploading|checking/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel quiet take.wav' }).click()
  await expect(uploads.getByText('Cancelled')).toBeVisible()
})

test('[LB56] without an encoder in the browser the station converts, and the page says so', async ({
  station,
  openContext,
  files,
}) => {
  const context = await openContext(await station.newMember('DJ'))
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'AudioEncoder')
  })
  const page = await context.newPage()
  await page.goto(`${station.origin}/library`)
  await expect(page.getByText('The station converts them and sets their loudness')).toBeVisible()
  await page.getByLabel('Files').setInputFiles([files.taggedMp3(), files.text, files.quietWav()])
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByText('In the library')).toHaveCount(2, { timeout: 60_000 })
  await expect(uploads.getByText('This is not a sound file, or it is damaged.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Items' })).toContainText('Eraserheads')
  await expectAsLoudAsTheStation(station, 'Ang Huling El Bimbo')
  await expectAsLoudAsTheStation(station, 'quiet take')

  const answer = Promise.withResolvers<void>()
  await page.route('**/api/library/upload?*', () => answer.promise)
  await page.getByLabel('Files').setInputFiles(files.hum())
  await expect(uploads.getByText(/Uploading|The station is converting it/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel hum.wav' }).click()
  await expect(uploads.getByText('Cancelled')).toBeVisible()
  answer.resolve()
})

/** Runs in a page of the station. */
async function signIn(body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const { ok, status } = await fetch('/api/auth/login', { method: 'POST', headers, body })
  if (!ok) throw new Error(`signing in: ${status}`)
}

// Slow: Firefox starts, and decodes and encodes in its own way.
test('[LB41] Firefox converts an MP3 as well', async ({ station, files }) => {
  test.setTimeout(FIREFOX_TEST_LIMIT_MS)
  const { email, password } = await station.newMember('DJ')
  const { page, close } = await openFirefox()
  try {
    await page.goto(`${station.origin}/privacy-policy`)
    await page.evaluate(signIn, JSON.stringify({ email, password }))
    await page.goto(`${station.origin}/library`)
    const input = await page.waitForSelector('input[type=file]')
    if (!input) throw new Error('no field for files')
    await (input as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(files.taggedMp3())
    await page.waitForSelector('ul[aria-label=Items] li', { timeout: 60_000 }).catch(async () => {
      throw new Error((await page.$eval('main', (main) => main.textContent)) ?? '')
    })
    await expectAsLoudAsTheStation(station, 'Ang Huling El Bimbo')
  } finally {
    await close()
  }
})

test('[LB43] a moderator makes a playlist of what was uploaded, and it says what it plays', async ({
  station,
  openContext,
  files,
}) => {
  const page = await (await openContext(await station.newMember('MODERATOR'))).newPage()
  await page.goto(`${station.origin}/library`)
  await page.getByLabel('Files').setInputFiles(files.hum())
  await expect(page.getByRole('list', { name: 'Uploads' }).getByText('In the library')).toBeVisible()
  await page.getByRole('button', { name: 'New playlist' }).click()
  await page.getByLabel('Name').fill('Morning')
  await page.getByRole('button', { name: 'Add hours' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('list', { name: 'Playlists' }).getByRole('listitem')
  await expect(row).toContainText('Nothing to play')
  await expect(row).toContainText('0 tracks, 0:00. Every day 06:00–10:00. Weight 1.')
  await page.getByRole('button', { name: 'Tracks of Morning' }).click()
  await page.getByRole('button', { name: 'Add hum' }).click()
  await expect(page.getByRole('list', { name: 'Tracks', exact: true })).toContainText('hum')
  await page.keyboard.press('Escape')
  await expect(row).toContainText('1 track, 0:03.')
})
