import { expect, test } from '../support/fixtures.ts'
import { danglingDots, faultsOfText, setFontSize } from '../support/large-text.ts'
import { PAGES, resize, Visitors } from '../support/pages.ts'

const NARROW = 320
const TWICE = 32
const SWEEP_LIMIT_MS = 300_000

// Slow: every page is opened.
test('[ON711] with text of twice the size no page cuts a text or scrolls sideways at 320 px', async ({
  station,
  chromium,
}) => {
  test.setTimeout(SWEEP_LIMIT_MS)
  // Staff see the last show.
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive('Harana Hour')
  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  await using visitors = new Visitors(station, chromium, { width: NARROW })
  const faults: string[] = []
  for (const { path, as } of PAGES) {
    await setFontSize(await visitors.as(as), TWICE)
    const page = await visitors.at(path, as)
    await resize(page, NARROW)
    faults.push(...(await faultsOfText(page)).map((fault) => `${path}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test('[ON711] neither does the history while it is awaited', async ({ station, chromium }) => {
  await using visitors = new Visitors(station, chromium, { width: NARROW })
  const page = await visitors.as('DJ')
  await setFontSize(page, TWICE)
  await page.route('**/api/{broadcasts,analytics}/**', () => new Promise(() => undefined))
  await visitors.at('/broadcast-history', 'DJ')
  await expect(page.getByRole('status', { name: 'Loading the history' })).toBeAttached()
  expect(await faultsOfText(page)).toEqual([])
})

// Slow: every page is opened.
test('[ON720] no dot between two items ends a line, however narrow the page', async ({
  station,
  chromium,
}) => {
  test.setTimeout(SWEEP_LIMIT_MS)
  const dj = await station.newMember('DJ')
  const earlier = await dj.api.goLive('Harana Hour')
  await dj.api.data('POST', `/api/broadcasts/${earlier}/end`)
  const id = await dj.api.goLive('Kundiman at Noon')
  await dj.api.data('PUT', `/api/broadcasts/${id}/now-playing`, { title: 'Alapaap', artist: 'Eraserheads' })
  await dj.api.data('POST', `/api/broadcasts/${id}/song-requests`, {
    songTitle: 'Ligaya',
    artist: 'Eraserheads',
  })
  await using visitors = new Visitors(station, chromium, { width: NARROW })
  const faults: string[] = []
  for (const { path, as } of PAGES) {
    const page = await visitors.at(path, as)
    for (let width = NARROW; width <= 400; width += 40) {
      await resize(page, width)
      faults.push(...(await danglingDots(page)).map((before) => `${path} at ${width} px: ${before}`))
    }
  }
  expect(faults).toEqual([])
})
