import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../testing/native-elements.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../testing/station.ts'
import { toasts } from '../../ui/toast.ts'
import { BetweenShowsCard } from './between-shows-card.tsx'

const SETTINGS = {
  betweenShows: 'OFF',
  replayWeight: 1,
  jingleEvery: 4,
  stationIdHourly: true,
  artistGapMinutes: 60,
  trackGapMinutes: 240,
  rewindHours: 2,
}
const NOTHING = { tracks: 0, replays: 0, jingles: 0, stationIds: 0, hasBed: false }

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

/** A station that keeps what it gets, unless it refuses, or is slow: then it never answers. */
async function show({ playable = NOTHING, refuses = false, isSlow = false } = {}) {
  let settings: object = SETTINGS
  const sent: unknown[] = []
  let done = 0
  station = await openStation(({ method, url: { pathname }, body }) => {
    if (!pathname.startsWith('/api/playout')) return failure(404, 'NOT_FOUND', 'No.')
    if (method === 'PUT') {
      sent.push(body)
      if (isSlow) return undefined
      if (refuses) return failure(503, 'BUSY', 'The station is busy.')
      settings = { ...settings, ...(body as object) }
    }
    return ok({ settings, playable })
  })
  renderPage(<BetweenShowsCard onDone={() => done++} />, { call: station.call, at: '/' })
  const card = within(await screen.findByRole('region', { name: 'Between shows' }))
  const sound = await card.findByRole('switch', { name: /^Play between shows/ })
  return { card, sound, sent, done: () => done, user: userEvent.setup() }
}

test('[WC901] it is switched on and off, says so, and asks the log anew', async () => {
  const { sound, sent, done, user } = await show()
  expect(sound.getAttribute('aria-checked')).toBe('false')
  await user.click(sound)
  await waitFor(() => expect(sound.getAttribute('aria-checked')).toBe('true'))
  expect(sent).toEqual([{ betweenShows: 'ON' }])
  expect(done()).toBe(1)
  expect(toasts.get().at(-1)?.text).toBe('The station plays between shows')
})

test('[WC901] a refusal is said, and the switch stays as the station has it', async () => {
  const { sound, done, user } = await show({ refuses: true })
  await user.click(sound)
  expect((await screen.findByRole('alert')).textContent).toBe('The station is busy.')
  expect([sound.getAttribute('aria-checked'), done()]).toEqual(['false', 0])
})

test('[SH846] while its change is saved a switch keeps the focus, says so and ignores another press', async () => {
  const { sound, sent, user } = await show({ isSlow: true })
  await user.click(sound)
  await waitFor(() => expect(sound.getAttribute('aria-disabled')).toBe('true'))
  await user.click(sound)
  expect([sound.matches(':disabled'), document.activeElement, sent.length]).toEqual([false, sound, 1])
  expect(sound.getAttribute('aria-checked')).toBe('false')
})

test.each([
  [NOTHING, 'Nothing to play yet. Make a recording public, or add tracks to a playlist.'],
  [
    { ...NOTHING, hasBed: true },
    'Nothing to choose from but the bed. Make a recording public, or add tracks to a playlist.',
  ],
  [{ ...NOTHING, replays: 1 }, 'To choose from: 1 public recording.'],
  [
    { tracks: 1_200, replays: 2, jingles: 3, stationIds: 1, hasBed: true },
    'To choose from: 2 public recordings, 1,200 tracks, 3 jingles, and 1 station ID.',
  ],
])('[WC902] it says what there is to choose from: %o', async (playable, words) => {
  const { card } = await show({ playable })
  expect(card.getByText(words)).toBeTruthy()
})

test('[PY20] a rule that was changed is sent alone, whatever else was loaded with it', async () => {
  const { card, sent, user } = await show()
  await user.click(card.getByRole('button', { name: 'Rules…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Rules between shows' }))
  const jingles = dialog.getByLabelText('Tracks between jingles')
  await user.clear(jingles)
  await user.type(jingles, '7')
  await user.click(dialog.getByRole('button', { name: 'Save rules' }))
  await waitFor(() => expect(sent).toEqual([{ jingleEvery: 7 }]))
})

test('[WC903] rules are whole numbers in their range, and saved with the rest as it was', async () => {
  const { card, sent, user } = await show()
  await user.click(card.getByRole('button', { name: 'Rules…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Rules between shows' }))
  const replays = dialog.getByLabelText('Weight of replays')
  await user.clear(replays)
  await user.type(replays, '11')
  await user.click(dialog.getByRole('button', { name: 'Save rules' }))
  expect(await dialog.findByText('Enter a whole number in this range')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(replays)
  await user.type(replays, '3')
  await user.click(dialog.getByLabelText('A station ID at the beginning of each hour'))
  await user.click(dialog.getByRole('button', { name: 'Save rules' }))
  await waitFor(() => expect(sent).toEqual([{ replayWeight: 3, stationIdHourly: false }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[WC903] the hours that listeners may go back are one of them, up to 12', async () => {
  const { card, sent, user } = await show()
  await user.click(card.getByRole('button', { name: 'Rules…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Rules between shows' }))
  const hours = dialog.getByLabelText('Hours that listeners may go back') as HTMLInputElement
  expect(hours.value).toBe('2')
  expect(dialog.getByText('0 to 12. 0 lets nobody go back.')).toBeTruthy()
  await user.clear(hours)
  await user.type(hours, '13')
  await user.click(dialog.getByRole('button', { name: 'Save rules' }))
  expect(await dialog.findByText('Enter a whole number in this range')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(hours)
  await user.type(hours, '0')
  await user.click(dialog.getByRole('button', { name: 'Save rules' }))
  await waitFor(() => expect(sent).toEqual([{ rewindHours: 0 }]))
})
