import type { PlannedReplay } from '@carillon/contract/playout/replays'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure, ok, type ReceivedRequest } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { aroundEachTest, article, openSchedule, writes } from './schedule-testing.tsx'

const MODERATOR = aUser({ id: 7, name: 'Ana Cruz', role: 'MODERATOR' })
const DJ = { id: 3, name: 'Mikael Reyes', role: 'DJ' } as const
/** Saturday, 21 November 2026, 7 PM in Manila. */
const REPLAY: PlannedReplay = {
  id: 12,
  broadcastId: 1,
  title: 'Monday Morning',
  dj: DJ,
  firstAiredAt: '2026-11-15T23:00:00.000Z',
  startsAt: '2026-11-21T11:00:00.000Z',
  endsAt: '2026-11-21T13:00:00.000Z',
}
const RECORDING = {
  broadcastId: 1,
  title: 'Monday Morning',
  dj: DJ,
  firstAiredAt: REPLAY.firstAiredAt,
  durationMs: 7_200_000,
}

/** Answers of a station that plays between shows, or does not. */
const playout = (betweenShows: 'ON' | 'OFF') => (request: ReceivedRequest) => {
  const { pathname } = request.url
  if (pathname === '/api/playout/recordings') return ok([RECORDING])
  if (pathname !== '/api/playout') return undefined
  const settings = {
    betweenShows,
    replayWeight: 1,
    jingleEvery: 4,
    stationIdHourly: true,
    artistGapMinutes: 60,
    trackGapMinutes: 240,
    rewindHours: 2,
  }
  return ok({ settings, playable: { tracks: 0, replays: 1, jingles: 0, stationIds: 0, hasBed: false } })
}

describe('replays in the schedule', () => {
  aroundEachTest()

  test('[SP20] a replay stands beside the shows, in the grid and in the list, with its first day', async () => {
    const user = await openSchedule({ replays: [REPLAY], wide: true })
    const block = await screen.findByRole('button', { name: /^Replay: Monday Morning, .*7:00 PM – 9:00 PM/ })
    expect(block.getAttribute('aria-label')).toContain('with Mikael Reyes, first aired Nov 16, 2026')
    await user.click(block)
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay: Monday Morning' }))
    expect(dialog.getByRole('link', { name: 'Listen again' }).getAttribute('href')).toBe('/broadcast/1')
    expect(dialog.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
    expect(dialog.queryByRole('button', { name: /Take/ })).toBeNull()
    const entry = await article('Replay: Monday Morning')
    expect(entry.getByText('with Mikael Reyes, first aired Nov 16, 2026')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Plan a replay' })).toBeNull()
  })

  test('[SP21] staff plan a replay; a refusal is said where it belongs', async () => {
    const answers = [
      failure(409, 'TIME_TAKEN', 'At this time Harana Hour is planned.'),
      { ...ok(REPLAY), status: 201 },
    ]
    const user = await openSchedule({
      user: MODERATOR,
      read: playout('ON'),
      write: () => answers.shift() ?? failure(500, 'INTERNAL', 'No.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Plan a replay' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan a replay' }))
    expect((await dialog.findByLabelText<HTMLSelectElement>('Recording')).selectedOptions[0]?.text).toBe(
      'Monday Morning, Nov 16, 2026, 2 h',
    )
    const starts = dialog.getByLabelText('Starts')
    await user.clear(starts)
    await user.type(starts, '2026-11-19T19:00')
    await user.click(dialog.getByRole('button', { name: 'Plan it' }))
    expect(await dialog.findByText('Choose a start in the future')).toBeTruthy()
    expect(writes()).toEqual([])
    await user.clear(starts)
    await user.type(starts, '2026-11-21T19:00')
    expect(dialog.getByText(/It ends at 9:00 PM\./)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Plan it' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('At this time Harana Hour is planned.')
    await user.click(dialog.getByRole('button', { name: 'Plan it' }))
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Plan a replay' })).toBeNull()
    expect(writes().at(-1)?.body).toEqual({ broadcastId: 1, startsAt: '2026-11-21T19:00' })
  })

  test('[SP21] while the station is silent between shows the dialog says so and asks nothing', async () => {
    const user = await openSchedule({ user: MODERATOR, read: playout('OFF') })
    await user.click(await screen.findByRole('button', { name: 'Plan a replay' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan a replay' }))
    expect(await dialog.findByText(/The station is silent between shows/)).toBeTruthy()
    expect(dialog.queryByLabelText('Recording')).toBeNull()
  })

  test('[SP22] staff take a replay back, after a question', async () => {
    const user = await openSchedule({
      user: MODERATOR,
      replays: [REPLAY],
      write: () => ({ status: 204, body: null }),
    })
    const entry = await article('Replay: Monday Morning')
    await user.click(await entry.findByRole('button', { name: 'Take back Replay: Monday Morning' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Take it back' }))
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
    expect(writes().map(({ method, url }) => [method, url.pathname])).toEqual([
      ['DELETE', '/api/playout/replays/12'],
    ])
  })
})
