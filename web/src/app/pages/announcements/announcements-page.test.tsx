import type { Announcement } from '@carillon/contract/announcements/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { keepDraft } from '../../../features/announcements/editor/device-drafts.ts'
import { anAnnouncement, MIA, MIKAEL, openAnnouncements } from '../../../features/announcements/testing.tsx'
import { politeAnnouncement } from '../../../lib/announce.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import '../../../testing/native-elements.ts'
import { failure, type Station } from '../../../testing/station.ts'
import { toasts } from '../../../ui/toast.ts'
import { AnnouncementsPage } from './announcements-page.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  toasts.set([])
  localStorage.clear()
  vi.restoreAllMocks()
  await station?.close()
})

type Options = Parameters<typeof openAnnouncements>[2]

async function open(announcements: Announcement[], options?: Options) {
  const opened = await openAnnouncements(announcements, <AnnouncementsPage />, options)
  station = opened.station
  return { ...opened, user: userEvent.setup({ delay: null }) }
}

const TOPIC = '/topic/announcements/public'
const STAFF = { viewer: MIA }
const card = async (name: string) => within(await screen.findByRole('article', { name }))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => anAnnouncement({ id: at + 1, title: `News ${at + 1}` }))

describe('reading', () => {
  test('[AV3] a card says title, author, when and how long ago, with the image and its words', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T07:30:00Z'))
    const pinned = { pinned: true, imageUrl: '/uploads/abcdefabcdefabcd.png', imageAlt: 'The studio door' }
    await open([anAnnouncement(pinned), anAnnouncement({ id: 2, title: 'Second' })])
    const first = await card('Open house')
    expect(first.getByText(/Mia Santos/).textContent).toContain(
      'Mia Santos ·\u00a0Nov 20, 2026, 3:10 PM ·\u00a0',
    )
    expect(first.getByText(/Mia Santos/).textContent).toContain('ago')
    expect(first.getByText('Pinned')).toBeTruthy()
    expect(first.getByRole('img', { name: 'The studio door' }).getAttribute('src')).toBe(pinned.imageUrl)
    expect((await card('Second')).queryByText('Pinned')).toBeNull()
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('[LS820] where the browser is an hour behind, what was posted just now was posted just now', async () => {
    const stationMs = Date.now() + HOUR_MS
    stationClock.receive(stationMs)
    onTestFinished(() => stationClock.receive(Date.now()))
    await open([anAnnouncement({ publishedAt: new Date(stationMs - 5_000).toISOString() })])
    const words = (await card('Open house')).getByText(/Mia Santos/).textContent
    expect(words).toMatch(/ago|now/)
    expect(words).not.toMatch(/hour|in /)
  })

  test('[AV3] ten at first, ten more at each press', async () => {
    const { user } = await open(many(14))
    await screen.findByText('10 of 14')
    expect(screen.getAllByRole('article')).toHaveLength(10)
    await user.click(button('Load more'))
    await screen.findByRole('article', { name: 'News 14' })
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('[SH842] more that does not come leaves what is there, and a second press asks for it again', async () => {
    let away = false
    const { user, station } = await open(many(34), {
      answer: ({ url }) => (away && url.searchParams.has('size') ? failure(503, 'BUSY', 'No.') : undefined),
    })
    await screen.findByText('10 of 34')
    away = true
    await user.click(button('Load more'))
    await screen.findByText("Couldn't refresh the announcements")
    expect(screen.getAllByRole('article')).toHaveLength(10)
    away = false
    await user.click(button('Load more'))
    await screen.findByText('20 of 34')
    expect(screen.queryByText("Couldn't refresh the announcements")).toBeNull()
    expect(station.received.filter(({ url }) => url.searchParams.get('size') === '20')).toHaveLength(2)
  })

  test('[AV3] where nothing is, it says so; where nothing came, it can be tried again', async () => {
    let away = true
    const answer = () => (away ? failure(503, 'DATABASE_AWAY', 'Something went wrong') : undefined)
    const { user } = await open([], {
      answer: ({ url }) => (url.pathname.includes('/auth') ? undefined : answer()),
    })
    await screen.findByText("Couldn't load the announcements")
    away = false
    await user.click(button('Retry'))
    await screen.findByText('No announcements yet')
  })

  test('[AV3] a long text is folded until one reads on', async () => {
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
    const { user } = await open([anAnnouncement()])
    await user.click(await screen.findByRole('button', { name: 'Read more' }))
    expect(button('Show less').getAttribute('aria-expanded')).toBe('true')
  })

  test('[AV4] what is published meanwhile waits for a press and is announced once', async () => {
    const announcements = [anAnnouncement()]
    const { user, stomp } = await open(announcements)
    await screen.findByRole('article', { name: 'Open house' })
    await waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${TOPIC}`))
    const fresh = anAnnouncement({ id: 2, title: 'Fresh' })
    announcements.unshift(fresh)
    act(() => stomp.publish(TOPIC, { type: 'ANNOUNCEMENT_PUBLISHED', announcement: fresh }))
    act(() => stomp.publish(TOPIC, { type: 'ANNOUNCEMENT_PUBLISHED', announcement: fresh }))
    const pill = await screen.findByRole('button', { name: '1 new announcement' })
    expect(politeAnnouncement.get().text).toBe('1 new announcement')
    expect(screen.queryByRole('article', { name: 'Fresh' })).toBeNull()
    await user.click(pill)
    await screen.findByRole('article', { name: 'Fresh' })
    expect(screen.queryByRole('button', { name: '1 new announcement' })).toBeNull()
  })

  test('[AV13] after the press the focus is on the first card, the new one once it is there', async () => {
    const announcements = [anAnnouncement()]
    const { user, stomp } = await open(announcements)
    await screen.findByRole('article', { name: 'Open house' })
    await waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${TOPIC}`))
    const fresh = anAnnouncement({ id: 2, title: 'Fresh' })
    announcements.unshift(fresh)
    act(() => stomp.publish(TOPIC, { type: 'ANNOUNCEMENT_PUBLISHED', announcement: fresh }))
    await user.click(await screen.findByRole('button', { name: '1 new announcement' }))
    expect(document.activeElement?.tagName).toBe('H2')
    await screen.findByRole('article', { name: 'Fresh' })
    expect(document.activeElement?.textContent).toBe('Fresh')
  })

  test('[AV13] what was in view and is archived is not counted as new', async () => {
    const announcements = [anAnnouncement(), anAnnouncement({ id: 2, title: 'Second' })]
    const { user, stomp, station } = await open(announcements, STAFF)
    await screen.findByRole('article', { name: 'Open house' })
    await waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${TOPIC}`))
    const asked = () => station.received.filter(({ url }) => url.pathname === '/api/announcements').length
    await waitFor(() => expect(asked()).toBeGreaterThan(1))
    await user.click(await screen.findByRole('button', { name: 'Actions for Second' }))
    await user.click(screen.getByRole('menuitem', { name: 'Archive', hidden: true }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Second' })).toBeNull())
    expect(screen.queryByRole('button', { name: /new announcement/ })).toBeNull()
  })
})

describe('by role', () => {
  test('[AV5] a DJ has the published ones and those of one’s own', async () => {
    const own = { createdBy: MIKAEL, status: 'REJECTED', rejectionReason: 'Say when.' } as const
    const { user } = await open([anAnnouncement(), anAnnouncement({ id: 2, title: 'Mine', ...own })], {
      viewer: MIKAEL,
    })
    await screen.findByRole('tab', { name: 'My announcements' })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Published',
      'My announcements',
    ])
    await user.click(screen.getByRole('tab', { name: 'My announcements' }))
    const mine = await card('Mine')
    expect(mine.getByText('Why it was rejected').parentElement?.textContent).toContain('Say when.')
    expect(mine.getByRole('link', { name: 'Fix and resubmit' }).getAttribute('href')).toBe(
      '/announcements/edit/2',
    )
  })

  test('[AV5] staff have every status, and see how many drafts wait', async () => {
    await open([anAnnouncement({ status: 'DRAFT' })], STAFF)
    await screen.findByRole('tab', { name: /Drafts to review.*1 waiting/ })
    expect(screen.getAllByRole('tab')).toHaveLength(5)
  })

  test('[AV5] the address names the tab', async () => {
    await open([anAnnouncement({ status: 'ARCHIVED' })], { ...STAFF, at: '/announcements?show=archived' })
    await screen.findByRole('article', { name: 'Open house' })
    expect(screen.getByRole('tab', { name: 'Archived' }).getAttribute('aria-selected')).toBe('true')
  })

  test('[AV10] what was written on this device and not sent is offered, and can be discarded', async () => {
    const words = { title: 'Half a thought', content: '', imageUrl: null, imageAlt: '' }
    keepDraft({ account: MIKAEL.id, announcementId: null }, { words, savedAt: 1, basedOn: null, key: 'k' })
    const { user } = await open([], { viewer: MIKAEL })
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Half a thought' })
    expect(link.pathname).toBe('/announcements/create')
    await user.click(button('Discard Half a thought'))
    expect(screen.queryByRole('link', { name: 'Half a thought' })).toBeNull()
    act(() => toasts.get()[0]?.action?.onClick())
    expect(screen.getByRole('link', { name: 'Half a thought' })).toBeTruthy()
  })

  test('[AV5] listeners read and have no desk', async () => {
    await open([anAnnouncement()], { viewer: { id: 7, role: 'LISTENER' } })
    await screen.findByRole('article', { name: 'Open house' })
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByRole('link', { name: 'New announcement' })).toBeNull()
  })
})

const drafts = (given: Partial<Announcement> = {}) => [
  anAnnouncement({ status: 'DRAFT', publishedAt: null, createdBy: MIKAEL, ...given }),
  anAnnouncement({ id: 2, title: 'Second', status: 'DRAFT', publishedAt: null }),
]
const DRAFTS = { ...STAFF, at: '/announcements?show=drafts' }

describe('reviewing', () => {
  test('[AV6] publishing asks once, and the next card takes the focus', async () => {
    const { user, sent } = await open(drafts(), DRAFTS)
    await user.click((await card('Open house')).getByRole('button', { name: 'Publish…' }))
    const dialog = within(screen.getByRole('alertdialog', { hidden: true }))
    expect(sent()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Publish', hidden: true }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Open house' })).toBeNull())
    expect(sent()).toEqual([['POST /1/publish', undefined]])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'))
  })

  test('[AV15] an act on one that was confirmed while another runs is done too, and each failure is on its card', async () => {
    let isAway = true
    const { sent } = await open(drafts(), {
      ...DRAFTS,
      answer: ({ method }) => (isAway && method === 'POST' ? failure(503, 'BUSY', 'Not now.') : undefined),
    })
    await card('Second')
    const names = ['Open house', 'Second']
    const at = (name: string) => within(screen.getByRole('article', { name }))
    // Without a break: the first has no answer yet.
    for (const name of names) {
      fireEvent.click(at(name).getByRole('button', { name: 'Publish…' }))
      fireEvent.click(screen.getByRole('button', { name: 'Publish', hidden: true }))
    }
    const calls = () => sent().map(([call]) => call)
    await waitFor(() => expect(calls().sort()).toEqual(['POST /1/publish', 'POST /2/publish']))
    for (const name of names) await at(name).findByText('Not now.')
    isAway = false
    for (const name of names) fireEvent.click(at(name).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryAllByRole('article')).toEqual([]))
  })

  test('[AV15] a second act on the same one waits for the first', async () => {
    const { sent } = await open([anAnnouncement()], STAFF)
    await card('Open house')
    for (const name of ['Pin to the top', 'Archive']) {
      fireEvent.click(button('Actions for Open house'))
      fireEvent.click(screen.getByRole('menuitem', { name, hidden: true }))
    }
    await screen.findByText('No announcements yet')
    expect(sent().map(([call]) => call)).toEqual(['POST /1/pin', 'POST /1/archive'])
  })

  test('[AV6] a rejection needs a reason of at most 500 characters', async () => {
    const { user, sent } = await open(drafts(), DRAFTS)
    await user.click((await card('Open house')).getByRole('button', { name: 'Reject…' }))
    const dialog = within(screen.getByRole('dialog', { hidden: true }))
    const reject = dialog.getByRole('button', { name: 'Reject', hidden: true })
    await user.click(reject)
    expect(dialog.getByText('Please give a reason')).toBeTruthy()
    const reason = dialog.getByLabelText<HTMLTextAreaElement>('Reason')
    expect(document.activeElement).toBe(reason)
    await user.click(reason)
    await user.paste('x'.repeat(501))
    await user.click(reject)
    expect(dialog.getByText('At most 500 characters')).toBeTruthy()
    await user.clear(reason)
    await user.type(reason, ' Say when. ')
    await user.click(reject)
    await waitFor(() => expect(sent()).toEqual([['POST /1/reject', { rejectionReason: 'Say when.' }]]))
  })

  test('[AV6] scheduling takes Manila times and the station’s words about them', async () => {
    const answer: NonNullable<Options>['answer'] = ({ url }) =>
      url.pathname.endsWith('/schedule')
        ? failure(400, 'INVALID_INPUT', 'No.', { fields: { scheduledFor: 'Choose a time in the future' } })
        : undefined
    const { user, sent } = await open(drafts(), { ...DRAFTS, answer })
    await user.click((await card('Open house')).getByRole('button', { name: 'Schedule…' }))
    const dialog = within(screen.getByRole('dialog', { hidden: true }))
    const schedule = dialog.getByRole('button', { name: 'Schedule', hidden: true })
    await user.click(schedule)
    expect(dialog.getByText('Please choose a date and time')).toBeTruthy()
    await user.type(dialog.getByLabelText('Publish at'), '2099-11-21T08:00')
    await user.type(dialog.getByLabelText(/Expires at/), '2099-11-20T08:00')
    await user.click(schedule)
    expect(dialog.getByText('It must expire after it is published')).toBeTruthy()
    expect(sent()).toEqual([])
    await user.clear(dialog.getByLabelText(/Expires at/))
    await user.click(schedule)
    await dialog.findByText('Choose a time in the future')
    expect(sent()).toEqual([['POST /1/schedule', { scheduledFor: '2099-11-21T08:00', expiresAt: null }]])
  })

  test.each([
    ['Pin to the top', {}, 'POST /1/pin'],
    ['Unpin', { pinned: true }, 'POST /1/unpin'],
    ['Archive', {}, 'POST /1/archive'],
  ])('[AV6] %s is in the menu of what is published', async (name, given, call) => {
    const { user, sent } = await open([anAnnouncement(given)], STAFF)
    await user.click(await screen.findByRole('button', { name: 'Actions for Open house' }))
    await user.click(screen.getByRole('menuitem', { name, hidden: true }))
    await waitFor(() => expect(sent()).toEqual([[call, undefined]]))
  })

  test('[AV6] what was archived can be taken back at once', async () => {
    const { user, sent } = await open([anAnnouncement()], STAFF)
    await user.click(await screen.findByRole('button', { name: 'Actions for Open house' }))
    await user.click(screen.getByRole('menuitem', { name: 'Archive', hidden: true }))
    await screen.findByText('No announcements yet')
    await act(async () => toasts.get().at(-1)?.action?.onClick())
    await screen.findByRole('article', { name: 'Open house' })
    expect(sent().map(([call]) => call)).toEqual(['POST /1/archive', 'POST /1/unarchive'])
  })

  test('[AV6] deleting asks first', async () => {
    const { user, sent } = await open([anAnnouncement()], STAFF)
    await user.click(await screen.findByRole('button', { name: 'Actions for Open house' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete…', hidden: true }))
    expect(sent()).toEqual([])
    const dialog = within(screen.getByRole('alertdialog', { hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Delete', hidden: true }))
    await screen.findByText('No announcements yet')
    expect(sent()).toEqual([['DELETE /1', undefined]])
  })

  test('[AV7] what the station refuses is said on the card, and can be tried again', async () => {
    let isFull = true
    const words = 'Three announcements are already pinned. Unpin one first.'
    const { user, sent } = await open([anAnnouncement()], {
      ...STAFF,
      answer: ({ url }) =>
        isFull && url.pathname.endsWith('/pin') ? failure(409, 'TOO_MANY_PINNED', words) : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for Open house' }))
    await user.click(screen.getByRole('menuitem', { name: 'Pin to the top', hidden: true }))
    const alert = await (await card('Open house')).findByRole('alert')
    expect(alert.textContent).toContain(words)
    isFull = false
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await screen.findByText('Pinned')
    expect(sent()).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('[AV7] where another was faster it is said, and the list is asked for anew', async () => {
    const all = [anAnnouncement({ status: 'DRAFT' })]
    const words = 'This announcement was rejected. Its author may resubmit it.'
    const { user } = await open(all, {
      ...STAFF,
      at: '/announcements?show=drafts',
      answer: ({ url }) =>
        url.pathname.endsWith('/publish') ? failure(409, 'WRONG_STATE', words) : undefined,
    })
    await user.click(await screen.findByRole('button', { name: 'Publish…' }))
    all.splice(0)
    const dialog = within(screen.getByRole('alertdialog', { hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Publish', hidden: true }))
    await screen.findByText('No drafts to review')
    expect(toasts.get()).toMatchObject([{ text: words }])
  })
})
