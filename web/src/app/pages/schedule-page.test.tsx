import type { Broadcast } from '@carillon/contract/broadcasts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../testing/native-elements.ts'
import { LiveStatusProvider } from '../../features/stream/listener/live-status-provider.tsx'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, type Heard, ok, openStation, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { SchedulePage } from './schedule-page.tsx'

/** Friday, 20 November 2026, 3 PM in Manila. */
const NOW = new Date('2026-11-20T07:00:00.000Z')
const MIKAEL = aUser({ id: 3, name: 'Mikael Reyes', role: 'DJ' })

/** No station answers on it: what the page hears of the air is not this test's. */
class SilentSocket {
  static readonly OPEN = 1
  send(): void {}
  close(): void {}
}

const show = (
  id: number,
  title: string,
  start: string,
  end: string,
  more: Partial<Broadcast> = {},
): Broadcast => ({
  id,
  title,
  description: '',
  status: 'SCHEDULED',
  scheduledStart: `2026-${start}:00.000`,
  scheduledEnd: `2026-${end}:00.000`,
  actualStart: null,
  actualEnd: null,
  endReason: null,
  createdBy: { id: 3, name: 'Mikael Reyes', role: 'DJ' },
  startedBy: null,
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 0,
  peakListeners: 0,
  totalInteractions: 0,
  streamUrl: null,
  recordingUrl: null,
  ...more,
})
const JANA = { id: 4, name: 'Jana Ramos', role: 'DJ' } as const
const SHOWS = [
  show(2, 'Harana Hour', '11-20T14:00', '11-20T16:00'),
  show(3, 'Tambayan', '11-20T17:30', '11-20T18:30', { createdBy: JANA }),
  show(4, 'Late Night Review', '11-22T22:00', '11-23T01:00'),
  show(5, 'Umagang Kampus', '12-07T07:00', '12-07T09:00'),
]
const MORNING = show(1, 'Monday Morning', '11-16T07:00', '11-16T09:00', { status: 'ENDED' })

const LONG_AGO = show(6, 'Welcome Show', '06-08T07:00', '06-08T09:00', { status: 'ENDED' })

/** Whether a show begins in the window that a question names. */
const isIn = (asked: URLSearchParams) => (one: Broadcast) => {
  const start = new Date(`${one.scheduledStart}+08:00`)
  return start >= new Date(asked.get('from') ?? '') && start < new Date(asked.get('until') ?? '')
}
const pageOf = (content: Broadcast[]) => {
  const counts = { totalElements: content.length, totalPages: 1 }
  return { content, last: true, page: 0, size: 100, ...counts }
}

let station: Station | undefined
let isWide: boolean
beforeEach(() => {
  isWide = false
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await station?.close()
})

type Options = {
  user?: typeof MIKAEL | null
  at?: string
  shows?: Broadcast[] | (() => Broadcast[])
  write?: (request: Heard) => Answer
}

async function openSchedule({ user = null, at = '/schedule', shows = SHOWS, write }: Options = {}) {
  station = await openStation(
    (request) => {
      const { pathname } = request.url
      const planned = typeof shows === 'function' ? shows() : shows
      if (request.method !== 'GET') return write?.(request) ?? failure(500, 'INTERNAL', 'No.')
      if (pathname === '/api/auth/me') return user ? ok(user) : failure(401, 'NOT_SIGNED_IN', 'No.')
      if (pathname === '/api/broadcasts/upcoming') return ok(planned)
      if (pathname !== '/api/broadcasts') return failure(404, 'NOT_FOUND', 'No.')
      return ok(pageOf([MORNING, LONG_AGO, ...planned].filter(isIn(request.url.searchParams))))
    },
    { apiTimeoutMs: 5_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(
    <LiveStatusProvider call={station.call}>
      <SchedulePage />
    </LiveStatusProvider>,
    { call: station.call, at },
  )
  await screen.findByRole('heading', { name: /, 2026/, level: 2 })
  return userEvent.setup({ delay: null })
}

const writes = () => station?.heard.filter(({ method }) => method !== 'GET') ?? []
const article = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest('article') ?? document.body)
const openPlanning = async (options: Options = {}) => {
  const user = await openSchedule({ user: MIKAEL, ...options })
  await user.click(await screen.findByRole('button', { name: 'Schedule a broadcast' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

describe('the schedule page', () => {
  test('[SC7] shows the days of this week and what comes after it, what is over folded away', async () => {
    await openSchedule()
    await article('Harana Hour')
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(headings).toEqual([
      'Schedule',
      'Nov 16 – 22, 2026',
      'Monday, Nov 16, 2026',
      'Monday Morning',
      'Friday, Nov 20, 2026',
      'Harana Hour',
      'Tambayan',
      'Sunday, Nov 22, 2026',
      'Late Night Review',
      'After this week',
      'Monday, Dec 07, 2026',
      'Umagang Kampus',
    ])
    expect(screen.getByText('Earlier this week (1)')).toBeTruthy()
    expect(screen.getByText('Times in Manila (PHT, UTC+8)')).toBeTruthy()
  })

  test('[SC7] goes from week to week by button and key, and leads on from an empty one', async () => {
    const user = await openSchedule()
    await user.click(screen.getByRole('button', { name: 'Next week' }))
    await screen.findByRole('heading', { name: 'Nov 23 – 29, 2026' })
    expect(await screen.findByText('Nothing scheduled this week')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Today' }))
    await article('Harana Hour')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await screen.findByRole('heading', { name: 'Nov 30 – Dec 06, 2026' })
    await user.keyboard('t')
    await screen.findByRole('heading', { name: 'Nov 16 – 22, 2026' })
  })

  test('[SC7] a week has an address; nothing planned at all says so', async () => {
    await openSchedule({ at: '/schedule?week=2026-12-09' })
    await article('Umagang Kampus')
    expect(screen.queryByText('Harana Hour')).toBeNull()
    cleanup()
    await station?.close()
    await openSchedule({ at: '/schedule?week=2026-12-09', shows: [] })
    expect(await screen.findByText('Nothing scheduled yet')).toBeTruthy()
  })

  test('[SC7] a week long ago has its shows, whatever is newer', async () => {
    await openSchedule({ at: '/schedule?week=2026-06-10' })
    await article('Welcome Show')
    expect(screen.queryByText('Nothing scheduled this week')).toBeNull()
  })

  test('[SC16] a DJ may look at their own shows alone', async () => {
    const user = await openSchedule({ user: MIKAEL })
    await article('Tambayan')
    await user.click(await screen.findByRole('button', { name: 'My shows' }))
    expect(screen.queryByText('Tambayan')).toBeNull()
    await article('Harana Hour')
    await user.click(screen.getByRole('button', { name: 'Next week' }))
    expect(await screen.findByText('None of your shows this week')).toBeTruthy()
    cleanup()
    await station?.close()
    await openSchedule()
    await article('Tambayan')
    expect(screen.queryByRole('button', { name: 'My shows' })).toBeNull()
  })

  test('[SC17] what is cancelled while one looks stays in view, struck and named so', async () => {
    let shows = SHOWS
    const user = await openSchedule({ user: MIKAEL, shows: () => shows, write: () => ({ status: 204 }) })
    await user.click(await screen.findByRole('button', { name: 'Cancel Harana Hour' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    shows = SHOWS.slice(1)
    await user.click(dialog.getByRole('button', { name: 'Cancel the show' }))
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    const gone = within(screen.getByText('Harana Hour').closest('article') ?? document.body)
    expect(gone.queryByRole('link')).toBeNull()
    expect(gone.queryByRole('button')).toBeNull()
  })

  test('[SC18] the days of the week lead to their shows, also to those that are folded away', async () => {
    const user = await openSchedule()
    await article('Harana Hour')
    const monday = screen.getByRole('button', { name: 'Monday, Nov 16, 2026' })
    expect(screen.getByText('Earlier this week (1)').closest('details')?.open).toBe(false)
    let shown: string | undefined
    Element.prototype.scrollIntoView = function scrollIntoView() {
      shown = this.querySelector('h3')?.textContent
    }
    await user.click(monday)
    expect(screen.getByText('Earlier this week (1)').closest('details')?.open).toBe(true)
    expect(shown).toBe('Monday, Nov 16, 2026')
    expect(document.activeElement?.textContent).toBe('Monday, Nov 16, 2026')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Tuesday, Nov 17, 2026' }).disabled).toBe(
      true,
    )
  })

  test('[SC8] names the show that is on now and the next one', async () => {
    await openSchedule()
    expect((await article('Harana Hour')).getByText('Now')).toBeTruthy()
    expect((await article('Tambayan')).getByText('Next')).toBeTruthy()
    expect((await article('Late Night Review')).queryByText(/^(Now|Next)$/)).toBeNull()
  })

  test('[SC9] wide screens have a table of seven days, whose shows open', async () => {
    isWide = true
    const user = await openSchedule()
    const table = within(
      await screen.findByRole('table', { name: 'Shows of Nov 16 – 22, 2026, times in Manila' }),
    )
    expect(table.getAllByRole('columnheader')).toHaveLength(8)
    const name =
      /^Late Night Review, Sunday, Nov 22, 2026, 10:00 PM – 1:00 AM \(Nov.23\), .*with Mikael Reyes$/
    await user.click(table.getByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Late Night Review' }))
    expect(dialog.getByText('Sunday, Nov 22, 2026')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  test('[SC14] every show that is not over, and all of it, can be taken into a calendar', async () => {
    const user = await openSchedule()
    const link = (await article('Tambayan')).getByRole('link', { name: 'Add Tambayan to calendar' })
    expect(link.getAttribute('href')).toBe('/api/broadcasts/3/calendar.ics')
    expect(screen.queryByRole('link', { name: 'Add Monday Morning to calendar' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    const address = `${location.host}/api/broadcasts/calendar.ics`
    expect(screen.getByLabelText<HTMLInputElement>('Address of the calendar').value).toBe(`http://${address}`)
    await user.click(screen.getByRole('button', { name: 'Copy the address', hidden: true }))
    expect(await navigator.clipboard.readText()).toBe(`http://${address}`)
    const hrefOf = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')
    expect(hrefOf('Open in my calendar')).toBe(`webcal://${address}`)
    expect(hrefOf('Download a file')).toBe('/api/broadcasts/calendar.ics')
  })

  test('[SC12] a DJ may change and cancel what is theirs, a visitor nothing', async () => {
    await openSchedule({ user: MIKAEL })
    await screen.findByRole('button', { name: 'Edit Harana Hour' })
    expect((await article('Harana Hour')).getByText('Yours')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Tambayan$/ })).toBeNull()
    cleanup()
    await station?.close()
    await openSchedule()
    await article('Harana Hour')
    expect(screen.queryByRole('button', { name: /Harana Hour$|Schedule a broadcast/ })).toBeNull()
  })
})

describe('planning', () => {
  test('[SC10] sends the wall clock of Manila as it was typed', async () => {
    const { user, dialog } = await openPlanning({
      write: () => ok(show(9, 'New', '11-21T20:00', '11-21T22:00'), 201),
    })
    await user.type(dialog.getByLabelText('Title'), 'Sabado Indie')
    fireEvent.change(dialog.getByLabelText('Starts'), { target: { value: '2026-11-21T23:00' } })
    await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes()[0]).toMatchObject({
      method: 'POST',
      body: {
        title: 'Sabado Indie',
        scheduledStart: '2026-11-21T23:00',
        scheduledEnd: '2026-11-22T01:00',
      },
    })
    expect(writes()[0]?.url.pathname).toBe('/api/broadcasts/schedule')
  })

  test('[SC10] says by field what is wrong here, and what the station found wrong', async () => {
    const fields = { scheduledStart: 'Choose a start in the future' }
    const { user, dialog } = await openPlanning({
      write: () => failure(400, 'INVALID_INPUT', 'Check the form.', { fields }),
    })
    await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
    expect(dialog.getByText('Please enter a title')).toBeTruthy()
    await user.type(dialog.getByLabelText('Title'), 'Sabado Indie')
    await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
    expect(await dialog.findByText('Choose a start in the future')).toBeTruthy()
    expect(dialog.getByLabelText('Starts').getAttribute('aria-invalid')).toBe('true')
    expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Sabado Indie')
  })

  test('[SC10] a change sends only what differs', async () => {
    const user = await openSchedule({ user: MIKAEL, write: () => ok(SHOWS[0]) })
    await user.click(await screen.findByRole('button', { name: 'Edit Harana Hour' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Title'), ' Live')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes()[0]).toMatchObject({ method: 'PUT', body: { title: 'Harana Hour Live' } })
    expect(Object.keys(writes()[0]?.body as object)).toEqual(['title'])
  })

  test('[SC11] warns of a show at the same time and lets it be', async () => {
    const { user, dialog } = await openPlanning({ write: () => ok(SHOWS[0], 201) })
    expect(dialog.getByText('Tambayan with Jana Ramos, Nov 20, 2026, 5:30 PM – 6:30 PM')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Starts'), { target: { value: '2026-11-20T19:00' } })
    expect(dialog.queryByText(/At the same time/)).toBeNull()
    fireEvent.change(dialog.getByLabelText('Starts'), { target: { value: '2026-11-20T18:00' } })
    expect(dialog.getByText(/At the same time/)).toBeTruthy()
    await user.type(dialog.getByLabelText('Title'), 'Together')
    await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
    await waitFor(() => expect(writes()).toHaveLength(1))
  })

  test('[SC12] what is on air has no cancel, and keeps its start', async () => {
    const live = show(2, 'Harana Hour', '11-20T14:00', '11-20T16:00', { status: 'LIVE' })
    const user = await openSchedule({ user: MIKAEL, shows: [live] })
    await user.click(await screen.findByRole('button', { name: 'Edit Harana Hour' }))
    expect(screen.queryByRole('button', { name: 'Cancel Harana Hour' })).toBeNull()
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText<HTMLInputElement>('Starts').readOnly).toBe(true)
    expect(dialog.getByText(/on air: its start cannot change/)).toBeTruthy()
  })

  test('[SC13] cancelling says what follows before it is done, and why it was refused', async () => {
    let isRefused = true
    const refusal = failure(409, 'WRONG_STATE', 'This broadcast is on air. End it first.')
    const write = () => (isRefused ? refusal : { status: 204 })
    const user = await openSchedule({ user: MIKAEL, write })
    await user.click(await screen.findByRole('button', { name: 'Cancel Harana Hour' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this show?' }))
    expect(dialog.getByText(/listeners who were told of it are told that it is off/)).toBeTruthy()
    expect(writes()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Cancel the show' }))
    expect(await dialog.findByText('This broadcast is on air. End it first.')).toBeTruthy()
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'Cancel the show' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(writes().at(-1)).toMatchObject({ method: 'DELETE' })
  })
})
