import { planReplay } from '@carillon/contract/playout/replays'
import { setPlayout } from '@carillon/contract/playout/settings'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { ToneSource } from '@carillon/testkit/source'
import { type Member, Station } from '@carillon/testkit/station'
import { violationsInBothThemes } from '../support/axe.ts'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveListenerProbes, waitForTone } from '../support/listener-probe.ts'
import { pressPlay } from '../support/player.ts'

const REPLAY_HZ = 523
const SHOW_MS = 20_000
const RECORDING_LIMIT_MS = 30_000
/** Nothing is chosen by the rules: only what is planned sounds. */
const ON = { ...PLAYOUT_ON, replayWeight: 0 }
const ZONE = 'Asia/Manila'

/** A public show of 20 s. Gives its id. */
async function recordShow(station: Station, dj: Member): Promise<number> {
  const id = await dj.api.goLive('Harana Hour')
  const source = await ToneSource.start(station, dj, id, { frequencyHz: REPLAY_HZ })
  const beganMs = Date.now()
  await expect.poll(() => Date.now() - beganMs, { timeout: 2 * SHOW_MS }).toBeGreaterThan(SHOW_MS)
  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  source.cut()
  const isReady = () =>
    dj.api.data('GET', `/api/broadcasts/${id}/recording`).then(
      () => true,
      () => false,
    )
  await expect.poll(isReady, { timeout: RECORDING_LIMIT_MS }).toBe(true)
  return id
}

/** The station's clock at an instant, to the second: `2026-11-20T20:00:05`. */
const wallClock = (at: Date) => at.toLocaleString('sv-SE', { timeZone: ZONE }).replace(' ', 'T')

test.describe('replays at a time of their own', () => {
  test.describe.configure({ mode: 'default', timeout: 240_000 })
  let station: Station
  let moderator: Member
  let showId: number
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    // Of its own: it is switched on, and what is planned here is nobody else's.
    station = await Station.start()
    const dj = await station.newMember('DJ')
    const admin = await station.newMember('ADMIN')
    moderator = await station.newMember('MODERATOR')
    showId = await recordShow(station, dj)
    await admin.api.data(setPlayout.method, setPlayout.path, ON)
  })
  test.afterAll(() => station.close())

  test('[SP20] [SP21] [SP22] a moderator plans a replay, everybody finds it on the schedule, and it is taken back', async ({
    openChromium,
  }) => {
    const browser = await openChromium()
    const page = await (await contextOf(browser, moderator)).newPage()
    // A week that nobody else plans in.
    await page.goto(`${station.origin}/schedule?week=2094-12-31`)
    await page.getByRole('button', { name: 'Plan a replay' }).click()
    const dialog = page.getByRole('dialog', { name: 'Plan a replay' })
    await dialog.getByLabel('Starts').fill('2094-12-31T19:00')
    await expect(dialog.getByText(/It ends at 7:00 PM/)).toBeVisible()
    expect(await violationsInBothThemes(page, 'the form of a replay')).toEqual([])
    await dialog.getByRole('button', { name: 'Plan it' }).click()
    const name = /^Replay: Harana Hour, .*7:00 PM/
    await expect(page.getByRole('table').getByRole('button', { name })).toBeVisible()

    const visitor = await (await contextOf(browser, null)).newPage()
    await visitor.goto(`${station.origin}/schedule?week=2094-12-31`)
    await visitor.getByRole('table').getByRole('button', { name }).click()
    const details = visitor.getByRole('dialog', { name: 'Replay: Harana Hour' })
    await expect(details.getByText(/first aired/)).toBeVisible()
    await expect(details.getByRole('link', { name: 'Listen again' })).toHaveAttribute(
      'href',
      `/broadcast/${showId}`,
    )
    expect(await violationsInBothThemes(visitor, 'a replay')).toEqual([])

    await page.getByRole('table').getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Take the replay back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByRole('table').getByRole('button', { name })).toHaveCount(0)
  })

  test('[SP6] at its time listeners hear it', async ({ openChromium }) => {
    const context = await contextOf(await openChromium(), null)
    await giveListenerProbes(context)
    const page = await context.newPage()
    await page.goto(station.origin)
    const startsAt = wallClock(new Date(Date.now() + 10_000))
    await moderator.api.data(planReplay.method, planReplay.path, { broadcastId: showId, startsAt })
    await expect
      .poll(async () => (await fetch(`${station.origin}/live.ogg`, { method: 'HEAD' })).status, {
        timeout: 30_000,
      })
      .toBe(200)
    await pressPlay(page)
    await waitForTone(page, REPLAY_HZ)
    await expect(page.getByRole('main').getByText('Replay', { exact: true })).toBeVisible()
  })
})
