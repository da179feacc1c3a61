import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
import { ProfilePage } from './profile-page.tsx'

let station: Station | undefined
let isPhone = false
beforeEach(() => {
  isPhone = false
  vi.stubGlobal('matchMedia', () => ({
    matches: isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await station?.close()
})

/** The page of `user`; what it sends is answered by `answer`. */
async function openProfile(user = aUser(), answer: (request: ReceivedRequest) => Answer = () => ok(user)) {
  station = await openStation((request) => (request.method === 'GET' ? ok(user) : answer(request)), {
    apiTimeoutMs: 60_000,
    maxRetries: 0,
    retryDelayMs: 1,
  })
  renderPage(<ProfilePage />, { call: station.call, at: '/profile' })
  await screen.findByRole('heading', { name: 'Personal details' })
  return userEvent.setup({ delay: null })
}

const sent = () => station?.received.filter(({ method }) => method !== 'GET') ?? []
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const WORDLESS: Answer = { status: 500, body: {} }

describe('who one is', () => {
  test('[SH45] name, e-mail, role, since when, and what others see', async () => {
    await openProfile(aUser({ createdAt: '2026-01-01T20:00:00.000Z' }))
    const card = within(screen.getByRole('region', { name: 'Ana Cruz' }))
    expect(card.getByText('ana@campus.example')).toBeTruthy()
    expect(card.getByText('Email verified')).toBeTruthy()
    expect(card.getByText('Jan 02, 2026')).toBeTruthy()
    expect(card.getByText('Listener. To have it changed, ask an admin.')).toBeTruthy()
    expect(card.getByText('Your name and role, nothing else.')).toBeTruthy()
  })

  test('[SH45] an administrator asks another one, and an address without proof wears no badge', async () => {
    await openProfile(aUser({ role: 'ADMIN', verified: false }))
    expect(screen.getByText('Admin. To have it changed, ask another admin.')).toBeTruthy()
    expect(screen.queryByText('Email verified')).toBeNull()
  })
})

describe('personal details', () => {
  test('[SH46] there is nothing to save until something differs, and nothing again after Discard', async () => {
    const hand = await openProfile()
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    await hand.type(field('First name'), 'bel')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await hand.click(button('Discard'))
    expect(field('First name').value).toBe('Ana')
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  })

  test('[SH46] what is saved is sent trimmed, shown everywhere, and said', async () => {
    const hand = await openProfile(aUser(), ({ body }) => ok(aUser(body as object)))
    await hand.type(field('First name'), 'bel ')
    await hand.click(screen.getByRole('radio', { name: 'Other' }))
    await hand.click(button('Save changes'))
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect([sent()[0]?.method, sent()[0]?.body]).toEqual(['PUT', { firstname: 'Anabel', gender: 'OTHER' }])
    expect(sent()[0]?.url.pathname).toBe('/api/auth/7')
    expect(screen.getByRole('region', { name: 'Anabel Cruz' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    const heading = screen.getByRole('heading', { name: 'Personal details' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('[SH46] what was changed on another device meanwhile stays, and is shown', async () => {
    const changed = { lastname: 'Reyes' }
    const hand = await openProfile(aUser(), ({ body }) => ok(aUser({ ...changed, ...(body as object) })))
    await hand.click(screen.getByRole('radio', { name: 'Other' }))
    await hand.click(button('Save changes'))
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(sent()[0]?.body).toEqual({ gender: 'OTHER' })
    expect(field('Last name').value).toBe('Reyes')
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  test('[SH963] what is being saved stays as it is until the station has answered', async () => {
    const chosen = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value
    let meanwhile: string | undefined
    const hand = await openProfile(aUser(), ({ body }) => {
      fireEvent.click(screen.getByRole('radio', { name: 'Male' }))
      meanwhile = chosen()
      return ok(aUser(body as object))
    })
    await hand.click(screen.getByRole('radio', { name: 'Other' }))
    await hand.click(button('Save changes'))
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect([meanwhile, chosen()]).toEqual(['OTHER', 'OTHER'])
  })

  test('[SH845] whoever types while the bar goes keeps the focus; Discard, which goes with it, hands it on', async () => {
    const hand = await openProfile(aUser(), ({ body }) => ok(aUser(body as object)))
    await hand.type(field('First name'), 'bel{Enter}')
    expect(await screen.findByText('Saved')).toBeTruthy()
    await hand.click(field('Last name'))
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
    expect(document.activeElement).toBe(field('Last name'))
    await hand.keyboard(' Reyes')
    await hand.click(button('Discard'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Personal details' }))
  })

  test.each([
    ['First name', 'Please enter your first name'],
    ['Last name', 'Please enter your last name'],
    ['Date of birth', 'Please enter your date of birth'],
  ])('[SH46] an empty %s is named by its field and not sent', async (label, words) => {
    const hand = await openProfile()
    await hand.clear(field(label))
    await hand.click(button('Save changes'))
    expect(screen.getByText(words)).toBeTruthy()
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field(label))
    expect(sent()).toHaveLength(0)
  })

  test('[SH46] who has told no birthdate need not, who is too young is told so', async () => {
    const hand = await openProfile(aUser({ birthdate: null }), ({ body }) =>
      ok(aUser({ birthdate: null, ...(body as object) })),
    )
    await hand.type(field('Last name'), ' Reyes')
    await hand.click(button('Save changes'))
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(sent()[0]?.body).toEqual({ lastname: 'Cruz Reyes' })
    const thisYear = new Date().getFullYear()
    await hand.type(field('Date of birth'), `${thisYear - 5}-01-01`)
    await hand.click(button('Save changes'))
    expect(screen.getByText('You must be at least 13 years old')).toBeTruthy()
  })

  test('[SH46] words of the station about a field stand by it, and the text stays', async () => {
    const fields = { firstname: 'At most 80 characters' }
    const hand = await openProfile(aUser(), () => failure(400, 'INVALID_INPUT', 'No.', { fields }))
    await hand.type(field('First name'), 'x')
    await hand.click(button('Save changes'))
    expect(await screen.findByText('At most 80 characters')).toBeTruthy()
    expect(field('First name').value).toBe('Anax')
  })

  test('[SH46] a failure without words says the default', async () => {
    const hand = await openProfile(aUser(), () => WORDLESS)
    await hand.type(field('First name'), 'x')
    await hand.click(button('Save changes'))
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy()
    expect(field('First name').value).toBe('Anax')
  })
})

describe('the e-mail', () => {
  const unverified = aUser({ verified: false })

  test('[SH47] a code is sent on request and proves the address', async () => {
    const hand = await openProfile(unverified, () => ok({ accepted: true, verified: true }))
    await hand.click(button('Send code'))
    await hand.type(await screen.findByLabelText('Verification code'), '123456{Enter}')
    expect(await screen.findByText('This email is verified.')).toBeTruthy()
    expect(sent().map(({ url }) => url.pathname + url.search)).toEqual([
      '/api/auth/send-code?email=ana%40campus.example',
      '/api/auth/verify?email=ana%40campus.example&code=123456',
    ])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Email' })))
  })

  test('[SH47] another code may be asked for after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const hand = await openProfile(unverified, () => ok({ accepted: true }))
    await hand.click(button('Send code'))
    await hand.click(await screen.findByRole('button', { name: 'Send again in 60 s' }))
    expect(sent()).toHaveLength(1)
    act(() => void vi.advanceTimersByTime(60_000))
    await hand.click(button('Send a new code'))
    await waitFor(() => expect(sent()).toHaveLength(2))
  })

  test('[SH47] a code that is refused says why by its field and stays', async () => {
    const words = 'This code is wrong or has expired. Please ask for a new one.'
    const hand = await openProfile(unverified, ({ url }) =>
      url.pathname.endsWith('verify') ? failure(400, 'CODE_REFUSED', words) : ok({ accepted: true }),
    )
    await hand.click(button('Send code'))
    const code = await screen.findByLabelText<HTMLInputElement>('Verification code')
    await hand.type(code, '12345')
    await hand.click(button('Verify'))
    expect(screen.getByText('Please enter all 6 digits')).toBeTruthy()
    await hand.type(code, '6')
    await hand.click(button('Verify'))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(code.value).toBe('123456')
  })

  test('[SH47] failures without words say the defaults', async () => {
    const hand = await openProfile(unverified, ({ url }) =>
      url.pathname.endsWith('verify') || sent().length === 1 ? WORDLESS : ok({ accepted: true }),
    )
    await hand.click(button('Send code'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to send verification code. Please try again.',
    )
    await hand.click(button('Send code'))
    await hand.type(await screen.findByLabelText('Verification code'), '123456{Enter}')
    expect(await screen.findByText('Verification failed. Please try again.')).toBeTruthy()
  })

  test('[SH48] what is pasted with spaces becomes six digits', async () => {
    const hand = await openProfile(unverified, () => ok({ accepted: true }))
    await hand.click(button('Send code'))
    const code = await screen.findByLabelText<HTMLInputElement>('Verification code')
    await hand.click(code)
    await hand.paste('Code: 123 456-789')
    expect(code.value).toBe('123456')
    expect(code.autocomplete).toBe('one-time-code')
    expect(code.inputMode).toBe('numeric')
  })
})

describe('the password', () => {
  async function change(hand: ReturnType<typeof userEvent.setup>, [current, next, again]: string[]) {
    if (current) await hand.type(field('Current password'), current)
    if (next) await hand.type(field('New password'), next)
    if (again) await hand.type(field('Confirm new password'), again)
    await hand.click(button('Change password'))
  }

  test('[SH49] it is changed, and what was typed is gone', async () => {
    const hand = await openProfile(aUser(), () => ok({ changed: true }))
    await change(hand, ['harana', 'kundiman', 'kundiman'])
    expect(await screen.findByText('Password changed. Your other devices have been signed out.')).toBeTruthy()
    expect(sent()[0]?.url.pathname).toBe('/api/auth/7/change-password')
    expect(sent()[0]?.body).toEqual({ currentPassword: 'harana', newPassword: 'kundiman' })
    expect(field('Current password').value + field('New password').value).toBe('')
  })

  test.each([
    [['', 'kundiman', 'kundiman'], 'Please enter your current password'],
    [['harana', 'kund', 'kund'], 'Password must be at least 6 characters long'],
    [['harana', 'kundiman', 'kundimon'], 'Passwords do not match'],
  ])('[SH49] %j is not sent: %s', async (typed, words) => {
    const hand = await openProfile()
    await change(hand, typed)
    expect(screen.getByText(words)).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  test('[SH49] a wrong current password is said by its field', async () => {
    const words = 'Your current password is incorrect.'
    const hand = await openProfile(aUser(), () => failure(400, 'WRONG_PASSWORD', words))
    await change(hand, ['hurana', 'kundiman', 'kundiman'])
    expect(await screen.findByText(words)).toBeTruthy()
    expect(field('Current password').getAttribute('aria-invalid')).toBe('true')
  })

  test('[SH49] a failure without words says the default', async () => {
    const hand = await openProfile(aUser(), () => WORDLESS)
    await change(hand, ['harana', 'kundiman', 'kundiman'])
    expect(await screen.findByText('Failed to change password. Please try again.')).toBeTruthy()
  })

  test('[SH44] a session that ended elsewhere is noticed', async () => {
    let isOver = false
    station = await openStation(
      ({ method }) => {
        if (method !== 'GET') isOver = true
        return isOver ? failure(401, 'NOT_SIGNED_IN', 'Please sign in first.') : ok(aUser())
      },
      { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
    )
    renderPage(<ProfilePage />, { call: station.call, at: '/profile' })
    await screen.findByRole('heading', { name: 'Personal details' })
    const hand = userEvent.setup({ delay: null })
    await change(hand, ['harana', 'kundiman', 'kundiman'])
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Personal details' })).toBeNull())
  })
})

describe('on a phone', () => {
  test('[SH50] one part is unfolded at a time, and what was typed stays', async () => {
    isPhone = true
    const hand = await openProfile()
    await hand.type(field('First name'), 'x')
    expect(field('Current password').closest('[hidden]')).not.toBeNull()
    await hand.click(button('Password'))
    expect(button('Password').getAttribute('aria-expanded')).toBe('true')
    expect(button('Personal details').getAttribute('aria-expanded')).toBe('false')
    expect(field('First name').closest('[hidden]')).not.toBeNull()
    await hand.click(button('Personal details'))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Anax')
  })
})
