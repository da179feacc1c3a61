import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { politeAnnouncement } from '../../../lib/announce.ts'
import { failure } from '../../../testing/station.ts'
import { address, aroundEachTest, asked, FEW, hidden, leave, open, rows } from './people-testing.tsx'
import { listeners } from './testing.ts'

aroundEachTest()

const names = () =>
  rows().map((row) => within(row).getByRole('rowheader').querySelector('[title]')?.textContent)
const lastList = () => asked('/paged').at(-1)?.url.searchParams

describe('the list', () => {
  test('[SH61] a table with a caption, 15 a page, and how many there are', async () => {
    const user = await open({ people: listeners(32) })
    expect(await screen.findByRole('table', { name: 'People, 1–15 of 32, newest first' })).toBeTruthy()
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).toEqual(['Name', 'Email', 'Role', 'Joined', 'Status', 'Actions'])
    expect(rows()).toHaveLength(15)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('16–30 of 32')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('31–32 of 32')
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
    expect(address()).toBe('?page=3')
  })

  test('[SH61] on narrow screens it is a list, with the filters in a sheet', async () => {
    const user = await open({ isWide: false })
    const list = await screen.findByRole('list', { name: 'People, 1–4 of 4' })
    const [first] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toContain('Ana Cruz')
    expect(first?.textContent).toContain('ana@campus.example')
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(screen.getByRole('radio', { name: 'DJs' }))
    await user.click(await screen.findByRole('button', { name: 'Show 1 person' }))
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeTruthy()
  })

  test('[SH61] while nothing is known, rows in their height wait', async () => {
    await open()
    expect(screen.getByRole('status', { name: 'Loading people' })).toBeTruthy()
    await screen.findByRole('table')
  })
})

describe('finding people', () => {
  test('[SH62] words, role and status go into the address and the question, from the first page on', async () => {
    const user = await open({ people: [...listeners(31), ...FEW], at: '/admin?page=2' })
    await screen.findByText('16–30 of 35')
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'mika')
    await waitFor(() => expect(address()).toBe('?q=mika'))
    await screen.findByText('1 of 1')
    await user.click(screen.getByRole('radio', { name: 'DJs' }))
    await user.click(screen.getByRole('radio', { name: 'Active' }))
    await waitFor(() => expect(lastList()?.get('status')).toBe('ACTIVE'))
    expect(address()).toBe('?q=mika&role=dj&status=active')
    expect(Object.fromEntries(lastList() ?? [])).toMatchObject({ q: 'mika', role: 'DJ', page: '0' })
  })

  test('[SH62] an address opens with its filters', async () => {
    await open({ at: '/admin?q=reyes&role=dj' })
    await screen.findByText('1 of 1')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('reyes')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'DJs' }).checked).toBe(true)
  })

  test('[SH63] the slash leads to the search, and what was found is said', async () => {
    const user = await open()
    await screen.findByRole('table')
    await user.keyboard('/')
    const search = screen.getByRole<HTMLInputElement>('searchbox')
    expect(document.activeElement).toBe(search)
    expect(search.value).toBe('')
    await user.keyboard('a/b')
    expect(search.value).toBe('a/b')
    await waitFor(() => expect(politeAnnouncement.get().text).toBe('No one matches “a/b”'))
    await user.clear(search)
    await waitFor(() => expect(politeAnnouncement.get().text).toBe('1–4 of 4 people'))
  })

  test('[SH63] it does nothing in a dialog, or for whom single keys are off', async () => {
    const user = await open()
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Close' }), { key: '/' })
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox', hidden))
    await leave()
    await open({ areKeysOn: false })
    await screen.findByRole('table')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(document.body)
  })

  test('[SH70] nobody found: the words, and Clear brings everybody back', async () => {
    const user = await open({ at: '/admin?q=xylophone&status=active' })
    await screen.findByText('No one matches “xylophone” with these filters')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByText('1–4 of 4')
    expect(address()).toBe('')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' }))
  })
})

describe('the order', () => {
  test('[SH64] heads sort where everybody found is in view, and the address keeps it', async () => {
    const user = await open()
    await screen.findByRole('table')
    const head = () => screen.getByRole('columnheader', { name: 'Name' })
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'))
    expect(names()[0]).toBe('Ana Cruz')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'))
    expect(names()[0]).toMatch(/^Teresa Villanueva/)
    expect(address()).toBe('?sort=-name')
  })

  test('[SH64] a part of the list is not sorted, whatever the address says', async () => {
    await open({ people: listeners(16), at: '/admin?sort=name' })
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Joined' }).getAttribute('aria-sort')).toBe('descending')
    expect(names()[0]).toBe('Listener 16')
  })
})

describe('the CSV', () => {
  test('[SH69] exactly the rows in view, in their order', async () => {
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'blob:of-the-test'
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const user = await open({ at: '/admin?sort=-name' })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Download these rows as CSV' }))
    expect(clicked).toHaveBeenCalledOnce()
    const lines = (await blobs[0]?.text())?.split('\r\n') ?? []
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
      'Teresa Villanueva',
      'Paolo Torres',
      'Mikael Reyes',
      'Ana Cruz',
      '',
    ])
    expect(politeAnnouncement.get().text).toBe('Download started')
    vi.restoreAllMocks()
  })

  test('[SH7] its name has the day of the station', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:00:00Z') })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:of-the-test')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const user = await open()
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Download these rows as CSV' }))
    expect(clicked.mock.contexts[0]).toHaveProperty('download', 'people-2026-11-21.csv')
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
})

describe('when the station fails', () => {
  const away = failure(400, 'INVALID_INPUT', 'No.')

  test('[SH71] the people in view stay, and Retry asks again', async () => {
    let isAway = false
    const user = await open({
      people: listeners(20),
      answer: ({ url }) => (isAway && url.pathname.endsWith('/paged') ? away : undefined),
    })
    await screen.findByText('1–15 of 20')
    isAway = true
    await user.click(screen.getByRole('button', { name: 'Next' }))
    const problem = await screen.findByText("Couldn't refresh. Showing what was loaded before.")
    expect(rows()).toHaveLength(15)
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('16–20 of 20')
    expect(problem.isConnected).toBe(false)
  })

  test('[SH71] with nobody in view it says so', async () => {
    await open({ answer: ({ url }) => (url.pathname.endsWith('/paged') ? away : undefined) })
    await screen.findByText("Couldn't load the people of the station")
    expect(screen.queryByRole('status', { name: 'Loading people' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  test('[SH71] a page that is no longer there leads to the last', async () => {
    await open({ people: listeners(20), at: '/admin?page=9' })
    await screen.findByText('16–20 of 20')
    expect(address()).toBe('?page=2')
  })

  test('[SH71] which takes the place of the one that is gone: Back leads to before it', async () => {
    history.pushState(null, '', '/admin?page=9')
    const steps = history.length
    await open({ people: listeners(20), inWindow: true })
    await screen.findByText('16–20 of 20')
    expect([location.search, history.length]).toEqual(['?page=2', steps])
    await leave()
    history.replaceState(null, '', '/')
  })
})
