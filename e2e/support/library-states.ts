import type { Playlist } from '@carillon/contract/library/playlists'
import type { LibraryItem } from '@carillon/contract/library/schemas'
import { expect, type Locator, type Page } from '@playwright/test'
import { reply, replyWithPage } from './replies.ts'
import type { State } from './state.ts'

const PATH = '/library'
const ITEMS: readonly LibraryItem[] = [
  {
    id: 4,
    kind: 'TRACK' as const,
    title: 'Ang Huling El Bimbo',
    artist: 'Eraserheads',
    album: 'Cutterpillow',
  },
  {
    id: 3,
    kind: 'JINGLE' as const,
    title: 'Evening jingle with a rather long name',
    artist: null,
    album: null,
  },
  { id: 2, kind: 'BED' as const, title: 'Rain on the roof', artist: null, album: null },
].map((item) => ({
  ...item,
  state: item.kind === 'BED' ? 'RESTING' : 'READY',
  year: 1995,
  isRequestable: false,
  rightsNote: null,
  durationMs: 447_000,
  bytes: 7_200_000,
  loudness: -16.04,
  peak: -2.3,
  gain: 0,
  owner: { id: 4711, name: 'Mikael Reyes', role: 'DJ' },
  createdAt: '2026-11-20T06:00:12.000Z',
}))
const PLAYLISTS: readonly Playlist[] = [
  {
    id: 3,
    name: 'Morning',
    weight: 2,
    hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: 360, to: 600 })),
    tracks: 2,
    playable: 1,
    durationMs: 374_000,
  },
  { id: 4, name: 'Rainy days', weight: 0, hours: [], tracks: 0, playable: 0, durationMs: 0 },
]
const QUOTA = {
  usedBytes: 9.4 * 1024 ** 3,
  quotaBytes: 10 * 1024 ** 3,
  items: 3,
  ownBytes: 21_600_000,
  ownItems: 3,
  canConvert: true,
}

async function seemToHave(page: Page, items: readonly LibraryItem[]): Promise<void> {
  await page.route('**/api/library?*', (route) => route.fulfill(replyWithPage(items, 25)))
  await page.route('**/api/library/quota*', (route) => route.fulfill(reply(QUOTA)))
  const playlists = items.length > 0 ? PLAYLISTS : []
  await page.route('**/api/playlists?*', (route) => route.fulfill(reply(playlists)))
  const full = { ...PLAYLISTS[0], items: items.slice(0, 2) }
  await page.route('**/api/playlists/3?*', (route) => route.fulfill(reply(full)))
}

const seemFull = (page: Page) => seemToHave(page, ITEMS)

/** A browser that makes no Opus, at a station that converts for it or does not. */
async function cannotEncode(page: Page, canConvert: boolean): Promise<void> {
  await seemFull(page)
  await page.route('**/api/library/quota*', (route) => route.fulfill(reply({ ...QUOTA, canConvert })))
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'AudioEncoder')
  })
}

async function choose(page: Page, name: string, content: string): Promise<Locator> {
  await page.getByLabel('Files').setInputFiles({ name, mimeType: 'audio/mpeg', buffer: Buffer.from(content) })
  return page.getByRole('list', { name: 'Uploads' })
}

/** States of the library: its lists, its questions, and its uploads. */
export const LIBRARY_STATES: readonly State[] = [
  {
    name: 'library with items, one of which is heard',
    as: 'MODERATOR',
    path: PATH,
    given: seemFull,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Play Rain on the roof' }).click()
      return page.getByRole('button', { name: 'Stop Rain on the roof' })
    },
  },
  {
    name: 'library that loads',
    as: 'DJ',
    path: PATH,
    given: (page) => page.route('**/api/library?*', () => undefined),
    reach: (page) => page.getByRole('status', { name: 'Loading the library' }),
  },
  {
    name: 'library that cannot be loaded',
    as: 'DJ',
    path: PATH,
    given: (page) => page.route('**/api/library?*', (route) => route.fulfill({ status: 400, json: {} })),
    reach: (page) => page.getByText("Couldn't load the library"),
  },
  {
    name: 'library in which nothing is found',
    as: 'DJ',
    path: PATH,
    given: (page) => seemToHave(page, []),
    reach: async (page) => {
      await page.getByRole('searchbox', { name: 'Search the library' }).fill('harana')
      return page.getByText('Nothing here matches.')
    },
  },
  {
    name: 'item of the library that is edited',
    as: 'MODERATOR',
    path: PATH,
    given: seemFull,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit Rain on the roof' }).click()
      return page.getByRole('dialog', { name: 'Edit item' })
    },
  },
  {
    name: 'item of the library that is deleted',
    as: 'MODERATOR',
    path: PATH,
    given: seemFull,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete Rain on the roof' }).click()
      return page.getByRole('alertdialog', { name: 'Delete “Rain on the roof”?' })
    },
  },
  {
    name: 'playlist that is edited',
    as: 'MODERATOR',
    path: PATH,
    given: seemFull,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit Morning' }).click()
      return page.getByRole('dialog', { name: 'Edit playlist' })
    },
  },
  {
    name: 'tracks of a playlist',
    as: 'MODERATOR',
    path: PATH,
    given: seemFull,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Tracks of Morning' }).click()
      return page.getByRole('list', { name: 'Tracks', exact: true })
    },
  },
  {
    name: 'library whose station converts for the browser',
    as: 'DJ',
    path: PATH,
    given: (page) => cannotEncode(page, true),
    reach: (page) => page.getByText(/^The station converts them/),
  },
  {
    name: 'library in which nobody can convert',
    as: 'DJ',
    path: PATH,
    given: (page) => cannotEncode(page, false),
    reach: (page) => page.getByText(/neither can the station/),
  },
  {
    name: 'file that is no sound',
    as: 'DJ',
    path: PATH,
    given: seemFull,
    reach: async (page) => {
      const uploads = await choose(page, 'notes.mp3', 'This is not a song.')
      await expect(uploads.getByText('This is not a sound file, or it is damaged.')).toBeVisible()
      return page.getByRole('button', { name: 'Clear this list' })
    },
  },
]
