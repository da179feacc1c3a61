import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { faceOf } from '../../../ui/show-art.tsx'
import { aroundEachTest, article, leave, MIKAEL, openSchedule, SHOWS } from './schedule-testing.tsx'

aroundEachTest()

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
  await leave()
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
  await leave()
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
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Tuesday, Nov 17, 2026' }).disabled).toBe(true)
})

test('[SC8] says which show should have begun, and which one is next', async () => {
  await openSchedule()
  expect((await article('Harana Hour')).getByText('Hasn’t started')).toBeTruthy()
  expect((await article('Tambayan')).getByText('Next')).toBeTruthy()
  expect((await article('Late Night Review')).queryByText(/^(Hasn’t started|Next)$/)).toBeNull()
})

test('[SC9] wide screens have a table of seven days, whose shows open', async () => {
  const user = await openSchedule({ wide: true })
  const table = within(
    await screen.findByRole('table', { name: 'Shows of Nov 16 – 22, 2026, times in Manila' }),
  )
  expect(table.getAllByRole('columnheader')).toHaveLength(8)
  const name = /^Late Night Review, Sunday, Nov 22, 2026, 10:00 PM – 1:00 AM \(Nov.23\), .*with Mikael Reyes$/
  await user.click(table.getByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Late Night Review' }))
  expect(dialog.getByText('Sunday, Nov 22, 2026')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('[SC612] the face of a show is in the list, in the grid and in its dialog', async () => {
  const { colours, pattern } = faceOf('Harana Hour')
  const faces = (within: Element) => within.querySelectorAll(`[data-face="${colours[0]}-${pattern}"]`)
  await openSchedule()
  const heading = await screen.findByRole('heading', { name: 'Harana Hour' })
  await waitFor(() => expect(faces(heading.closest('article') ?? document.body)).toHaveLength(1))
  await leave()
  const user = await openSchedule({ wide: true })
  const block = await screen.findByRole('button', { name: /^Harana Hour, / })
  expect(faces(block)).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^Tambayan, / }).querySelector('svg')).toBeNull()
  await user.click(block)
  expect(faces(await screen.findByRole('dialog', { name: 'Harana Hour' }))).toHaveLength(1)
})

test('[SC14] every show that is not over, and all of it, can be taken into a calendar', async () => {
  const user = await openSchedule()
  const link = (await article('Tambayan')).getByRole('link', { name: 'Add Tambayan to calendar' })
  expect(link.getAttribute('href')).toBe('/api/broadcasts/3/calendar.ics')
  expect(screen.queryByRole('link', { name: 'Add Monday Morning to calendar' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  const address = `${location.host}/api/broadcasts/calendar.ics`
  expect((await screen.findByLabelText<HTMLInputElement>('Calendar address')).value).toBe(`http://${address}`)
  await user.click(screen.getByRole('button', { name: 'Copy the address', hidden: true }))
  expect(await navigator.clipboard.readText()).toBe(`http://${address}`)
  const hrefOf = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')
  expect(hrefOf('Open in my calendar')).toBe(`webcal://${address}`)
  expect(hrefOf('Download a file')).toBe('/api/broadcasts/calendar.ics')
})

test('[WR9] a show with a recording leads to it, and goes into no calendar any more', async () => {
  const user = await openSchedule({ wide: true })
  await user.click(await screen.findByRole('button', { name: /^Monday Morning, / }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Monday Morning' }))
  expect(dialog.getByRole('link', { name: 'Listen again' }).getAttribute('href')).toBe('/broadcast/1')
  expect(dialog.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
})

test('[SC12] a DJ may change and cancel what is theirs, a visitor nothing', async () => {
  await openSchedule({ user: MIKAEL })
  await screen.findByRole('button', { name: 'Edit Harana Hour' })
  expect((await article('Harana Hour')).getByText('Yours')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Tambayan$/ })).toBeNull()
  await leave()
  await openSchedule()
  await article('Harana Hour')
  expect(screen.queryByRole('button', { name: /Harana Hour$|Schedule a broadcast/ })).toBeNull()
})
