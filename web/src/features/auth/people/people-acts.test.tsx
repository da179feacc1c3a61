import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Answer, failure, ok } from '../../../testing/station.ts'
import {
  ADMIN,
  ANA,
  aroundEachTest,
  asked,
  hidden,
  item,
  MODERATOR,
  open,
  openMenu,
  rows,
  toastTexts,
} from './people-testing.tsx'
import { rightToTurnTotpOff } from './rights.ts'

aroundEachTest()

describe('what one may not do', () => {
  test('[SH65] nothing to oneself, and the menu says why', async () => {
    const user = await open()
    await openMenu(user, 'Teresa Villanueva')
    expect(item(/^Change role/).getAttribute('aria-disabled')).toBe('true')
    expect(item(/^Change role/).textContent).toContain('there is always an administrator')
    await user.click(item(/^Ban/))
    expect(item(/^Ban/).textContent).toContain('You cannot ban yourself.')
    expect(screen.queryByRole('dialog', { name: /^Ban/ })).toBeNull()
  })

  test('[SH65] moderators make listeners DJs and back, ban listeners, and create nobody', async () => {
    const user = await open({ self: MODERATOR })
    await openMenu(user, 'Ana Cruz')
    const words = screen.getAllByRole('menuitem', hidden).map(({ textContent }) => textContent)
    expect(words).toEqual(['Make DJ', 'Ban…'])
    await openMenu(user, 'Mikael Reyes')
    expect(screen.getByText('Moderators can ban only listeners.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })
})

describe('changing a role', () => {
  test('[SH66] the question names before, after and what it means; then the row says it', async () => {
    const user = await open()
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Make DJ'))
    const question = screen.getByRole('alertdialog', { name: "Change Ana Cruz's role?" })
    expect(question.textContent).toContain('ListenerbecomesDJ')
    expect(question.textContent).toContain('Ana gets the DJ dashboard')
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }))
    expect(asked('/role')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Make DJ' }))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('DJ'))
    expect(
      asked('/role').map(({ method, url }) => [method, url.pathname, url.searchParams.get('newRole')]),
    ).toEqual([['PUT', '/api/auth/7/role', 'DJ']])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(toastTexts()).toEqual(['Ana Cruz is now a DJ'])
  })

  test('[SH66] moderators have a call of their own', async () => {
    const user = await open({ self: MODERATOR })
    await openMenu(user, 'Mikael Reyes')
    await user.click(item('Make Listener'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make Listener' }))
    await waitFor(() => expect(toastTexts()).toEqual(['Mikael Reyes is now a listener']))
    expect(asked('/role')[0]?.url.pathname).toBe('/api/auth/8/role/by-actor')
  })

  test('[SH66] a refusal stays in the question with the words of the station', async () => {
    const refusal = failure(409, 'LAST_ADMIN', 'The station needs at least one administrator.')
    const user = await open({ answer: ({ url }) => (url.pathname.endsWith('/role') ? refusal : undefined) })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Make Admin'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make Admin' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The station needs at least one administrator.',
    )
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(toastTexts()).toEqual([])
  })

  test('[SH72] a row that leaves the view gives the focus to the heading', async () => {
    const user = await open({ at: '/admin?role=listener' })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Make DJ'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make DJ' }))
    await screen.findByText('No one matches these filters')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' })))
  })
})

describe('banning', () => {
  test('[SH67] a length and a reason go to the station, the end stands in the row', async () => {
    const user = await open()
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Ban…'))
    const dialog = screen.getByRole('dialog', { name: 'Ban Ana Cruz' })
    await user.click(within(dialog).getByRole('radio', { name: 'Permanently' }))
    expect(dialog.textContent).toContain('can’t sign in again')
    await user.click(within(dialog).getByRole('radio', { name: '1 week' }))
    await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), ' Spam ')
    await user.click(within(dialog).getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Banneduntil Nov 27, 2026'))
    expect(asked('/ban')[0]?.body).toEqual({ unit: 'WEEKS', amount: 1, reason: 'Spam' })
    expect(toastTexts()).toEqual(['Ana Cruz is banned until Nov 27, 2026, 3:32 PM'])
  })

  test('[SH401] the reason takes the focus, and the messages go with the ban where that was ticked', async () => {
    const user = await open()
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Ban…'))
    const dialog = within(screen.getByRole('dialog', { name: 'Ban Ana Cruz' }))
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /^Reason/ }))
    await user.click(dialog.getByRole('checkbox', { name: 'Also remove their messages' }))
    await user.click(dialog.getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() => expect(asked('/ban')[0]?.body).toMatchObject({ removeMessages: true }))
  })

  test('[SH67] what is no length is said and not sent', async () => {
    const user = await open()
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Ban…'))
    const dialog = screen.getByRole('dialog', { name: 'Ban Ana Cruz' })
    await user.click(within(dialog).getByRole('radio', { name: 'Other' }))
    const amount = within(dialog).getByRole('textbox', { name: 'How many' })
    await user.clear(amount)
    await user.type(amount, '0{Enter}')
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    expect(within(dialog).getByText('Enter a whole number from 1 to 1000')).toBeTruthy()
    expect(asked('/ban')).toHaveLength(0)
    await user.clear(amount)
    await user.type(amount, '3')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Of what' }), 'Days')
    await user.click(within(dialog).getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() => expect(asked('/ban')[0]?.body).toMatchObject({ unit: 'DAYS', amount: 3 }))
  })

  test('[SH961] one that was given up closes no dialog that was opened since', async () => {
    const answer = Promise.withResolvers<Answer>()
    const user = await open({
      answer: ({ url }) => (url.pathname.endsWith('/ban') ? answer.promise : undefined),
    })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Ban…'))
    const dialog = within(screen.getByRole('dialog', { name: 'Ban Ana Cruz' }))
    await user.click(dialog.getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() => expect(asked('/ban')).toHaveLength(1))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await openMenu(user, 'Mikael Reyes')
    await user.click(item('Ban…'))
    answer.resolve(ok({ ...ANA, banned: true }))
    await waitFor(() => expect(toastTexts()).toHaveLength(1))
    expect(screen.getByRole('dialog', { name: 'Ban Mikael Reyes' })).toBeTruthy()
  })

  test('[SH67] lifting a ban says what it was for, and asks first', async () => {
    const banned = { ...ANA, banned: true, banReason: 'Spam' }
    const user = await open({ people: [banned, ADMIN] })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Lift the ban…'))
    const question = screen.getByRole('alertdialog', { name: "Lift Ana Cruz's ban?" })
    expect(question.textContent).toContain('Banned permanently: “Spam”')
    await user.click(within(question).getByRole('button', { name: 'Lift the ban' }))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Active'))
    expect(asked('/unban').map(({ url }) => url.pathname)).toEqual(['/api/auth/7/unban'])
  })
})

describe('who lost the phone', () => {
  const GUARDED = { ...ANA, role: 'DJ' as const, totp: true }

  test('[TF24] two-step sign-in is turned off after a question that says what follows', async () => {
    const user = await open({ people: [GUARDED, ADMIN] })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Turn off two-step sign-in…'))
    const question = await screen.findByRole('alertdialog', {
      name: 'Turn off two-step sign-in for Ana Cruz?',
    })
    expect(question.textContent).toContain('Make sure it really is Ana asking.')
    expect(question.textContent).toContain('Ana gets an email that names you.')
    expect(document.activeElement?.textContent).toBe('Cancel')
    expect(asked('/totp/off')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Turn off' }))
    await waitFor(() =>
      expect(asked('/totp/off').map(({ url }) => url.pathname)).toEqual(['/api/auth/7/totp/off']),
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await openMenu(user, 'Ana Cruz')
    expect(screen.queryByRole('menuitem', { name: /two-step/ })).toBeNull()
  })

  test('[TF24] who may not do it reads why', () => {
    const [admin, moderator] = [
      { id: 1, role: 'ADMIN' as const },
      { id: 2, role: 'MODERATOR' as const },
    ]
    expect(rightToTurnTotpOff(admin, GUARDED)).toEqual({ allowed: true, given: true })
    expect(rightToTurnTotpOff(admin, admin)).toMatchObject({
      reason: 'Turn off your own in your settings.',
    })
    expect(rightToTurnTotpOff(moderator, GUARDED)).toMatchObject({
      reason: 'Only administrators can turn this off.',
    })
  })

  test('[TF24] the panel of an account says whether it has one', async () => {
    await open({ people: [GUARDED, ADMIN], at: '/admin?person=7' })
    const panel = within(await screen.findByRole('dialog', { name: 'Ana Cruz' }))
    expect(panel.getByText('Two-step sign-in', { selector: 'dt' }).nextElementSibling?.textContent).toBe('On')
    expect(panel.getByRole('button', { name: 'Turn off…' })).toBeTruthy()
  })
})

describe('resetting a password', () => {
  const reset = async (user: Awaited<ReturnType<typeof open>>) => {
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Reset password…'))
    const question = within(await screen.findByRole('alertdialog', { name: "Reset Ana Cruz's password?" }))
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
    await user.click(question.getByRole('button', { name: 'Reset password' }))
  }

  test('[SH402] the link is shown once, with the address of the page, to be handed over', async () => {
    const user = await open()
    await reset(user)
    const dialog = within(await screen.findByRole('dialog', { name: 'Password reset' }))
    expect(dialog.getByText(`${location.origin}/reset-password#a-token-for-once`)).toBeTruthy()
    expect(asked('/reset-password').map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /api/auth/7/reset-password',
    ])
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(document.body.textContent).not.toContain('a-token-for-once')
  })

  test('[SH402] where it was mailed, it says to whom; a refusal stays in the question', async () => {
    const answers = [
      failure(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please wait and try again.'),
      ok({ mailedTo: 'ana@campus.example', link: null }),
    ]
    const user = await open({
      answer: ({ url }) => (url.pathname.endsWith('/reset-password') ? answers.shift() : undefined),
    })
    await reset(user)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Too many requests. Please wait and try again.',
    )
    await user.click(screen.getByRole('button', { name: 'Reset password' }))
    const dialog = await screen.findByRole('dialog', { name: 'Password reset' })
    expect(dialog.textContent).toContain('on its way to ana@campus.example')
  })

  test('[SH402] is offered to administrators alone, and not for oneself', async () => {
    const user = await open()
    await openMenu(user, 'Teresa Villanueva')
    expect(item(/^Reset password/).textContent).toContain('Change your own in your profile.')
  })
})
