import type { User } from '@carillon/contract/auth/schemas'
import type { TotpStatus } from '@carillon/contract/auth/two-step'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useSession } from '../../../session/session.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { TwoStep } from './two-step.tsx'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const URI = `otpauth://totp/Radyo:dj%40campus.example?issuer=Radyo&secret=${SECRET}`
const CODES = Array.from({ length: 10 }, (_, n) => `7K3M-Q0ZD-9F2A-XW5${n}`)
const OFF: TotpStatus = { on: false, since: null, recoveryCodesLeft: 0 }
const ON: TotpStatus = { on: true, since: '2026-11-20T04:00:00.000Z', recoveryCodesLeft: 10 }

let station: Station | undefined
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await station?.close()
})

/** The section of anyone who is signed in, as the settings show it. */
function Section() {
  const session = useSession()
  return session.state === 'signed-in' ? <TwoStep user={session.user} /> : null
}

type Answers = (call: string, request: ReceivedRequest) => Answer | undefined

/** The section on a station that stands at `status`; `answers` come before what a station would say. */
async function open(status: TotpStatus, answers: Answers = () => undefined) {
  let now = status
  const user: User = aUser({ role: 'DJ', totp: status.on })
  const usual = (call: string, { body }: ReceivedRequest): Answer => {
    const { password, code } = (body ?? {}) as { password?: string; code?: string }
    if (password !== undefined && password !== 'harana') return WRONG_PASSWORD
    if (call === 'begin') return ok({ secret: SECRET, uri: URI })
    if (call === 'totp') return ok(now)
    if (code !== '123456') return WRONG_CODE
    now = call === 'off' ? OFF : ON
    return ok(call === 'off' ? now : { ...now, recoveryCodes: CODES })
  }
  station = await openStation(
    (request) => {
      if (request.url.pathname === '/api/auth/me') return ok(user)
      const call = request.url.pathname.split('/').at(-1) ?? ''
      return answers(call, request) ?? usual(call, request)
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<Section />, { call: station.call, at: '/settings' })
  return userEvent.setup({ delay: null })
}

const words = 'This code is wrong or was already used.'
const WRONG_CODE = failure(400, 'CODE_REFUSED', words, { fields: { code: words } })
const WRONG_PASSWORD = failure(400, 'WRONG_PASSWORD', 'Your current password is incorrect.', {
  fields: { password: 'Your current password is incorrect.' },
})

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const heading = (name: RegExp) => screen.findByRole('heading', { name })
const calls = (call: string) =>
  station?.received.filter(
    ({ url, method }) => method === 'POST' && url.pathname.endsWith(`/totp/${call}`),
  ) ?? []

async function goToScan(user: ReturnType<typeof userEvent.setup>) {
  await press(user, 'Set up')
  await user.type(await screen.findByLabelText('Current password'), 'harana{Enter}')
  await heading(/^Step 2 of 3/)
}

describe('setting it up', () => {
  test('[TF21] it goes from the password over the app to ten codes that are shown once', async () => {
    const user = await open(OFF)
    await press(user, 'Set up')
    expect(await heading(/^Step 1 of 3/)).toBe(document.activeElement)
    await user.type(screen.getByLabelText('Current password'), 'harana{Enter}')
    expect(await heading(/^Step 2 of 3/)).toBe(document.activeElement)
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Open it in an app/ }).getAttribute('href')).toBe(URI)
    await user.type(screen.getByLabelText('The code your app shows now'), '123456{Enter}')
    expect(await heading(/^Keep your recovery codes/)).toBe(document.activeElement)
    const shown = within(screen.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual(CODES)
    await press(user, 'I have kept them')
    expect(await screen.findByText('On since Nov 20, 2026')).toBeTruthy()
    expect(screen.getByText('10 of 10 recovery codes left')).toBeTruthy()
    for (const code of CODES) expect(screen.queryByText(code)).toBeNull()
    expect(document.activeElement?.textContent).toContain('On since')
  })

  test('[TF21] the QR code holds the address, dark on white with a quiet zone', async () => {
    const user = await open(OFF)
    await goToScan(user)
    const drawing = await screen.findByRole('img', { name: 'QR code with the secret' })
    const { encode } = await import('uqr')
    const { data, size } = encode(URI, { border: 4 })
    expect(drawing.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
    const modules =
      drawing
        .querySelector('path')
        ?.getAttribute('d')
        ?.match(/M\d+ \d+/g) ?? []
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}`] : [])))
    expect(modules).toEqual(dark)
    expect(data[3]?.some(Boolean)).toBe(false)
    expect(data[4]?.some(Boolean)).toBe(true)
  })

  test('[TF21] codes are copied, downloaded and printed', async () => {
    const user = await open(OFF)
    await goToScan(user)
    await user.type(screen.getByLabelText('The code your app shows now'), '123456{Enter}')
    await press(user, 'Copy codes')
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))
    const files: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL_OF_THE_PAGE, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` }),
    )
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    await press(user, 'Download')
    expect(click.mock.instances).toMatchObject([{ download: 'recovery-codes.txt' }])
    expect(await textOf(files[0])).toContain(`Each works once.\n\n${CODES.join('\n')}\n`)
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await press(user, 'Print')
    expect(print).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  test('[TF21] a wrong password and a wrong code stay at their field, with the focus', async () => {
    const user = await open(OFF)
    await press(user, 'Set up')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.getByText('Please enter your current password')).toBeTruthy()
    const password = screen.getByLabelText('Current password')
    await user.type(password, 'not it{Enter}')
    expect(await screen.findByText('Your current password is incorrect.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(password))
    await user.clear(password)
    await user.type(password, 'harana{Enter}')
    const code = await screen.findByLabelText('The code your app shows now')
    await user.type(code, '654321{Enter}')
    expect(await screen.findByText(words)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(code))
  })

  test('[TF21] Cancel leaves it off', async () => {
    const user = await open(OFF)
    await goToScan(user)
    await press(user, 'Cancel')
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
    expect(calls('confirm')).toHaveLength(0)
  })

  test('[TF23] begun too long ago, it begins again and says why', async () => {
    const late = failure(409, 'TOTP_STATE', 'This took too long. Please begin again.')
    const user = await open(OFF, (call) => (call === 'confirm' ? late : undefined))
    await goToScan(user)
    await user.type(screen.getByLabelText('The code your app shows now'), '123456{Enter}')
    expect(await heading(/^Step 1 of 3/)).toBeTruthy()
    expect(screen.getByText('This took too long. Please begin again.')).toBeTruthy()
  })

  test('[TF23] turned on by a call whose answer was lost, it says that the codes are to be made anew', async () => {
    const on = failure(409, 'TOTP_STATE', 'Two-step sign-in is on already.')
    let isOn = false
    const user = await open(OFF, (call) => {
      if (call === 'confirm') isOn = true
      if (call === 'confirm') return on
      return call === 'totp' && isOn ? ok(ON) : undefined
    })
    await goToScan(user)
    await user.type(screen.getByLabelText('The code your app shows now'), '123456{Enter}')
    expect(await screen.findByText(/your recovery codes did not arrive here/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New recovery codes' })).toBeTruthy()
  })

  test('[TF21] a failure without a field is said, and what was typed stays', async () => {
    const user = await open(OFF, (call) =>
      call === 'begin' ? failure(503, 'DATABASE_AWAY', 'Something went wrong') : undefined,
    )
    await press(user, 'Set up')
    await user.type(screen.getByLabelText('Current password'), 'harana{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Something went wrong'))
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('harana')
  })
})

describe('once it is on', () => {
  const fill = async (user: ReturnType<typeof userEvent.setup>, password: string, code: string) => {
    await user.type(await screen.findByLabelText('Current password'), password)
    await user.type(screen.getByLabelText('Code'), `${code}{Enter}`)
  }

  test('[TF22] few codes that are left are said to be few', async () => {
    await open({ ...ON, recoveryCodesLeft: 2 })
    expect(await screen.findByText(/^2 of 10 recovery codes left/)).toBeTruthy()
    expect(screen.getByText(/Make new ones soon/)).toBeTruthy()
  })

  test('[TF22] recovery codes are renewed by password and code', async () => {
    const user = await open({ ...ON, recoveryCodesLeft: 1 })
    await press(user, 'New recovery codes')
    expect(await heading(/^Make new recovery codes/)).toBe(document.activeElement)
    await fill(user, 'harana', '123456')
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
    expect(calls('recovery-codes')[0]?.body).toEqual({ password: 'harana', code: '123456' })
    await press(user, 'I have kept them')
    expect(await screen.findByText('10 of 10 recovery codes left')).toBeTruthy()
  })

  test('[TF22] it is turned off by password and code, and the account shows it', async () => {
    const user = await open(ON)
    await press(user, 'Turn off')
    await heading(/^Turn off two-step sign-in/)
    await press(user, 'Turn off')
    expect(screen.getByText('Please enter your current password')).toBeTruthy()
    expect(screen.getByText('Please enter a code')).toBeTruthy()
    await fill(user, 'harana', '654321')
    expect(await screen.findByText(words)).toBeTruthy()
    const code = screen.getByLabelText('Code')
    await user.clear(code)
    await user.type(code, '123456{Enter}')
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Off.')
  })

  test('[TF22] what could not be loaded is loaded again on request', async () => {
    let isAway = true
    const user = await open(ON, (call) =>
      call === 'totp' && isAway ? failure(503, 'DATABASE_AWAY', 'Something went wrong') : undefined,
    )
    expect(await screen.findByText("Couldn't load how your sign-in is protected")).toBeTruthy()
    isAway = false
    await press(user, 'Retry')
    expect(await screen.findByText('On since Nov 20, 2026')).toBeTruthy()
  })
})

const URL_OF_THE_PAGE = Object.assign(class extends URL {}, { revokeObjectURL: () => undefined })

async function textOf(file: Blob | undefined): Promise<string> {
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener('load', resolve))
  reader.readAsText(file ?? new Blob())
  await read
  return String(reader.result)
}
