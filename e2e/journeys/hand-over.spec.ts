import { ToneSource } from '@carillon/testkit/source'
import type { Page } from '@playwright/test'
import { violationsInBothThemes } from '../support/axe.ts'
import { contextOf } from '../support/browsers.ts'
import { countConnections, countStandIns, expectKept, lastFailure } from '../support/connections.ts'
import { expect, test } from '../support/fixtures.ts'
import { waitForTone } from '../support/listener-probe.ts'
import { openListener } from '../support/player.ts'
import { expectOnAir, goLive, openStudio } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

// Five pages that send or play sound are more than two slow cores bear at once.
test.describe.configure({ mode: 'default' })

const FIRST_HZ = 440
const NEXT_HZ = 880

/** Presses Stand by for a new show, on a desk that is open while another one is on air. */
async function standBy(studio: Page, title: string): Promise<void> {
  await studio.getByRole('textbox', { name: 'Title' }).fill(title)
  const button = studio.getByRole('button', { name: 'Stand by' })
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await button.click()
}

// Slow: three browsers and the seconds in which the DJ before stands in.
test('[HO205] a show hands over to the next: the DJ who waits is on air, and listeners hear on', async ({
  station,
  openChromium,
  starvation,
}) => {
  test.setTimeout(150_000)
  const [dj, next] = [await station.newMember('DJ'), await station.newMember('DJ', { firstname: 'Jana' })]
  const firstContext = await contextOf(await openChromium({ microphone: toneFile(FIRST_HZ) }), dj)
  const first = await firstContext.newPage()
  const counted = countStandIns(first)
  const nextContext = await contextOf(await openChromium({ microphone: toneFile(NEXT_HZ) }), next)
  const studio = await nextContext.newPage()
  await first.goto(`${station.origin}/dj-dashboard`)
  await first.getByRole('textbox', { name: 'Title' }).fill('Harana Hour')
  const goLive = first.getByRole('button', { name: 'Go live', exact: true })
  await expect(goLive).not.toHaveAttribute('aria-disabled', 'true')
  await goLive.click()
  await expectOnAir(first)
  const listener = await openListener(await openChromium(), station.origin)
  await starvation.watch(listener)
  await waitForTone(listener, FIRST_HZ)
  const counts = countConnections(listener)
  const failureBefore = await lastFailure(listener)

  const line = countConnections(studio)
  await test.step('[HO204] the next DJ stands by', async () => {
    await studio.goto(`${station.origin}/dj-dashboard`)
    await standBy(studio, 'Night Owls')
    await expect(studio.getByRole('heading', { name: 'You’re standing by' })).toBeVisible()
    await expect(studio.getByText('On air now: Harana Hour')).toBeVisible()
    expect(await violationsInBothThemes(studio, 'the waiting room')).toEqual([])
  })

  await test.step('[HO213] each of the two DJs sees the levels of both', async () => {
    const metersOf = (page: Page) => page.getByRole('meter', { name: /^Level of / })
    for (const page of [studio, first]) {
      await expect(metersOf(page)).toHaveCount(2)
      for (const meter of await metersOf(page).all())
        await expect(meter).toHaveAttribute('aria-valuetext', /dB$/)
    }
  })

  await test.step('[HO203] the DJ on air reads that they are there, and hands over', async () => {
    const rail = first.getByRole('region', { name: 'Hand-over' })
    await expect(rail.getByText('In the waiting room', { exact: true })).toBeVisible()
    // The schedule is read each minute, a show that was made just now at once (DJ103).
    await expect(first.getByText('Next: Night Owls with Jana')).toBeVisible()
    expect(await violationsInBothThemes(first, 'the desk with who follows')).toEqual([])
    await rail.getByRole('button', { name: 'Hand over now' }).click()
    await first.getByRole('alertdialog').getByRole('button', { name: 'Hand over now' }).click()
    await expect(first.getByRole('heading', { name: 'You have handed over' })).toBeVisible()
  })

  await expectOnAir(studio)
  await expect(listener.getByRole('main').getByRole('heading', { name: 'Night Owls' }).first()).toBeVisible()
  await waitForTone(listener, NEXT_HZ)
  await expectKept(listener, failureBefore, counts, starvation)
  // Whose sound was lost connects again a moment after the other one stands in.
  await expect.poll(() => line.lines - counted.standIns).toBe(1)
  await expect(first.getByRole('heading', { name: 'Broadcast ended' })).toBeVisible({ timeout: 30_000 })

  await test.step('[HO204] who handed over is on the air again when the next sound is lost', async () => {
    const third = await station.newMember('DJ')
    const { id } = await third.api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Sunrise' })
    await third.api.data('POST', `/api/broadcasts/${id}/stand-by`)
    const source = await ToneSource.start(station, third, id, { frequencyHz: FIRST_HZ })
    const rail = studio.getByRole('region', { name: 'Hand-over' })
    await rail.getByRole('button', { name: 'Hand over now' }).click()
    await studio.getByRole('alertdialog').getByRole('button', { name: 'Hand over now' }).click()
    await expect(studio.getByRole('heading', { name: 'You have handed over' })).toBeVisible()
    source.cut()
    await expect(studio.getByRole('heading', { name: 'You’re on the air again' })).toBeVisible()
    await waitForTone(listener, NEXT_HZ)
    await expectKept(listener, failureBefore, counts, starvation)
    await third.api.data('POST', `/api/broadcasts/${id}/end`)
  })
})

// Slow: two browsers send sound, and axe looks at both in both themes.
test('[HO208] the DJ on air and the one who stands by write to each other', async ({
  station,
  openChromium,
}) => {
  const [dj, next] = [await station.newMember('DJ'), await station.newMember('DJ', { firstname: 'Jana' })]
  const first = await (await contextOf(await openChromium(), dj)).newPage()
  await openStudio(first, station.origin)
  await goLive(first)
  const studio = await (await contextOf(await openChromium(), next)).newPage()
  await openStudio(studio, station.origin)
  await standBy(studio, 'Night Owls')
  await studio.getByRole('button', { name: /^Line to / }).click()
  await studio.getByRole('textbox', { name: /^Message to / }).fill('Two minutes more?')
  await studio.getByRole('button', { name: 'Send to this line' }).click()
  const staff = first.getByRole('button', { name: /^Staff/ })
  await expect(staff).toContainText('Jana')
  await staff.click()
  await expect(first.getByText('Two minutes more?', { exact: true })).toBeVisible()
  const field = first.getByRole('textbox', { name: 'Message to the staff' })
  await field.fill('For staff alone')
  await first.getByRole('button', { name: 'Send to this line' }).click()
  await expect(field).toHaveValue('')
  await field.fill('Take your time')
  await first.getByRole('checkbox', { name: /^Also to Jana.*, who stands by$/ }).check()
  await first.getByRole('button', { name: 'Send to this line' }).click()
  await expect(studio.getByText('Take your time', { exact: true })).toBeVisible()
  await expect(studio.getByText('For staff alone', { exact: true })).toBeHidden()
  expect(await violationsInBothThemes(studio, 'the line of the waiting room')).toEqual([])
  expect(await violationsInBothThemes(first, 'the line at the desk')).toEqual([])
  await studio.getByRole('button', { name: 'Leave the waiting room' }).click()
  await expect(studio.getByRole('heading', { name: 'Pre-flight' })).toBeVisible()
  await expect(first.getByRole('checkbox', { name: /^Also to Jana/ })).toBeHidden()
})
