import { expect, type Page } from '@playwright/test'

/** Opens the DJ dashboard, waits until the checklist allows it, and goes on air by the page's own buttons. */
export async function goLive(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/dj-dashboard`)
  await page.getByRole('button', { name: 'Go live' }).click()
  await expectOnAir(page)
}

/** The page says it is on air: the source is accepted. */
export async function expectOnAir(page: Page, timeout = 20_000): Promise<void> {
  await expect(page.getByText('ON AIR').first()).toBeVisible({ timeout })
}

/** Chooses what is sent; the browser's picker answers by itself. */
export async function chooseSource(page: Page, mode: 'microphone' | 'computer' | 'both'): Promise<void> {
  const names = { microphone: /^Microphone/, computer: /^This computer/, both: /^Both/ }
  await page.getByRole('radio', { name: names[mode] }).check({ force: true })
}
