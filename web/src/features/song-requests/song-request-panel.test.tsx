import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { politeAnnouncement } from '../../lib/announce.ts'
import { type Answer, failure, ok, type Station } from '../../testing/station.ts'
import { requestDraft } from './request-draft.ts'
import { SongRequestPanel, type SongRequestPanelProps } from './song-request-panel.tsx'
import { aRequest, openRequests, PAOLO, REQUESTS_TOPIC } from './testing.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  requestDraft.of('7').forget()
  await station?.close()
})

type Opened = Partial<SongRequestPanelProps> & { answer?: Parameters<typeof openRequests>[2] }

async function open(requests: SongRequest[], { answer, ...props }: Opened = {}) {
  const panel = <SongRequestPanel broadcastId={3} viewer={{ id: 7 }} isLive {...props} />
  const opened = await openRequests(requests, panel, answer)
  station = opened.station
  return { ...opened, user: userEvent.setup() }
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Song title' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const MUNDO = { title: 'Mundo', artist: 'IV of Spades' }
const others = aRequest({ id: 1, songTitle: 'Tadhana', requestedBy: PAOLO })

describe('asking for a song', () => {
  test('[QV1] a title is enough; it goes out, the field is free again, and the place is told', async () => {
    const { user, orders } = await open([others])
    await user.type(title(), ' Mundo ')
    await user.click(button('Send request'))
    await screen.findByText('Waiting · 2nd in the queue')
    expect(orders()).toEqual([['POST', 'song-requests', { songTitle: 'Mundo', artist: '', message: '' }]])
    expect(title().value).toBe('')
    expect(politeAnnouncement.get().text).toBe('Request sent: Mundo')
  })

  test('[SH963] what is being sent stays as it is until the station has answered', async () => {
    const sent = Promise.withResolvers<Answer>()
    const { user } = await open([], {
      answer: ({ method }) => (method === 'POST' ? sent.promise : undefined),
    })
    await user.type(title(), 'Mundo')
    await user.click(button('Send request'))
    await user.type(title(), ' and another')
    expect(title().value).toBe('Mundo')
    sent.resolve(ok(aRequest({ id: 90, songTitle: 'Mundo' }), 201))
    await waitFor(() => expect(title().value).toBe(''))
  })

  test('[QV1] artist and message are there for whoever wants them', async () => {
    const { user, orders } = await open([])
    await user.type(title(), 'Mundo')
    await user.click(button('Add the artist or a message'))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Artist/ }))
    await user.keyboard('IV of Spades')
    await user.type(screen.getByRole('textbox', { name: /^Message/ }), 'For Block C')
    await user.click(button('Send request'))
    await waitFor(() =>
      expect(orders()[0]?.[2]).toEqual({
        songTitle: 'Mundo',
        artist: 'IV of Spades',
        message: 'For Block C',
      }),
    )
  })

  describe('suggestions', () => {
    const opened = () =>
      open([], {
        answer: ({ url }) => {
          if (url.pathname !== '/api/library/suggestions') return undefined
          return ok('mundo'.includes(url.searchParams.get('search')?.toLowerCase() ?? '') ? [MUNDO] : [])
        },
      })
    const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Song title' })
    const choose = async () => fireEvent.change(await field(), { target: { value: 'Mundo' } })

    test('[QV11] a title that is chosen brings its artist', async () => {
      const { user, orders } = await opened()
      await user.type(title(), 'mu')
      const [option] = await screen.findAllByRole('option', { hidden: true })
      expect(option).toMatchObject({ value: 'Mundo', label: 'Mundo by IV of Spades' })
      await choose()
      await user.click(button('Send request'))
      const body = { songTitle: 'Mundo', artist: 'IV of Spades', message: '' }
      await waitFor(() => expect(orders()[0]?.[2]).toEqual(body))
    })

    test('[QV11] an artist who is written stays, and a title that is typed brings none', async () => {
      const { user } = await opened()
      const input = title()
      await user.type(input, 'Mundo')
      await field()
      await user.type(input, '{Backspace}o')
      expect(screen.queryByRole('textbox', { name: /^Artist/ })).toBeNull()
      await user.click(button('Add the artist or a message'))
      const artist = screen.getByRole<HTMLInputElement>('textbox', { name: /^Artist/ })
      await user.type(artist, 'Somebody')
      await user.type(input, '{Backspace}')
      await choose()
      expect([input.value, artist.value]).toEqual(['Mundo', 'Somebody'])
    })

    test('[QV11] a station that does not answer leaves a field to type in', async () => {
      const { user, orders } = await open([], {
        answer: ({ url }) =>
          url.pathname === '/api/library/suggestions' ? failure(503, 'BUSY', 'Busy.') : undefined,
      })
      await user.type(title(), 'Mundo')
      await waitFor(() => expect(station?.received.some(({ url }) => url.search !== '')).toBe(true))
      await user.click(button('Send request'))
      await waitFor(() => expect(orders()).toHaveLength(1))
      expect(screen.queryByRole('alert')).toBeNull()
    })
  })

  test('[QV1] nothing is sent without a title', async () => {
    const { user, orders } = await open([])
    await user.click(button('Send request'))
    expect(screen.getByText('Please enter a song title')).toBeTruthy()
    expect(document.activeElement).toBe(title())
    expect(orders()).toEqual([])
  })

  test('[QV2] after a request the button counts the pause, and what is written next stays', async () => {
    const justNow = new Date(Date.now() - 1_000).toISOString()
    const { user, orders } = await open([aRequest({ timestamp: justNow })])
    const wait = await screen.findByRole('button', { name: /^Wait (2\d|30) s$/ })
    await user.type(title(), 'Mundo')
    await user.click(wait)
    expect(orders()).toEqual([])
    expect(title().value).toBe('Mundo')
  })

  test('[QV2] a pause that only the station knows of is counted as it says', async () => {
    const refusal = failure(429, 'TOO_MANY_REQUESTS', 'Please wait.')
    const { user } = await open([], {
      answer: ({ method }) =>
        method === 'POST' ? { ...refusal, headers: { 'retry-after': '12' } } : undefined,
    })
    await user.type(title(), 'Mundo')
    await user.click(button('Send request'))
    await screen.findByRole('button', { name: 'Wait 12 s' })
    expect(screen.getByRole('alert').textContent).toBe('Please wait.')
    expect(title().value).toBe('Mundo')
  })

  test('[QV3] with five waiting the next one has to wait for its turn', async () => {
    const five = [1, 2, 3, 4, 5].map((id) => aRequest({ id }))
    const { user, orders } = await open(five)
    await screen.findByText(/^Five of your requests are waiting/)
    await user.type(title(), 'Mundo{Enter}')
    expect(orders()).toEqual([])
  })

  test('[QV6] visitors are asked to sign in, and nothing is asked for them', async () => {
    const { stomp } = await open([others], { viewer: null })
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(station?.received.some(({ url }) => url.pathname.includes('song-requests'))).toBe(false)
    expect(stomp.received).toEqual([])
  })

  test('[QV6] off the air requests are closed', async () => {
    await open([aRequest({ status: 'PLAYED' }), aRequest({ id: 2, songTitle: 'Mundo' })], { isLive: false })
    await screen.findByText(/^Requests are closed/)
    expect(screen.queryByRole('textbox')).toBeNull()
    await screen.findByText('Played')
    expect(screen.getByText('Not played')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
  })
})

describe('one’s own requests', () => {
  test('[QV5] say what the DJ does about them, on the screen and once aloud', async () => {
    const { stomp } = await open([aRequest(), { ...others, id: 2 }])
    await screen.findByText('Waiting · 1st in the queue')
    await waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${REQUESTS_TOPIC}`))
    const request = aRequest({ status: 'ACCEPTED' })
    act(() => stomp.publish(REQUESTS_TOPIC, { type: 'SONG_REQUEST_UPDATED', request }))
    await screen.findByText('Accepted')
    expect(politeAnnouncement.get().text).toBe('Your request Buwan was accepted')
  })

  test('[QV4] one that waits can be withdrawn, others cannot, and the focus stays near', async () => {
    const { user, orders } = await open([
      aRequest({ id: 1 }),
      aRequest({ id: 2, songTitle: 'Mundo', status: 'ACCEPTED' }),
      aRequest({ id: 3, songTitle: 'Tadhana', requestedBy: PAOLO }),
    ])
    await screen.findByText('Mundo')
    expect(screen.queryByText('Tadhana')).toBeNull()
    await user.click(button('Withdraw Buwan'))
    await waitFor(() => expect(screen.queryByText('Buwan')).toBeNull())
    expect(orders()).toEqual([['DELETE', '1', undefined]])
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your requests' }))
  })
})
