import type { Page } from '@playwright/test'

/** Presses Play on the listen page and leaves it playing. */
export async function pressPlay(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
}
