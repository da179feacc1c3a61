import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { formatTimestamp, fromStationTime } from '../../../lib/station-time.ts'
import { failure } from '../../../testing/station.ts'
import {
  air,
  aroundEachTest,
  open,
  refused,
  sent,
  setWidth,
  system,
  tile,
  toastTexts,
} from './admin-testing.tsx'

aroundEachTest()

describe('the tiles', () => {
  test('[WC1] tell stream, listeners, live broadcast, people, broadcasts and requests', async () => {
    await open()
    await waitFor(() => expect(tile('Live broadcast')).toContain('LIVE'))
    expect(tile('Live broadcast')).toBe('Live broadcastLIVEsince 2:00 PMHarana Hourwith Mikael Reyes')
    expect(tile('Stream')).toBe('StreamUPon air')
    expect(tile('Listeners now')).toBe('Listeners now128right now')
    expect(tile('People')).toBe('People1,20431 new this month')
    expect(tile('Broadcasts')).toBe('Broadcasts2126 planned ·\u00a01 h 25 min on average')
    expect(tile('Song requests')).toBe('Song requests9614.6 per broadcast')
  })

  test('[WC1] off air the next show is named, not one that was missed', async () => {
    air.isLive = false
    await open()
    await waitFor(() => expect(tile('Live broadcast')).toContain('next: Late Jazz'))
    expect(tile('Live broadcast')).toContain('Off air')
    expect(tile('Stream')).toBe('StreamUPoff air')
  })

  test('[WC820] the DJ on air has a row of its own', async () => {
    await open()
    await waitFor(() => expect(tile('Live broadcast')).toContain('LIVE'))
    expect(screen.getByTitle('with Mikael Reyes').textContent).toBe('with Mikael Reyes')
  })

  test('[WC821] the time of the next show has a row of its own', async () => {
    air.isLive = false
    await open()
    expect((await screen.findByText('next: Late Jazz')).nextElementSibling?.textContent).toBe(
      formatTimestamp(fromStationTime(air.nextStart)),
    )
  })

  test('[WC1] before anything is known the stream is Checking…, never DOWN; a stopped one is DOWN', async () => {
    air.hang.add('/api/analytics/realtime')
    await open()
    await waitFor(() => expect(tile('People')).toContain('1,204'))
    expect(tile('Stream')).toBe('StreamChecking…')
    cleanup()
    air.hang.clear()
    air.isRunning = false
    air.isLive = false
    await open()
    await waitFor(() => expect(tile('Stream')).toContain('DOWN'))
  })

  test('[WC2] one that could not be had is a dash with Retry, and the others stand', async () => {
    refused('GET /api/analytics/users')
    const user = await open()
    await waitFor(() => expect(tile('People')).toBe('People—Retry'))
    expect(tile('Broadcasts')).toContain('212')
    delete air.refuse['GET /api/analytics/users']
    await user.click(screen.getByRole('button', { name: 'Retry: People' }))
    await waitFor(() => expect(tile('People')).toContain('1,204'))
  })

  test('[WC2] each of them', async () => {
    for (const path of ['realtime', 'users', 'broadcasts', 'engagement'])
      refused(`GET /api/analytics/${path}`)
    refused('GET /api/broadcasts/live')
    await open()
    const labels = ['Stream', 'Listeners now', 'Live broadcast', 'People', 'Broadcasts', 'Song requests']
    for (const label of labels) await screen.findByRole('button', { name: `Retry: ${label}` })
    expect(screen.getByRole('heading', { name: 'People' })).toBeTruthy()
  })

  test('[WC3] what is older than a minute says of when it is', async () => {
    air.updatedAt = new Date(Date.now() - 61_000)
    await open()
    await waitFor(() => expect(tile('Stream')).toMatch(/UPas of \d/))
    expect(tile('Listeners now')).toMatch(/128as of \d/)
  })
})

describe('who needs attention', () => {
  test('[WC6] everything that people did, with who is unknown and whose e-mail is missing', async () => {
    await open()
    const list = within(await screen.findByRole('list', { name: 'Recent actions, newest first' }))
    const [first, second, third] = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(first).toContain('by Ana Cruz ·\u00a0ana@campus.example')
    expect(second).toContain('by Unknown user')
    expect(third).toContain('by Lea Ramos ·\u00a0no email')
    expect(sent('GET /api/analytics/activity')[0]?.query.get('types')).toBeNull()
  })

  test('[WC8] announcements that await review are counted, with the way there', async () => {
    await open()
    const link = await screen.findByRole('link', { name: '3 announcements await review' })
    expect(link.getAttribute('href')).toBe('/announcements?show=drafts')
  })

  test('[WC8] none is said; what could not be counted can be tried again', async () => {
    air.drafts = 0
    refused('GET /api/announcements/by-status/DRAFT')
    const user = await open()
    const banner = (await screen.findByText("Couldn't load the announcements")).closest('[role="status"]')
    delete air.refuse['GET /api/announcements/by-status/DRAFT']
    await user.click(within(banner as HTMLElement).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('link', { name: 'No announcements await review' })
  })
})

describe('telling everybody', () => {
  const opener = () => screen.getByRole('button', { name: 'Send a notification…' })

  test('[WC7] says whom it reaches, sends, and says when again', async () => {
    const user = await open()
    await waitFor(() => expect(tile('People')).toContain('1,204'))
    await user.click(opener())
    const dialog = within(screen.getByRole('dialog', { name: 'Notify everyone' }))
    expect(dialog.getByText(/Each of the 1,204 people .* You can’t undo this/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Send to everyone' }))
    expect(dialog.getByText('Please enter a message')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Message' }))
    await user.keyboard('Doors open')
    await user.click(dialog.getByRole('radio', { name: 'Information' }))
    await user.click(dialog.getByRole('button', { name: 'Send to everyone' }))
    await waitFor(() => expect(toastTexts()).toEqual(['Everyone has been notified']))
    const [{ query } = { query: new URLSearchParams() }] = sent('POST /api/notifications/test/broadcast')
    expect([query.get('message'), query.get('type')]).toEqual(['Doors open', 'INFO'])
    expect(screen.getByText(/^again in (60|59) s$/)).toBeTruthy()
    expect(opener().getAttribute('aria-disabled')).toBe('true')
  })

  test('[WC7] too soon after another, the station says for how long, and the words stay', async () => {
    const words = 'Please wait 34 seconds before you send another.'
    air.refuse['POST /api/notifications/test/broadcast'] = {
      ...failure(429, 'TOO_MANY_REQUESTS', words),
      headers: { 'retry-after': '34' },
    }
    const user = await open()
    await user.click(opener())
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Doors open')
    await user.click(screen.getByRole('button', { name: 'Send to everyone' }))
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(screen.getByRole('button', { name: /^Again in (34|33) s$/ })).toBeTruthy()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Doors open')
  })
})

test('[WC9] on narrow screens people, activity and station are tabs below the tiles', async () => {
  const user = await open({ isWide: false })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'People',
    'Activity',
    'Station',
  ])
  await screen.findByRole('list', { name: 'People, 1–2 of 2' })
  await user.click(screen.getByRole('tab', { name: 'Activity' }))
  await screen.findByRole('list', { name: 'Recent actions, newest first' })
  await user.keyboard('{ArrowRight}')
  expect(system().getByText('Media server')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Recent actions, newest first' })).toBeNull()
})

describe('the start list', () => {
  test('[WC401] a station without a broadcast greets with what it still needs, ticked when done', async () => {
    air.isNew = true
    await open()
    const list = within(await screen.findByRole('list', { name: 'Get Campus Radio on air' }))
    const steps = list.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    expect(steps).toHaveLength(7)
    expect(steps[3]).toBe('DJs (done)')
    expect(steps[5]).toContain('The first show on the schedule (to do)')
    expect(list.getByRole('link', { name: 'Plan a show' }).getAttribute('href')).toBe('/schedule')
  })

  test('[WC401] it is gone once a broadcast has ended', async () => {
    await open()
    await waitFor(() => expect(tile('Broadcasts')).toContain('212'))
    expect(screen.queryByRole('list', { name: /on air$/ })).toBeNull()
  })
})

test('[WC961] the page comes without a start list when its numbers do not come', async () => {
  air.hang.add('/api/analytics/users')
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const opening = open()
  await vi.advanceTimersByTimeAsync(4_000)
  await opening
  expect(await screen.findByText('Media server')).toBeTruthy()
  vi.useRealTimers()
})

describe('a window that becomes narrower', () => {
  test('[SH821] closes no dialog, and keeps what is written in it', async () => {
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Create account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create account' })
    await user.type(within(dialog).getByRole('textbox', { name: 'First name' }), 'Bea')
    setWidth(768)
    setWidth(360)
    const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'First name' })
    expect(field.isConnected).toBe(true)
    expect(field.value).toBe('Bea')
  })

  test('[SH821] shows the tab where a dialog is open', async () => {
    const user = await open()
    await user.click(await system().findByRole('button', { name: 'Stop or end…' }))
    await user.click(await screen.findByText('Stop stream…'))
    const dialog = await screen.findByRole('alertdialog')
    setWidth(360)
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Station')
    expect(screen.getByRole('tabpanel', { name: 'Station' }).contains(dialog)).toBe(true)
  })
})
