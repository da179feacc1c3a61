import { setTimeout as delay } from 'node:timers/promises'
import type { Member } from '@carillon/testkit/station'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { press, tabTo } from '../support/keyboard.ts'

const STEP_MS = 30_000

/** Time to type a code and send it on a busy machine. */
const HAND_MS = 10_000

/** An authenticator app: its codes are of ever later steps, as each is good once, and begin one step ago to have room. */
class Authenticator {
  readonly #totp: TOTP
  #last = 0

  constructor(secret: string) {
    this.#totp = new TOTP({ secret })
  }

  /**
   * A code that the station has not had, and takes now and until it is typed: of the step before, this one or the next.
   * When those were all used, it is waited for what the clock says to go on.
   */
  async code(): Promise<string> {
    const whenSent = Math.floor((Date.now() + HAND_MS) / STEP_MS)
    this.#last = Math.max(this.#last + 1, whenSent - 1)
    await delay(Math.max(0, (this.#last - 1) * STEP_MS - Date.now()))
    return this.#totp.generate({ timestamp: this.#last * STEP_MS })
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(field(page, name))
  await page.keyboard.type(text)
}

/** Sets it up in the settings; gives the app and the recovery codes. */
async function setUp(page: Page, { password }: Member) {
  await press(button(page, 'Set up'))
  await expect(page.getByRole('heading', { name: 'Step 1 of 3: your password' })).toBeFocused()
  await typeInto(page, 'Current password', password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Step 2 of 3: your authenticator app' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code with the secret' })).toBeVisible()
  const app = new Authenticator((await page.locator('code').innerText()).replaceAll(' ', ''))
  await typeInto(page, 'The code your app shows now', await app.code())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allInnerTexts()
  await press(button(page, 'I have kept them'))
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  return { app, recoveryCodes }
}

/** Signs out by the settings, and in again as far as the second step. */
async function signInAgain(page: Page, { email, password }: Member): Promise<void> {
  await press(button(page, 'Sign Out'))
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await typeInto(page, 'Email', email)
  await typeInto(page, 'Password', password)
  await page.keyboard.press('Enter')
  await expect(field(page, 'Code')).toBeFocused()
}

test('[TF25] a DJ sets up two-step sign-in, uses it and turns it off, by the keyboard alone', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const page = await (await contextOf(await openChromium(), dj)).newPage()
  const settings = () => page.goto(`${station.origin}/settings`)
  await settings()
  const { app, recoveryCodes } = await setUp(page, dj)

  await signInAgain(page, dj)
  const code = await app.code()
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${station.origin}/dj-dashboard`)

  await settings()
  await signInAgain(page, dj)
  // The very same code opens nothing any more.
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or was already used.')).toBeVisible()
  await press(button(page, 'Use a recovery code'))
  await expect(field(page, 'Recovery code')).toBeFocused()
  await page.keyboard.type(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${station.origin}/dj-dashboard`)

  await settings()
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible()
  await press(button(page, 'Turn off'))
  await expect(page.getByRole('heading', { name: 'Turn off two-step sign-in' })).toBeFocused()
  await typeInto(page, 'Current password', dj.password)
  await typeInto(page, 'Code', await app.code())
  await page.keyboard.press('Enter')
  await expect(button(page, 'Set up')).toBeVisible()
})
