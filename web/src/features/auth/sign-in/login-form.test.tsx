import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import '../../../testing/native-elements.ts'
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
import { LoginForm } from './login-form.tsx'

let station: Station | undefined
const onSignedIn = vi.fn()
afterEach(async () => {
  cleanup()
  onSignedIn.mockClear()
  await station?.close()
})

async function openForm(answer: (request: ReceivedRequest) => Answer, email = '') {
  station = await openStation(
    (request) => (request.method === 'GET' ? failure(401, 'NOT_SIGNED_IN', 'No.') : answer(request)),
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<LoginForm email={email} forgotPath="/forgot-password" onSignedIn={onSignedIn} />, {
    call: station.call,
    at: '/login',
  })
  return userEvent.setup()
}

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'Ana@campus.example')
  await user.type(screen.getByLabelText('Password'), 'harana{Enter}')
}

const signIns = () => station?.received.filter(({ method }) => method === 'POST') ?? []

describe('signing in', () => {
  test('[SH22] says who signed in', async () => {
    const user = await openForm(() => ok({ user: aUser({ role: 'MODERATOR' }), token: 't' }))
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await signIn(user)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(aUser({ role: 'MODERATOR' })))
    expect(signIns()[0]?.body).toEqual({ email: 'ana@campus.example', password: 'harana', remember: true })
  })

  test('[SH22] a failure is said above the form with the focus and keeps what was typed', async () => {
    const user = await openForm(() => failure(401, 'BAD_CREDENTIALS', 'Invalid email or password.'))
    await signIn(user)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Invalid email or password.')
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('Ana@campus.example')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('harana')
  })

  test('[SH22] after 429 the button counts the seconds and sends nothing', async () => {
    const user = await openForm(() => ({
      ...failure(429, 'TOO_MANY_ATTEMPTS', 'Too many failed attempts. Please wait and try again.'),
      headers: { 'retry-after': '30' },
    }))
    await signIn(user)
    const button = await screen.findByRole('button', { name: /Try again in (30|29) s/ })
    await user.click(button)
    expect(signIns()).toHaveLength(1)
  })

  test('[SH22] empty fields are named and nothing is sent', async () => {
    const user = await openForm(() => ok({}))
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Please enter your password')).toBeTruthy()
    expect(signIns()).toHaveLength(0)
  })

  test('[SH843] an empty submit moves the focus to the first field that is missing', async () => {
    const user = await openForm(() => ok({}))
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await user.keyboard('Ana@campus.example')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  test('[SH22] the password can be shown without leaving the field', async () => {
    const user = await openForm(() => ok({}))
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    const toggle = screen.getByRole('button', { name: 'Show password' })
    await user.type(field, 'harana')
    await user.click(toggle)
    expect(field.type).toBe('text')
    expect(toggle.getAttribute('aria-pressed')).toBe('true')
    expect(document.activeElement).toBe(field)
  })

  test('[SH22] a forgotten password has a page of its own', async () => {
    await openForm(() => ok({}))
    const link = screen.getByRole('link', { name: 'Forgot your password?' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
  })

  test('[SH22] the e-mail of a new account is already there', async () => {
    await openForm(() => ok({}), 'new@campus.example')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@campus.example')
  })
})

describe('the second step', () => {
  const REQUIRED = failure(401, 'TOTP_REQUIRED', 'Please enter the code of your authenticator app.')

  /** An account that asks for `123456`; anything else is answered by `otherwise`. */
  async function openSecondStep(
    otherwise = failure(401, 'TOTP_REFUSED', 'This code is wrong or was already used.'),
  ) {
    const user = await openForm(({ body }) => {
      const { code } = body as { code?: string }
      if (code === undefined) return REQUIRED
      return code === '123456' ? ok({ user: aUser({ role: 'DJ' }), token: 't' }) : otherwise
    })
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await signIn(user)
    await screen.findByRole('heading', { name: 'Two-step sign-in' })
    return user
  }

  const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^(Code|Recovery code)$/ })

  test('[TF20] a code is asked for where the password was, with the focus, and signs in', async () => {
    const user = await openSecondStep()
    expect(screen.queryByRole('alert')).toBeNull()
    const field = codeField()
    expect(document.activeElement).toBe(field)
    expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric'])
    await user.paste(' 123456 ')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledExactlyOnceWith(aUser({ role: 'DJ' })))
    expect(signIns().at(-1)?.body).toEqual({
      email: 'ana@campus.example',
      password: 'harana',
      remember: true,
      code: '123456',
    })
  })

  test('[TF20] a refused code says so at the field, which keeps it, with the focus', async () => {
    const user = await openSecondStep()
    await user.type(codeField(), '654321{Enter}')
    expect(await screen.findByText('This code is wrong or was already used.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(codeField()))
    expect(codeField().getAttribute('aria-invalid')).toBe('true')
    expect(codeField().value).toBe('654321')
  })

  test('[TF20] no code is asked of the station without one', async () => {
    const user = await openSecondStep()
    await user.keyboard('{Enter}')
    expect(screen.getByText('Please enter a code')).toBeTruthy()
    expect(signIns()).toHaveLength(1)
  })

  test('[TF20] a recovery code gets letters on a phone, in the same field', async () => {
    const user = await openSecondStep()
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(document.activeElement).toBe(codeField())
    expect([codeField().inputMode, codeField().labels?.[0]?.textContent]).toEqual(['text', 'Recovery code'])
    await user.click(screen.getByRole('button', { name: 'Use a code from the app' }))
    expect(codeField().inputMode).toBe('numeric')
  })

  test('[TF20] Back keeps e-mail, password and remember-me, and has the focus at the password', async () => {
    const user = await openSecondStep()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('Ana@campus.example')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('harana')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' }).checked).toBe(true)
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  test('[TF20] a password that is no longer right leads back, with the words and the focus on them', async () => {
    const user = await openSecondStep(failure(401, 'BAD_CREDENTIALS', 'Invalid email or password.'))
    await user.type(codeField(), '654321{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Invalid email or password.')
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(screen.getByLabelText('Password')).toBeTruthy()
  })

  test('[TF20] after 429 the second step counts the seconds and sends nothing', async () => {
    const user = await openSecondStep({
      ...failure(429, 'TOO_MANY_ATTEMPTS', 'Too many failed attempts. Please wait and try again.'),
      headers: { 'retry-after': '30' },
    })
    await user.type(codeField(), '654321{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Too many failed attempts.')
    await user.click(await screen.findByRole('button', { name: /Try again in (30|29) s/ }))
    expect(signIns()).toHaveLength(2)
  })
})
