import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { politeAnnouncement } from '../../lib/announce.ts'
import { failure, type Station } from '../../testing/station.ts'
import { toasts } from '../../ui/toast.ts'
import { SongRequestDashboard } from './song-request-dashboard.tsx'
import { groupBySong } from './song-request-state.ts'
import { ANA, aRequest, JANA, openRequests, PAOLO, REQUESTS_TOPIC } from './testing.tsx'
import { Undoing } from './undoing.tsx'
import { type Settled, UNDO_MS } from './use-settling.ts'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

async function open(requests: SongRequest[], answer?: Parameters<typeof openRequests>[2]) {
  const opened = await openRequests(requests, <SongRequestDashboard broadcastId={3} isLive />, answer)
  station = opened.station
  await waitFor(() => expect(opened.stomp.commands()).toContain(`SUBSCRIBE ${REQUESTS_TOPIC}`))
  return { ...opened, user: userEvent.setup() }
}

const BUWAN = aRequest({ id: 1 })
const MUNDO = aRequest({ id: 2, songTitle: 'Mundo', artist: '', requestedBy: PAOLO })
const AGAIN = aRequest({ id: 4, songTitle: 'mundo', artist: '', requestedBy: JANA, message: 'For Block C' })
const rows = () => screen.getAllByRole('listitem')
const titles = () => rows().map((row) => row.querySelector('p > span')?.textContent)
const press = (name: string | RegExp) => screen.getByRole('button', { name })
/** Sorts calls that go out together: they arrive in any order. */
const byId = <Order extends readonly unknown[]>(orders: readonly Order[]) =>
  orders.toSorted(([, one], [, other]) => Number(one) - Number(other))

describe('the queue of the desk', () => {
  test('[QV7] one row for each song, the longest waiting first, with who and how many asked', async () => {
    await open([BUWAN, MUNDO, aRequest({ id: 3, songTitle: 'Tadhana' }), AGAIN])
    await screen.findByText('Buwan')
    expect(titles()).toEqual(['Buwan', 'Mundo', 'Tadhana'])
    const mundo = rows()[1] as HTMLElement
    expect(within(mundo).getByText('asked for 2 times')).toBeTruthy()
    expect(mundo.textContent).toContain('Paolo Torres and Jana Ramos')
    expect(mundo.textContent).toContain('For Block C')
  })

  test('[QV401] songs are counted, as there are rows, and each action is a word', async () => {
    await open([BUWAN, MUNDO, aRequest({ id: 3, songTitle: 'Tadhana' }), AGAIN])
    await screen.findByText('Buwan')
    expect(screen.getByText('3 open')).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Open 3' })).toBeTruthy()
    const [buwan] = rows()
    const words = within(buwan as HTMLElement).getAllByRole('button')
    expect(words.map(({ textContent }) => textContent)).toEqual(['Accept', 'Done', 'Decline'])
  })

  test('[QV5] a new request comes last, without a reload', async () => {
    const { stomp } = await open([BUWAN])
    await screen.findByText('Buwan')
    act(() => stomp.publish(REQUESTS_TOPIC, { type: 'SONG_REQUEST', request: MUNDO }))
    await screen.findByText('Mundo')
    expect(titles()).toEqual(['Buwan', 'Mundo'])
  })

  test('[QV10] nobody has asked, all is done, or it cannot be loaded: each has its words', async () => {
    await open([])
    await screen.findByText(/^No requests yet/)
    cleanup()
    await station?.close()
    await open([aRequest({ status: 'PLAYED' })])
    await screen.findByText('All done. New requests appear here.')
    cleanup()
    await station?.close()
    await open([], ({ method, url }) =>
      method === 'GET' && url.pathname.endsWith('/song-requests')
        ? failure(503, 'DATABASE_AWAY', 'Away.')
        : undefined,
    )
    await screen.findByText('The requests could not be loaded.')
  })

  test('[QV10] the filter shows what was played or declined, with how many', async () => {
    const { user, orders } = await open([
      BUWAN,
      { ...MUNDO, status: 'PLAYED' },
      aRequest({ id: 3, songTitle: 'Tadhana', status: 'DECLINED' }),
    ])
    await user.click(await screen.findByRole('radio', { name: 'Played 1' }))
    expect(titles()).toEqual(['Mundo'])
    await user.click(screen.getByRole('radio', { name: 'Declined 1' }))
    await user.click(press('Reopen Tadhana'))
    await waitFor(() => expect(orders()).toEqual([['PUT', '3', { status: 'PENDING' }]]))
  })
})

describe('dealing with a song', () => {
  test('[QV8] all who asked for it are answered together, and the row stays to be undone', async () => {
    const { user, orders } = await open([BUWAN, MUNDO, AGAIN])
    await user.click(await screen.findByRole('button', { name: 'Done: Mundo' }))
    await waitFor(() =>
      expect(byId(orders())).toEqual([
        ['PUT', '2', { status: 'PLAYED' }],
        ['PUT', '4', { status: 'PLAYED' }],
      ]),
    )
    await screen.findByText('1 open')
    expect(titles()).toEqual(['Buwan', 'Mundo'])
    expect(document.activeElement).toBe(press('Undo: Mundo'))
    expect(politeAnnouncement.get().text).toBe('Mundo: done')
  })

  test('[QV8] Undo gives each request back what it was', async () => {
    const { user, orders } = await open([MUNDO, { ...AGAIN, status: 'ACCEPTED' }])
    await user.click(await screen.findByRole('button', { name: 'Decline Mundo' }))
    await user.click(press('Undo: Mundo'))
    await screen.findByRole('button', { name: 'Done: Mundo' })
    expect(byId(orders().slice(2))).toEqual([
      ['PUT', '2', { status: 'PENDING' }],
      ['PUT', '4', { status: 'ACCEPTED' }],
    ])
    expect(document.activeElement).toBe(press('Done: Mundo'))
  })

  test('[QV8] an accepted song waits to be played', async () => {
    const { user, stomp } = await open([BUWAN])
    await user.click(await screen.findByRole('button', { name: 'Accept Buwan' }))
    await user.click(press('Undo: Buwan'))
    await screen.findByRole('button', { name: 'Accept Buwan' })
    const request = aRequest({ status: 'ACCEPTED' })
    act(() => stomp.publish(REQUESTS_TOPIC, { type: 'SONG_REQUEST_UPDATED', request }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept Buwan' })).toBeNull())
    expect(press('Done: Buwan')).toBeTruthy()
  })

  test('[QV9] what the station refuses is put back, with its words', async () => {
    const { user } = await open([BUWAN], ({ method }) =>
      method === 'PUT' ? failure(403, 'FORBIDDEN', 'You are not allowed to do this.') : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'Done: Buwan' }))
    expect((await screen.findByRole('alert')).textContent).toBe('You are not allowed to do this.')
    expect(press('Done: Buwan')).toBeTruthy()
  })

  test('[QV8] songs that are dealt with in one moment can each be undone', async () => {
    await open([BUWAN, MUNDO])
    const buttons = [await screen.findByRole('button', { name: 'Done: Buwan' }), press('Done: Mundo')]
    act(() => {
      for (const button of buttons) button.click()
    })
    expect(press('Undo: Buwan')).toBeTruthy()
    expect(press('Undo: Mundo')).toBeTruthy()
  })

  test('[QV9] what cannot be undone is not said to be, and why is told where its row has left', async () => {
    const { user } = await open([BUWAN], ({ method, body }) =>
      method === 'PUT' && (body as { status: string }).status === 'PENDING'
        ? failure(403, 'FORBIDDEN', 'You are not allowed to do this.')
        : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'Done: Buwan' }))
    await user.click(press('Undo: Buwan'))
    await waitFor(() =>
      expect(toasts.get().map(({ text }) => text)).toEqual([
        'Buwan could not be put back. You are not allowed to do this.',
      ]),
    )
    expect(await screen.findByText('All done. New requests appear here.')).toBeTruthy()
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(politeAnnouncement.get().text).toBe('Buwan: done')
  })
})

describe('the time to undo', () => {
  const group = groupBySong([aRequest({ requestedBy: ANA })])[0] ?? expect.unreachable()
  const settled: Settled = { group, status: 'PLAYED', before: group.requests, isUndoing: false }

  test('[QV8] is over after 5 s, later while the pointer rests on Undo', () => {
    vi.useFakeTimers()
    const onLeave = vi.fn()
    render(<Undoing settled={settled} onUndo={() => undefined} onLeave={onLeave} />)
    vi.advanceTimersByTime(UNDO_MS - 1)
    fireEvent.pointerEnter(press('Undo: Buwan'))
    vi.advanceTimersByTime(UNDO_MS)
    expect(onLeave).not.toHaveBeenCalled()
    fireEvent.pointerLeave(press('Undo: Buwan'))
    vi.advanceTimersByTime(UNDO_MS)
    expect(onLeave).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })
})
