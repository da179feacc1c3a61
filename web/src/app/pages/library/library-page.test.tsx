import type { Playlist } from '@carillon/contract/library/playlists'
import type { LibraryItem } from '@carillon/contract/library/schemas'
import { toPage } from '@carillon/contract/page'
import type { Role } from '@carillon/contract/roles'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../../testing/native-elements.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { LibraryPage } from './library-page.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

const ME = 8
const QUOTA = {
  usedBytes: 3_000_000,
  quotaBytes: 30_000_000,
  items: 1,
  ownBytes: 0,
  ownItems: 0,
  canConvert: false,
}

function anItem(given: Partial<LibraryItem> = {}): LibraryItem {
  return {
    id: 1,
    kind: 'TRACK',
    state: 'READY',
    title: 'Ale',
    artist: 'Sampaguita',
    album: null,
    year: 1978,
    isRequestable: false,
    rightsNote: null,
    durationMs: 187_000,
    bytes: 3_000_000,
    loudness: -16.04,
    peak: -1.2,
    gain: 0,
    owner: { id: ME, name: 'Ana Cruz', role: 'DJ' },
    createdAt: '2026-11-20T07:00:00.000Z',
    ...given,
  }
}

const pageOf = (content: readonly LibraryItem[]) =>
  ok({ content, last: true, page: 0, size: 25, totalElements: content.length, totalPages: 1 })

/** The page on a station with these items; null: it cannot list them. */
async function open(
  items: readonly LibraryItem[] | null,
  role: Role = 'DJ',
  playlists: Playlist[] = [],
  special?: (request: ReceivedRequest) => Answer | undefined,
) {
  let trackIds = [1]
  station = await openStation(
    (request): Answer => {
      const { method, url, body } = request
      const { pathname } = url
      const answer = special?.(request)
      if (answer) return answer
      if (pathname === '/api/auth/me') return ok(aUser({ id: ME, role }))
      if (pathname === '/api/library/quota') return ok(QUOTA)
      if (pathname === '/api/playlists' && method === 'GET') return ok(playlists)
      if (pathname === '/api/playlists/3' && method === 'GET')
        return ok({ ...playlists[0], items: trackIds.map((id) => items?.find((item) => item.id === id)) })
      if (pathname === '/api/playlists/3/items') trackIds = (body as { itemIds: number[] }).itemIds
      if (pathname.startsWith('/api/playlists')) return ok(playlists[0])
      if (method === 'DELETE') return { status: 204, text: '' }
      if (pathname !== '/api/library') return ok(items?.[0])
      return items ? pageOf(items) : failure(400, 'INVALID_INPUT', 'No.')
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<LibraryPage />, { call: station.call, at: '/library' })
  await screen.findByRole('heading', { level: 1, name: 'Library' })
}

/** The requests of this kind, as text. */
const asked = (method: string) =>
  (station?.received ?? [])
    .filter((request) => request.method === method && request.url.pathname.startsWith('/api/library'))
    .map(({ url }) => url.pathname + url.search)
/** Queries of the list, without the mark that keeps a browser from answering out of what it has. */
const listed = () =>
  asked('GET')
    .filter((url) => url.startsWith('/api/library?'))
    .map((url) => url.replace(/^[^?]*\?|&_ts=\d+/g, ''))

test('[LB40] a DJ begins with what is their own, staff with everything', async () => {
  await open([anItem()])
  expect(await screen.findByText('1 item', { selector: '[role=status]' })).toBeTruthy()
  expect(listed()).toEqual(['owner=me&page=0'])
  cleanup()
  await station?.close()
  await open([anItem()], 'MODERATOR')
  await screen.findByText('Ale')
  expect(listed()).toEqual(['owner=all&page=0'])
})

test('[LB40] finds by text and by kind, and says when nothing is found', async () => {
  await open([])
  expect(await screen.findByText("You haven't added anything yet.")).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the library' }), 'ale')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of items' }), 'Bed')
  expect(await screen.findByText('Nothing here matches.')).toBeTruthy()
  await waitFor(() => expect(listed()).toContain('owner=me&page=0&kind=BED&search=ale'))
})

test('[LB40] says when the library cannot be loaded', async () => {
  await open(null)
  expect(await screen.findByText("Couldn't load the library")).toBeTruthy()
})

test('[SH842] a page that does not come leaves the one in view, and can be asked for again', async () => {
  const items = [anItem(), anItem({ id: 2, title: 'Harana' })]
  let isAway = true
  await open(items, 'DJ', [], ({ method, url }) => {
    if (method !== 'GET' || url.pathname !== '/api/library') return undefined
    const page = Number(url.searchParams.get('page'))
    if (page > 0 && isAway) return failure(503, 'BUSY', 'No.')
    return ok(toPage(items.slice(page, page + 1), { page, size: 1 }, items.length))
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await screen.findByText("Couldn't refresh the library")
  expect(screen.getByText('Ale')).toBeTruthy()
  expect(screen.getByText('Page 1')).toBeTruthy()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Harana')
  expect(screen.queryByText("Couldn't refresh the library")).toBeNull()
})

test('[LB40] tells what each is, and who may change it does', async () => {
  const foreign = anItem({ id: 2, title: 'Theirs', owner: { id: 9, name: 'Jo', role: 'DJ' } })
  await open([anItem(), foreign])
  const rows = await within(await screen.findByRole('list', { name: 'Items' })).findAllByRole('listitem')
  expect(rows[0]?.textContent).toBe('AleTrackSampaguita ·\u00a03:07 ·\u00a0-16.0\u00a0LUFS ·\u00a0Ana Cruz')
  expect(screen.queryByRole('button', { name: 'Edit Theirs' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit Ale' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Edit item' }))
  await userEvent.clear(dialog.getByLabelText(/^Year/))
  await userEvent.type(dialog.getByLabelText(/^Year/), 'old')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Use a year such as 1998')).toBeTruthy()
  expect(asked('PUT')).toEqual([])
  await userEvent.clear(dialog.getByLabelText(/^Year/))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(station?.received.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    title: 'Ale',
    kind: 'TRACK',
    year: null,
    state: 'READY',
  })
})

test('[LB40] is deleted after a question', async () => {
  await open([anItem()])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ale' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Delete “Ale”?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked('DELETE')).toEqual(['/api/library/1'])
})

test('[LB40] from a page that its last item left it goes to the last one', async () => {
  const items = [anItem(), anItem({ id: 2, title: 'Harana' })]
  await open(items, 'DJ', [], ({ method, url }) => {
    if (method === 'DELETE') items.pop()
    if (method !== 'GET' || url.pathname !== '/api/library') return undefined
    const page = Number(url.searchParams.get('page'))
    return ok(toPage(items.slice(page, page + 1), { page, size: 1 }, items.length))
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Harana' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Ale')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages of the library' })).toBeNull())
})

const MORNING: Playlist = {
  id: 3,
  name: 'Morning',
  weight: 2,
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: 360, to: 600 })),
  tracks: 2,
  playable: 1,
  durationMs: 374_000,
}
const sent = (method: string) =>
  (station?.received ?? []).filter((request) => request.method === method).map(({ body }) => body)

test('[LB43] a DJ reads playlists and changes none', async () => {
  await open([], 'DJ', [MORNING, { ...MORNING, id: 4, name: 'Empty', weight: 0, hours: [], playable: 0 }])
  const rows = await within(await screen.findByRole('list', { name: 'Playlists' })).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Morning2 tracks, 6:14, 1 of them played. Monday to Friday 06:00–10:00. Weight 2.',
    'EmptyNothing to playNever chosen2 tracks, 6:14, 0 of them played. Any time. Weight 0.',
  ])
  expect(screen.queryByRole('button', { name: /^(Edit|Delete) Morning|^New playlist/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Tracks of Morning' })).toBeTruthy()
})

test('[LB43] staff make a playlist with hours', async () => {
  await open([], 'MODERATOR')
  await userEvent.click(await screen.findByRole('button', { name: 'New playlist' }))
  const form = within(screen.getByRole('dialog', { name: 'New playlist' }))
  await userEvent.type(form.getByLabelText('Name'), 'Weekend')
  await userEvent.selectOptions(form.getByLabelText('Weight'), '4')
  await userEvent.click(form.getByRole('button', { name: 'Add hours' }))
  await userEvent.selectOptions(form.getByLabelText('Hours 1, days'), 'Saturday and Sunday')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const hours = [0, 6].map((day) => ({ day, from: 360, to: 600 }))
  expect(sent('POST')).toEqual([{ name: 'Weekend', weight: 4, hours }])
})

test('[LB43] an emptied time is asked for, and nothing is sent', async () => {
  await open([], 'MODERATOR', [MORNING])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Morning' }))
  const form = within(screen.getByRole('dialog', { name: 'Edit playlist' }))
  const until = form.getByLabelText('Hours 1, until')
  fireEvent.change(until, { target: { value: '' } })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(until)
  expect(document.getElementById(until.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please enter both times',
  )
  expect(form.getByLabelText('Hours 1, from').getAttribute('aria-invalid')).toBeNull()
  expect(sent('PUT')).toEqual([])
  fireEvent.change(until, { target: { value: '00:00' } })
  expect(form.queryByText('Please enter both times')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: 360, to: 1_440 }))
  expect(sent('PUT')).toEqual([{ name: 'Morning', weight: 2, hours }])
})

test('[LB43] staff set the tracks of a playlist, and delete it after a question', async () => {
  await open([anItem(), anItem({ id: 2, title: 'Harana' })], 'ADMIN', [MORNING])
  await userEvent.click(await screen.findByRole('button', { name: 'Tracks of Morning' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Tracks of Morning' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Add Harana' }))
  await waitFor(() => expect(sent('PUT')).toEqual([{ itemIds: [1, 2] }]))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Ale' }))
  await waitFor(() => expect(sent('PUT')).toEqual([{ itemIds: [1, 2] }, { itemIds: [2] }]))
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete Morning' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Delete “Morning”?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

const SONGS = ['Ale', 'Harana', 'Pinoy', 'Ulan'].map((title, at) => anItem({ id: at + 1, title }))

/** The open tracks of a playlist that has the first of the songs. */
async function openTracks(special?: Parameters<typeof open>[3]) {
  await open(SONGS, 'ADMIN', [MORNING], special)
  await userEvent.click(await screen.findByRole('button', { name: 'Tracks of Morning' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Tracks of Morning' }))
  await dialog.findByRole('button', { name: 'Add Ulan' })
  const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }))
  const titles = () =>
    within(dialog.getByRole('list', { name: 'Tracks' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace('Sampaguita', ''))
  return { dialog, press, titles }
}

test('[LB43] every press on tracks counts, also while the one before is saved', async () => {
  const { press, titles } = await openTracks()
  for (const title of ['Harana', 'Pinoy', 'Ulan']) press(`Add ${title}`)
  press('Move Ulan up')
  press('Move Ulan up')
  expect(titles()).toEqual(['Ale', 'Ulan', 'Harana', 'Pinoy'])
  await waitFor(() => expect(sent('PUT')).toEqual([{ itemIds: [1, 2] }, { itemIds: [1, 4, 2, 3] }]))
  expect(titles()).toEqual(['Ale', 'Ulan', 'Harana', 'Pinoy'])
})

test('[LB43] tracks that the station refuses leave the list, which says why', async () => {
  const { dialog, press, titles } = await openTracks(({ method }) =>
    method === 'PUT' ? failure(404, 'NOT_FOUND', 'This track is gone.') : undefined,
  )
  press('Add Harana')
  expect(titles()).toEqual(['Ale', 'Harana'])
  expect(await dialog.findByText('This track is gone.')).toBeTruthy()
  expect(titles()).toEqual(['Ale'])
})

test('[SH72] a track that is added or removed leaves the focus to the heading of its list', async () => {
  const { dialog, press } = await openTracks()
  const heading = (name: string) => dialog.getByRole('heading', { name })
  dialog.getByRole('button', { name: 'Add Harana' }).focus()
  press('Add Harana')
  expect(document.activeElement).toBe(heading('Add tracks'))
  dialog.getByRole('button', { name: 'Remove Ale' }).focus()
  press('Remove Ale')
  expect(document.activeElement).toBe(heading('Tracks of Morning').firstElementChild)
})

test('[SH72] an item or a playlist that is deleted leaves the focus to the heading of its list', async () => {
  const items = [anItem()]
  const playlists = [MORNING]
  await open(items, 'ADMIN', playlists, ({ method, url: { pathname } }) => {
    if (method === 'DELETE') (pathname.startsWith('/api/library') ? items : playlists).pop()
    return undefined
  })
  for (const [name, list] of [
    ['Ale', 'Items'],
    ['Morning', 'Playlists'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }))
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    const heading = screen.getByRole('heading', { name: list })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  }
})

test('[LB56] a browser without an encoder asks the station whether it converts', async () => {
  await open([])
  // This document has no AudioEncoder.
  expect(await screen.findByText(/neither can the station/)).toBeTruthy()
  expect(screen.queryByLabelText(/Files/)).toBeNull()
})
