import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { toStationTime } from '../../../lib/station-time.ts'
import { toasts } from '../../../ui/toast.ts'
import { aBroadcast, air, heading, open, player, push, stubListenStation } from './listen-testing.tsx'

stubListenStation()

const REPLAY = {
  kind: 'REPLAY',
  title: 'Kundiman at Noon',
  broadcastId: 3,
  firstAiredAt: '2026-11-13T04:00:00.000Z',
  startedAt: '2026-11-20T06:00:00.000Z',
  endsAt: '2026-11-20T07:00:00.000Z',
}

const recorded = (id: number, day: number) =>
  aBroadcast({
    id,
    title: `Show ${id}`,
    status: 'ENDED',
    actualStart: `2026-11-${day}T06:00:00.000Z`,
    actualEnd: `2026-11-${day}T07:25:00.000Z`,
    recordingUrl: `https://station.test/recordings/${id}.ogg`,
  })

/** Somebody who went back five minutes while a replay plays between shows. */
async function goBackBetweenShows() {
  const sound = HTMLMediaElement.prototype
  vi.spyOn(sound, 'canPlayType').mockReturnValue('probably')
  vi.spyOn(sound, 'play').mockReturnValue(new Promise(() => undefined))
  vi.spyOn(sound, 'pause').mockReturnValue()
  vi.spyOn(sound, 'load').mockReturnValue()
  Object.assign(air, { isLive: false, item: REPLAY, rewindHours: 2 })
  open('/')
  await heading('Not live right now')
  push()
  await heading('Kundiman at Noon')
  fireEvent.pointerMove(document.body)
  fireEvent.click(await screen.findByRole('button', { name: 'Back 5 min' }))
}

describe('the listener page off air, and the page of a show', () => {
  test('[LS36] off air it says what is next and then, and plays nothing', async () => {
    air.isLive = false
    open('/')
    await heading('Not live right now')
    expect(await screen.findByText('Lunch Break Requests')).toBeTruthy()
    expect((await screen.findByText('Campus Desk')).closest('a')?.getAttribute('href')).toBe('/broadcast/12')
    expect(screen.queryByRole('button', { name: 'Play' })).toBeNull()
  })

  test('[LS42] off air a show that is half an hour late is neither on the stage nor under Up next', async () => {
    air.isLive = false
    const late = (minutes: number) => ({
      scheduledStart: `${toStationTime(new Date(Date.now() - minutes * 60_000))}:00.000`,
    })
    air.due = [
      aBroadcast({ id: 13, title: 'Missed', status: 'SCHEDULED', ...late(31) }),
      aBroadcast({ id: 14, title: 'Almost', status: 'SCHEDULED', ...late(15) }),
      aBroadcast({ id: 15, title: 'Now', status: 'SCHEDULED', ...late(1) }),
    ]
    open('/')
    expect(await screen.findByText('Running late')).toBeTruthy()
    const upNext = within(await screen.findByRole('region', { name: 'Up next' }))
    const links = (await upNext.findAllByRole('link')).map(({ textContent }) => textContent)
    expect(links[1]).toMatch(/Starting any momentNow/)
    expect(links.join()).not.toMatch(/Missed|Almost/)
  })

  test('[LS38] the page of a broadcast that is over tells its facts', async () => {
    open('/broadcast/5')
    await heading('Morning')
    expect(screen.getByText('This broadcast has ended')).toBeTruthy()
    expect(screen.getByText('1 h 25 min')).toBeTruthy()
    expect(screen.getByText('143')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'On air now: Harana Hour' })).toBeTruthy()
  })

  test('[LS38] of one to come, when it starts; of one on air, the player', async () => {
    open('/broadcast/11')
    await heading('Lunch Break Requests')
    expect(screen.getByText('Coming up')).toBeTruthy()
    cleanup()
    open('/broadcast/7')
    await heading('Harana Hour')
    expect(player().getByRole('button', { name: 'Play' })).toBeTruthy()
  })

  test.each(['/broadcast/999', '/broadcast/abc'])('[LS38] %s is no broadcast, and says so', async (path) => {
    open(path)
    await heading('We can’t find that show')
  })

  test('[LS901] between shows the stage says what sounds and plays it, and the next show counts down beside it', async () => {
    Object.assign(air, { isLive: false, item: REPLAY })
    open('/')
    await heading('Not live right now')
    push()
    await heading('Kundiman at Noon')
    const hero = within(player().getByRole('heading', { level: 1 }).closest('section') as HTMLElement)
    expect(hero.getByText('Replay')).toBeTruthy()
    expect(hero.getByText('Not live right now')).toBeTruthy()
    expect(hero.getByText('Press play to listen')).toBeTruthy()
    expect(hero.getByRole('button', { name: 'Play' })).toBeTruthy()
    const next = within(await screen.findByRole('region', { name: 'Next live' }))
    expect(next.getByText(/^Starts in /)).toBeTruthy()
    expect(next.getByText('Lunch Break Requests')).toBeTruthy()
    Object.assign(air, { isLive: true, item: null })
    push()
    await heading('Harana Hour')
  })

  test('[LS932] between shows the stage has a strip for who is about to do something, where listeners may go back', async () => {
    Object.assign(air, { isLive: false, item: REPLAY, rewindHours: 2 })
    open('/')
    await heading('Not live right now')
    push()
    await heading('Kundiman at Noon')
    expect(screen.queryByText('This browser can’t go back.')).toBeNull()
    fireEvent.pointerMove(document.body)
    // jsdom plays nothing.
    expect(await screen.findByText('This browser can’t go back.')).toBeTruthy()
  })

  test('[LS932] where listeners may not go back there is no strip, and no place for one', async () => {
    Object.assign(air, { isLive: false, item: REPLAY, rewindHours: 2 })
    open('/')
    await heading('Not live right now')
    push()
    await heading('Kundiman at Noon')
    const deck = () => player().getByRole('button', { name: 'Play' }).closest('.on-maroon')?.children.length
    expect(deck()).toBe(3)
    air.rewindHours = 0
    push()
    expect(deck()).toBe(2)
    fireEvent.pointerMove(document.body)
    expect(deck()).toBe(2)
  })

  test('[LS923] between shows the pill and the player say by how much somebody is behind, paused too', async () => {
    await goBackBetweenShows()
    const pill = await screen.findByRole('button', {
      name: /^From earlier\. Not live\. Playing a replay of /,
    })
    expect(await within(pill).findByText(/^-5:0\d$/)).toBeTruthy()
    expect(pill.textContent).not.toContain('Not Live')
    fireEvent.click(player().getByRole('button', { name: 'Pause' }))
    expect(player().getByText('From earlier')).toBeTruthy()
    expect(player().getByText(/^-5:0\d$/)).toBeTruthy()
    expect(within(pill).getByText(/^-5:0\d$/)).toBeTruthy()
  })

  test('[LS933] who is behind when a show begins hears on, and its strip has a way to what is live', async () => {
    await goBackBetweenShows()
    Object.assign(air, { isLive: true, item: null })
    push()
    await heading('Harana Hour')
    expect(await screen.findByRole('slider', { name: 'Place in the show' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Behind live\. Live, / })).toBeTruthy()
    expect(document.querySelector('audio')?.getAttribute('src')).toMatch(/from=300/)
    fireEvent.click(screen.getByRole('button', { name: 'Back to live' }))
    expect(screen.queryByRole('button', { name: 'Back to live' })).toBeNull()
  })

  test('[LS902] who said good-bye to a show reads what sounds after it, and can pause it', async () => {
    open('/')
    await heading('Harana Hour')
    Object.assign(air, { isLive: false, item: REPLAY })
    push()
    await screen.findByText('Broadcast ended')
    expect(await screen.findByText('Kundiman at Noon')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
    await heading('Harana Hour')
  })

  test('[LS43] a show that ends leaves its name, its DJ and its numbers on the stage', async () => {
    open('/')
    await heading('Harana Hour')
    air.isLive = false
    push()
    await screen.findByText('Broadcast ended')
    await heading('Harana Hour')
    expect(await screen.findByText('with DJ Mikael · Thank you for listening')).toBeTruthy()
    expect(await screen.findByText('1 h 25 min')).toBeTruthy()
    expect(await screen.findByText('There is no recording of this show')).toBeTruthy()
    expect(screen.queryByText('LIVE')).toBeNull()
  })

  test('[LS43] its recording appears by itself; the next show takes its place', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      open('/')
      await heading('Harana Hour')
      Object.assign(air, { isLive: false, endedAt: new Date().toISOString() })
      push()
      expect(await screen.findByText('The recording is being prepared')).toBeTruthy()
      air.recordingUrl = 'https://station.test/recordings/7.ogg'
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await screen.findByRole('region', { name: 'Recording' })).toBeTruthy()
      air.isLive = true
      push()
      expect(await screen.findByText('LIVE')).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each(['/', '/broadcast/7'])(
    '[LS711] at %s the pill and the stage tell the same story while a show ends',
    async (at) => {
      open(at)
      await screen.findByText('LIVE')
      const seen = new Set<string>()
      const look = () => {
        const { textContent } = document.body
        const isHeroLive = screen.queryByText('LIVE') !== null
        seen.add(
          `${isHeroLive ? 'LIVE' : 'over'}, ${textContent?.includes('Not Live') ? 'Not Live' : 'Live'}`,
        )
        if (!screen.queryByRole('heading', { level: 1, name: 'Harana Hour' })) seen.add('no name')
      }
      const watch = new MutationObserver(look)
      watch.observe(document.body, { subtree: true, childList: true, characterData: true })
      air.isLive = false
      push()
      await screen.findByText('1 h 25 min')
      watch.disconnect()
      look()
      expect([...seen]).toEqual(['over, Not Live'])
      expect(screen.getByText('with DJ Mikael · Thank you for listening')).toBeTruthy()
    },
  )

  test('[WR9] the newest recordings are on Listen, but not what is on the stage, nor what has none', async () => {
    const none = aBroadcast({ id: 30, title: 'Lost', status: 'ENDED', actualEnd: '2026-11-20T07:25:00.000Z' })
    air.past = [
      recorded(26, 12),
      none,
      recorded(5, 20),
      recorded(24, 14),
      recorded(23, 13),
      recorded(22, 11),
      recorded(21, 10),
    ]
    open('/broadcast/5')
    const card = within(await screen.findByRole('region', { name: 'Listen again' }))
    const names = () => card.getAllByRole('link').map(({ textContent }) => textContent?.slice(0, 7))
    expect(names()).toEqual(['Show 24', 'Show 23', 'Show 26', 'Show 22'])
    expect(card.getByText('Nov 14, 2026 · 1 h 25 min').parentElement?.textContent).toBe(
      'with DJ Mikael · Nov 14, 2026 · 1 h 25 min',
    )
    fireEvent.click(card.getByRole('button', { name: 'Show more' }))
    expect(names()).toHaveLength(5)
    expect(card.getAllByRole('link')[0]?.getAttribute('href')).toBe('/broadcast/24')
  })

  test.each([
    ['what sounds is none of them', { ...REPLAY, broadcastId: 4 }, ['Show 26', 'Show 3']],
    ['one of them sounds', REPLAY, ['Show 26']],
  ])(
    '[WR9] between shows the newest recording is on Listen, but not what sounds: %s',
    async (_, item, shown) => {
      Object.assign(air, { isLive: false, item, past: [recorded(3, 12), recorded(26, 14)] })
      open('/')
      await heading('Not live right now')
      push()
      await heading('Kundiman at Noon')
      const card = within(await screen.findByRole('region', { name: 'Listen again' }))
      expect(card.getAllByText(/^Show \d+$/).map(({ textContent }) => textContent)).toEqual(shown)
    },
  )

  test('[LS38] a show that ends while its page is open tells its facts at once', async () => {
    open('/broadcast/7')
    await heading('Harana Hour')
    expect(screen.queryByText('Coming up')).toBeNull()
    air.isLive = false
    push()
    expect(screen.queryByText('Coming up')).toBeNull()
    expect(await screen.findByText('Broadcast ended')).toBeDefined()
  })

  test('[LS304] off air it shows what can be heard now, the day and what is new', async () => {
    air.isLive = false
    const today = (time: string) => ({
      scheduledStart: `${toStationTime(new Date()).slice(0, 10)}T${time}:00.000`,
    })
    air.past = [
      aBroadcast({ id: 21, title: 'First', status: 'SCHEDULED', actualStart: null, ...today('23:59') }),
      aBroadcast({
        id: 22,
        title: 'Dawn',
        status: 'ENDED',
        actualEnd: '2026-11-20T07:25:00.000Z',
        recordingUrl: 'https://station.test/recordings/22.ogg',
        ...today('00:00'),
      }),
    ]
    air.announcements = [
      { id: 3, title: 'Old', publishedAt: '2026-11-19T07:00:00.000Z' },
      { id: 4, title: 'Open studio', publishedAt: '2026-11-20T07:00:00.000Z' },
    ]
    open('/')
    const words = await screen.findByText('Listen again', { selector: '.on-maroon *' })
    expect(words.closest('a')?.getAttribute('href')).toBe('/broadcast/22')
    const day = within(await screen.findByRole('region', { name: 'Today' }))
    const rows = day.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/Dawn.*Listen again$/)
    expect(rows[1]).toMatch(/Now$/)
    expect(rows[2]).toMatch(/First/)
    const link = await screen.findByRole('link', { name: /^Open studio/ })
    expect(link.getAttribute('href')).toBe('/announcements#a-4')
  })

  test('[LS305] a show is handed on as a copied link where there is no sheet', async () => {
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    open('/broadcast/5')
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/broadcast/5`))
    expect(toasts.get().map(({ text }) => text)).toContain('Link copied')
  })
})
