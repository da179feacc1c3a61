import { expect, type Page } from '@playwright/test'

/** Opens the DJ dashboard before the show. */
export async function openStudio(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/dj-dashboard`)
  await expect(page.getByRole('heading', { name: 'Pre-flight' })).toBeVisible()
}

/** Chooses what is sent; the browser's picker answers by itself. */
export async function chooseSource(page: Page, mode: 'microphone' | 'computer' | 'both'): Promise<void> {
  const names = { microphone: /^Microphone/, computer: /^This computer/, both: /^Both/ }
  // A key, because a pointer misses where the page still moves; it is a person's doing to the browser as well.
  await page.getByRole('radio', { name: names[mode] }).press('Space')
}

/** Waits until the checklist allows it, and goes on air by the page's own button. */
export async function goLive(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Go live', exact: true })
  await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 })
  await button.click()
  await expectOnAir(page)
}

/** The red bar is there and the source is connected. */
export async function expectOnAir(page: Page, timeout = 20_000): Promise<void> {
  await expect(page.getByRole('region', { name: 'On air' })).toBeVisible({ timeout })
  await expect(page.getByText('Connection lost. Reconnecting…').first()).toBeHidden({ timeout })
}

/** Ends the show, and confirms it. */
export async function endShow(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'On air' }).getByRole('button', { name: 'End broadcast' }).click()
  const dialog = page.getByRole('alertdialog')
  // For a moment a click may be the second half of a double one and ends nothing; a key never is.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'End broadcast' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Broadcast ended' })).toBeVisible()
}
