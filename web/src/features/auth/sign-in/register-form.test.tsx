import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type Station } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { RegisterForm } from './register-form.tsx'

let station: Station | undefined
const onRegistered = vi.fn()
const PATHS = { login: '/login', terms: '/terms', privacy: '/privacy' }
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  onRegistered.mockClear()
  await station?.close()
})

async function openForm(answer: Answer) {
  station = await openStation(
    ({ method }) => (method === 'GET' ? failure(401, 'NOT_SIGNED_IN', 'No.') : answer),
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<RegisterForm paths={PATHS} onRegistered={onRegistered} />, {
    call: station.call,
    at: '/register',
  })
  return userEvent.setup({ delay: null })
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('First name'), 'Ana')
  await user.type(screen.getByLabelText('Last name'), 'Cruz')
  await user.type(screen.getByLabelText('Email'), 'ana@campus.example')
  await user.type(screen.getByLabelText('Date of birth'), '2004-02-29')
  await user.type(screen.getByLabelText('Password'), 'harana')
  await user.type(screen.getByLabelText('Confirm password'), 'harana')
  await user.click(screen.getByRole('checkbox'))
}

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create account' })
const sent = () => station?.received.filter(({ method }) => method === 'POST') ?? []

describe('signing up', () => {
  test('[SH24] nothing is sent before the terms are ticked, and the button says why', async () => {
    const user = await openForm(ok(aUser(), 201))
    expect(submit().disabled).toBe(true)
    expect(document.getElementById(submit().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Tick the box to continue',
    )
    await user.click(screen.getByRole('checkbox'))
    expect(submit().disabled).toBe(false)
  })

  test('[SH24] the words of the terms and the hints are those of the specification', async () => {
    await openForm(ok(aUser(), 201))
    expect(screen.getByRole('checkbox').closest('div')?.textContent).toBe(
      'By creating an account, you agree to our Terms of Service and Privacy Policy',
    )
    expect(screen.getByText('Used for analytics and age-appropriate content')).toBeTruthy()
    expect(screen.getByText('Helps us improve demographics analytics')).toBeTruthy()
  })

  test('[SH24] a submit with errors lists them all, with links, and sends nothing', async () => {
    const user = await openForm(ok(aUser(), 201))
    await user.click(screen.getByRole('checkbox'))
    await user.click(submit())
    expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Email: Please enter your email' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(sent()).toHaveLength(0)
  })

  test('[SH24] an error appears when a field is left, not while typing', async () => {
    const user = await openForm(ok(aUser(), 201))
    await user.type(screen.getByLabelText('Password'), 'abc')
    expect(screen.queryByText('Password must be at least 6 characters long')).toBeNull()
    await user.tab()
    expect(screen.getByText('Password must be at least 6 characters long')).toBeTruthy()
  })

  test('[SH24] success forgets what was typed and says whose account it is', async () => {
    const user = await openForm(ok(aUser(), 201))
    await fill(user)
    await user.click(submit())
    await waitFor(() => expect(onRegistered).toHaveBeenCalledExactlyOnceWith('ana@campus.example'))
    expect(sent()[0]?.body).not.toHaveProperty('confirmation')
    expect(sessionStorage.getItem('carillon.register-draft')).toBeNull()
  })

  test('[SH24] a taken e-mail is said by its field, with the way to sign in', async () => {
    const user = await openForm(failure(409, 'EMAIL_TAKEN', 'An account with this email already exists.'))
    await fill(user)
    await user.click(submit())
    expect((await screen.findByRole('link', { name: 'Sign in instead' })).getAttribute('href')).toBe('/login')
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  })

  test('[SH24] a failure without words says the default', async () => {
    const user = await openForm({ status: 500, body: {} })
    await fill(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe('Registration failed. Please try again.')
  })

  test('[SH24] reading the terms and coming back keeps the form, but no password', async () => {
    const user = await openForm(ok(aUser(), 201))
    await fill(user)
    const kept = JSON.parse(sessionStorage.getItem('carillon.register-draft') ?? '{}')
    expect(kept).toMatchObject({ firstname: 'Ana', birthdate: '2004-02-29', password: '', confirmation: '' })
  })
})
