import { expect, type Locator, type Page } from '@playwright/test'
import { reply } from './replies.ts'
import type { State } from './state.ts'

const SETTINGS = '/settings'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const BEGUN = { secret: SECRET, uri: `otpauth://totp/Radyo:dj%40station.test?issuer=Radyo&secret=${SECRET}` }
const ON = { on: true, since: '2026-11-20T04:00:00.000Z', recoveryCodesLeft: 2 }
const CODES = Array.from({ length: 10 }, (_, at) => `7K3M-Q0ZD-9F2A-XW5${at}`)

const refusal = (status: number, code: string, message: string, fields?: Record<string, string>) => ({
  status,
  json: { success: false, code, message, ...(fields && { fields }) },
})
const WRONG = 'This code is wrong or was already used.'
const REFUSED = refusal(400, 'CODE_REFUSED', WRONG, { code: WRONG })

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** The station seems to ask this visitor for a code, and to refuse it. */
async function seemToAsk(page: Page): Promise<void> {
  await page.route('**/api/auth/login', (route) => {
    const { code } = route.request().postDataJSON() as { code?: string }
    const asked = refusal(401, 'TOTP_REQUIRED', 'Please enter the code of your authenticator app.')
    return route.fulfill(code === undefined ? asked : refusal(401, 'TOTP_REFUSED', WRONG))
  })
}

async function signIn(page: Page): Promise<Locator> {
  await fillIn(page, { Email: 'dj@station.test', Password: 'harana' })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return page.getByRole('heading', { name: 'Two-step sign-in' })
}

/** The station seems to take any password and any code. */
async function seemToSetUp(page: Page): Promise<void> {
  await page.route('**/api/auth/totp/begin', (route) => route.fulfill(reply(BEGUN)))
  await page.route('**/api/auth/totp/confirm', (route) =>
    route.fulfill(reply({ ...ON, recoveryCodesLeft: 10, recoveryCodes: CODES })),
  )
}

async function setUp(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await fillIn(page, { 'Current password': 'harana' })
  await page.getByRole('button', { name: 'Continue' }).click()
  return page.getByRole('img', { name: 'QR code with the secret' })
}

/** The station seems to have it on for this account, and refuses every code. */
async function seemOn(page: Page): Promise<void> {
  await page.route('**/api/auth/totp?*', (route) => route.fulfill(reply(ON)))
  await page.route('**/api/auth/totp/off', (route) => route.fulfill(REFUSED))
}

const onSince = (page: Page) => page.getByText('On since Nov 20, 2026')

/** States of two-step sign-in. */
export const TOTP_STATES: readonly State[] = [
  { name: 'second step of signing in', as: null, path: '/login', given: seemToAsk, reach: signIn },
  {
    name: 'a recovery code that was refused',
    as: null,
    path: '/login',
    given: seemToAsk,
    reach: async (page) => {
      await signIn(page)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await fillIn(page, { 'Recovery code': '7K3M-Q0ZD-9F2A-XW5T' })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      return page.getByText(WRONG)
    },
  },
  {
    name: 'setting up: a password that is missing',
    as: 'DJ',
    path: SETTINGS,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      return page.getByText('Please enter your current password')
    },
  },
  { name: 'setting up: the QR code', as: 'DJ', path: SETTINGS, given: seemToSetUp, reach: setUp },
  {
    name: 'setting up: a code that was refused',
    as: 'DJ',
    path: SETTINGS,
    given: async (page) => {
      await seemToSetUp(page)
      await page.route('**/api/auth/totp/confirm', (route) => route.fulfill(REFUSED))
    },
    reach: async (page) => {
      await setUp(page)
      await fillIn(page, { 'The code your app shows now': '123456' })
      await page.getByRole('button', { name: 'Turn on' }).click()
      return page.getByText(WRONG)
    },
  },
  {
    name: 'recovery codes',
    as: 'DJ',
    path: SETTINGS,
    given: seemToSetUp,
    reach: async (page) => {
      await setUp(page)
      await fillIn(page, { 'The code your app shows now': '123456' })
      await page.getByRole('button', { name: 'Turn on' }).click()
      return page.getByRole('list', { name: 'Recovery codes' })
    },
  },
  { name: 'two-step sign-in that is on', as: 'MODERATOR', path: SETTINGS, given: seemOn, reach: onSince },
  {
    name: 'turning it off, refused',
    as: 'MODERATOR',
    path: SETTINGS,
    given: seemOn,
    reach: async (page) => {
      await expect(onSince(page)).toBeVisible()
      await page.getByRole('button', { name: 'Turn off' }).click()
      await fillIn(page, { 'Current password': 'harana', Code: '123456' })
      await page.getByRole('button', { name: 'Turn off' }).click()
      return page.getByText(WRONG)
    },
  },
  {
    name: 'two-step sign-in that could not be loaded',
    as: 'MODERATOR',
    path: SETTINGS,
    given: (page) => page.route('**/api/auth/totp?*', (route) => route.fulfill(refusal(400, 'X', 'No.'))),
    reach: (page) => page.getByText("Couldn't load how your sign-in is protected"),
  },
  {
    name: 'question before two-step sign-in of somebody is turned off',
    as: 'ADMIN',
    path: '/admin',
    given: (page) =>
      page.route('**/api/auth/paged*', async (route) => {
        const answer = await route.fetch()
        const json = await answer.json()
        for (const person of json.data.content) person.totp = true
        await route.fulfill({ response: answer, json })
      }),
    reach: async (page) => {
      const opener = page
        .getByRole('button', { name: /^Actions for Ana/ })
        .filter({ visible: true })
        .last()
      await opener.click()
      await page
        .getByRole('menuitem', { name: 'Turn off two-step sign-in…' })
        .filter({ visible: true })
        .click()
      return page.getByRole('alertdialog', { name: /^Turn off two-step sign-in for/ })
    },
  },
]
