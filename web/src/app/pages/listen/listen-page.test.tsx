import { FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { faceOf } from '../../../ui/show-art.tsx'
import { air, heading, open, player, push, stubListenStation } from './listen-testing.tsx'

stubListenStation()

describe('the listener page on air', () => {
  test('[LS35] a visitor sees what is on air, who, since when, how many, and one Play', async () => {
    open('/')
    await heading('Harana Hour')
    const words = player().getByText(/with DJ Mikael/).textContent
    expect(words).toBe('with DJ Mikael ·\u00a0on air since 2:00 PM ·\u00a0128 listeners')
    expect(player().getAllByRole('button', { name: 'Play' })).toHaveLength(1)
    expect(player().getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('80 percent')
  })

  test('[LS37] it goes live while open with an invitation, and never sounds by itself', async () => {
    air.isLive = false
    open('/')
    await heading('Not live right now')
    air.isLive = true
    push()
    expect(await screen.findByRole('button', { name: "We're live — Play" })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Player' }).dataset.state).toBe('idle')
  })

  test('[LS611] the invitation is the Play button of the player, and the line beside it', async () => {
    air.isLive = false
    open('/')
    await heading('Not live right now')
    air.isLive = true
    push()
    const button = await screen.findByRole('button', { name: "We're live — Play" })
    const player = within(screen.getByRole('region', { name: 'Player' }))
    expect(player.getAllByRole('button')[0]).toBe(button)
    expect(player.getByText("We're live — Play")).toBeTruthy()
    expect(player.queryByText('Ready when you are')).toBeNull()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByText("We're live — Play")).toBeNull())
  })

  test.each([null, 'DJ'] as const)(
    '[LS41] the way to listening, for %s, is no dashboard of staff',
    async (role) => {
      air.role = role
      open('/broadcast/999')
      const link = await screen.findByRole('link', { name: 'Go to Listen' })
      await waitFor(() => expect(link.getAttribute('href')).toBe(role ? '/dashboard' : '/'))
    },
  )

  test('[LS44] while the studio is away, badge and pill say so', async () => {
    air.recovering = true
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      open('/')
      await heading('Harana Hour')
      await vi.advanceTimersByTimeAsync(4_000)
      expect((await screen.findByText('RECOVERING')).className).toContain('bg-accent')
      expect(screen.queryByText('LIVE')).toBeNull()
      expect(screen.getByText('Recovering…').className).toContain('text-warning')
    } finally {
      vi.useRealTimers()
    }
  })

  test('[LS101] shows what is playing, with its artist where it has one', async () => {
    air.nowPlaying = { title: 'Alapaap', artist: 'Eraserheads', since: '2026-11-20T06:10:00.000Z' }
    open('/')
    expect(await screen.findByText('Now playing: Alapaap · Eraserheads')).toBeDefined()
    cleanup()
    air.nowPlaying.artist = ''
    open('/')
    expect(await screen.findByText('Now playing: Alapaap')).toBeDefined()
  })

  test('[PL9] what just played stands on the stage, right below what plays', async () => {
    air.nowPlaying = { title: 'Alapaap', artist: '', since: '2026-11-20T06:10:00.000Z' }
    open('/')
    const song = await screen.findByText('Now playing: Alapaap')
    const button = await screen.findByRole('button', { name: 'Just played' })
    expect(song.nextElementSibling?.contains(button)).toBe(true)
    expect(button.closest('.on-maroon')).not.toBeNull()
  })

  test('[ST103] while the stream is stopped, the badge says so', async () => {
    air.problem = FEED_HELD_MESSAGE
    open('/')
    await heading('Harana Hour')
    expect((await screen.findByText('PAUSED')).className).toContain('bg-accent')
    expect(screen.queryByText('LIVE')).toBeNull()
  })

  test('[LS712] while the stream is stopped, the pill says the same as the badge', async () => {
    air.problem = FEED_HELD_MESSAGE
    open('/')
    await screen.findByText('PAUSED')
    const pill = screen.getByRole('button', { name: /^Live, paused by the station, 128 listeners/ })
    expect(pill.textContent).toBe('Paused')
    expect(pill.className).toContain('bg-warning-soft')
  })

  test.each([
    ['/', 'Harana Hour'],
    ['/broadcast/5', 'Morning'],
    ['/broadcast/11', 'Lunch Break Requests'],
  ])('[LS306] the stage of %s carries the face of its show', async (path, title) => {
    open(path)
    const heroCard = (await heading(title)).closest('.on-maroon')
    const { colours, pattern } = faceOf(title)
    await waitFor(() =>
      expect(heroCard?.querySelector(`[data-face="${colours[0]}-${pattern}"]`)).toBeTruthy(),
    )
  })
})
