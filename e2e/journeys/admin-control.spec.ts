import type { Member } from '@carillon/testkit/station'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { press } from '../support/keyboard.ts'
import { resize, Visitors } from '../support/pages.ts'

/** A show on the air whose DJ has not sent a sound yet. */
async function onAir({ api }: Member, title: string): Promise<number> {
  const { id } = await api.data<{ id: number }>('POST', '/api/broadcasts', { title })
  await api.data('POST', `/api/broadcasts/${id}/start`)
  return id
}

const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })

test('[WC715] the search for people has room for a name at every width', async ({
  station,
  openChromium,
}) => {
  const page = await new Visitors(station, await openChromium()).at('/admin', 'ADMIN')
  for (const width of [768, 1024, 1280, 1600]) {
    await resize(page, width)
    const box = await page.getByRole('searchbox', { name: 'Search people' }).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(240)
  }
})

test.describe('an administrator, by the keyboard alone', () => {
  test('[WC11] finds somebody, changes their role and is where they were', async ({
    station,
    openChromium,
  }) => {
    const lea = await station.newMember('LISTENER', { firstname: 'Lea', lastname: 'Ramos' })
    const page = await new Visitors(station, await openChromium()).at('/admin', 'ADMIN')
    await expect(page.getByRole('button', { name: /^Lea Ramos/ })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('ramos')
    const row = page.getByRole('button', { name: /^Lea Ramos/ })
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await press(row)
    const panel = page.getByRole('dialog', { name: 'Lea Ramos' })
    await press(panel.getByRole('button', { name: 'Make DJ' }))
    const dialog = question(page, "Change Lea Ramos's role?")
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByText('Lea gets the DJ dashboard')).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Make DJ' }))
    await expect(panel.getByRole('button', { name: 'Make Listener' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()
    expect(await lea.api.data('GET', '/api/auth/me')).toMatchObject({ role: 'DJ' })
  })

  test('[WC11] stops the stream, starts it again and ends the show', async ({ station, openChromium }) => {
    const dj = await station.newMember('DJ', { firstname: 'Mika', lastname: 'Reyes' })
    const id = await onAir(dj, 'Harana Hour')
    const page = await new Visitors(station, await openChromium()).at('/admin', 'ADMIN')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const choose = async (name: RegExp) => {
      await press(button('Stop or end…'))
      const item = page.getByRole('menuitem', { name })
      while (!(await item.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await choose(/^Stop stream/)
    const stop = question(page, 'Stop the stream of “Harana Hour”?')
    await expect(stop.getByText('They hear silence until the stream is started again.')).toBeVisible()
    await expect(stop.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button('Stop or end…')).toBeFocused()
    await choose(/^Stop stream/)
    await press(stop.getByRole('button', { name: 'Stop stream' }))
    await expect(button('Start stream…')).toBeVisible()
    expect(await dj.api.data('GET', '/api/radio/status')).toMatchObject({ feedHeld: true })
    await press(button('Start stream…'))
    await press(
      question(page, 'Start the stream of “Harana Hour”?').getByRole('button', { name: 'Start stream' }),
    )
    await expect(button('Start stream…')).toBeHidden()
    await choose(/^End broadcast/)
    await press(question(page, 'End “Harana Hour”?').getByRole('button', { name: 'End broadcast' }))
    await press(button('Stop or end…'))
    await expect(page.getByText('Nothing is on air.')).toBeVisible()
    expect(await dj.api.data('GET', `/api/broadcasts/${id}`)).toMatchObject({ status: 'ENDED' })
  })
})
