import { DAY_MS } from '@carillon/contract/durations'
import { expect, type Locator, type Page } from '@playwright/test'
import { reply } from './replies.ts'
import type { State } from './state.ts'

const PATH = '/broadcast/4711'
const SHOW = {
  id: 4711,
  title: 'Harana Hour',
  description: 'Slow songs for a slow afternoon, and the stories behind them.',
  status: 'ENDED',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:12.000Z',
  actualEnd: '2026-11-20T07:58:31.000Z',
  endReason: 'ENDED_BY_DJ',
  createdBy: { id: 4711, name: 'Mikael Reyes', role: 'DJ' },
  startedBy: { id: 4711, name: 'Mikael Reyes', role: 'DJ' },
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 0,
  peakListeners: 143,
  totalInteractions: 512,
  streamUrl: null,
  recordingUrl: 'https://station.test/recordings/4711.ogg',
}
/** Songs, with talk between them. */
const PEAKS = Array.from({ length: 800 }, (_, at) => {
  const isTalk = at % 130 < 22
  const wave = 0.5 + 0.3 * Math.sin(at / 9) + 0.2 * Math.sin(at / 2.3)
  return Math.round((isTalk ? 0.12 + 0.1 * wave : 0.22 + 0.3 * wave) * 1000) / 1000
})
const RECORDING = {
  broadcastId: 4711,
  url: SHOW.recordingUrl,
  bytes: 85_190_000,
  durationMs: 7_099_000,
  peaks: PEAKS,
  outages: [
    { atMs: 724_000, durationMs: 41_000, silentMs: 60 },
    { atMs: 1_870_000, durationMs: 12_000, silentMs: 3_000 },
  ],
  isPublic: true,
  isKept: false,
  expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  dueAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
}

type Given = { show?: object; recording?: object | null }

/** The station seems to have this show, and this recording of it; null for a failure. */
async function seemToHave(page: Page, { show = {}, recording = {} }: Given = {}): Promise<void> {
  await page.route('**/api/broadcasts/4711?*', (route) => route.fulfill(reply({ ...SHOW, ...show })))
  let isDeleted = false
  await page.route('**/api/broadcasts/4711/recording*', (route) => {
    if (isDeleted) return route.fulfill({ status: 404, json: { success: false } })
    isDeleted = route.request().method() === 'DELETE'
    if (isDeleted) return route.fulfill({ status: 204 })
    return route.fulfill(
      recording ? reply({ ...RECORDING, ...recording }) : { status: 400, json: { success: false } },
    )
  })
  await page.route('**/recordings/4711.ogg', (route) => route.fulfill({ status: 404, body: '' }))
}

const seemReady = (page: Page) => seemToHave(page)

const playerOf = (page: Page) => page.getByRole('region', { name: 'Recording' })

async function openQuestion(
  page: Page,
  title: string,
  press: (page: Page) => Promise<void>,
): Promise<Locator> {
  await press(page)
  return page.getByRole('alertdialog', { name: title })
}

const pressSwitch = (name: string) => (page: Page) => page.getByRole('switch', { name }).click()
const pressDelete = (page: Page) => page.getByRole('button', { name: 'Delete recording' }).click()

/** States of the page of a show that is over: with a recording, and without one. */
export const RECORDING_STATES: readonly State[] = [
  {
    name: 'recording, ready',
    as: null,
    path: PATH,
    given: seemReady,
    reach: async (page) => {
      await playerOf(page).getByRole('slider', { name: 'Position in the recording' }).press('PageUp')
      return playerOf(page).getByText('0:30')
    },
  },
  {
    name: 'recording that loads',
    as: null,
    path: PATH,
    given: async (page) => {
      await seemToHave(page)
      await page.route('**/recordings/4711.ogg', () => undefined)
    },
    reach: async (page) => {
      await playerOf(page).getByRole('button', { name: 'Play' }).click()
      return playerOf(page).getByRole('button', { name: 'Pause' })
    },
  },
  {
    name: 'recording whose sound does not come',
    as: null,
    path: PATH,
    given: seemReady,
    reach: async (page) => {
      await playerOf(page).getByRole('button', { name: 'Play' }).click()
      return playerOf(page).getByRole('button', { name: 'Retry' })
    },
  },
  {
    name: 'recording that could not be loaded',
    as: null,
    path: PATH,
    given: (page) => seemToHave(page, { recording: null }),
    reach: (page) => page.getByText('The recording could not be loaded'),
  },
  {
    name: 'recording that is being prepared',
    as: null,
    path: PATH,
    given: (page) => seemToHave(page, { show: { recordingUrl: null, actualEnd: new Date().toISOString() } }),
    reach: (page) => page.getByText('The recording is being prepared'),
  },
  {
    name: 'show without a recording',
    as: null,
    path: PATH,
    given: (page) =>
      seemToHave(page, { show: { recordingUrl: null, actualEnd: '2026-10-01T07:58:31.000Z' } }),
    reach: (page) => page.getByText('There is no recording of this show'),
  },
  {
    name: 'what staff decides about a recording',
    as: 'MODERATOR',
    path: PATH,
    given: (page) => seemToHave(page, { recording: { isPublic: false } }),
    reach: async (page) => {
      await expect(page.getByText(/^Private ·\u00a0Kept until/)).toBeVisible()
      return page.getByRole('switch', { name: 'Keep permanently' })
    },
  },
  {
    name: 'question before a recording is private',
    as: 'MODERATOR',
    path: PATH,
    given: seemReady,
    reach: (page) => openQuestion(page, 'Make this recording private?', pressSwitch('Anyone can listen')),
  },
  {
    name: 'question before a recording is no longer kept',
    as: 'MODERATOR',
    path: PATH,
    given: (page) => seemToHave(page, { recording: { isKept: true, expiresAt: null } }),
    reach: (page) => openQuestion(page, 'No longer keep this recording?', pressSwitch('Keep permanently')),
  },
  {
    name: 'question before a recording is deleted',
    as: 'MODERATOR',
    path: PATH,
    given: seemReady,
    reach: (page) => openQuestion(page, 'Delete this recording?', pressDelete),
  },
  {
    name: 'deleted recording',
    as: 'MODERATOR',
    path: PATH,
    given: seemReady,
    reach: async (page) => {
      const question = await openQuestion(page, 'Delete this recording?', pressDelete)
      await question.getByRole('button', { name: 'Delete recording' }).click()
      await expect(page.getByRole('heading', { name: 'The recording was deleted' })).toBeFocused()
      return page.getByText('There is no recording of this show')
    },
  },
]
