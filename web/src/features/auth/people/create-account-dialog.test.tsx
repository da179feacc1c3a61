import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure } from '../../../testing/station.ts'
import { aroundEachTest, asked, open } from './people-testing.tsx'

aroundEachTest()

describe('creating an account', () => {
  test('[SH68] errors stand by their field; the account is there, and its password is shown once', async () => {
    const user = await open()
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create account' })
    const field = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name)
    await user.click(within(dialog).getByRole('button', { name: 'Create account' }))
    expect(within(dialog).getByText('Please enter an email')).toBeTruthy()
    expect(document.activeElement).toBe(field('First name'))
    await user.type(field('First name'), 'Bea')
    await user.type(field('Last name'), 'Salonga')
    await user.type(field('Email'), 'bea@campus.example')
    await user.selectOptions(field('Role'), 'DJ')
    const password = field('Password').value
    expect(password).toMatch(/^[a-z1-9]{4}(-[a-z1-9]{4}){2}$/)
    await user.click(within(dialog).getByRole('button', { name: 'Create account' }))
    const made = await screen.findByRole('dialog', { name: 'Account created' })
    expect(made.textContent).toContain(password)
    expect(asked('/users')[0]?.body).toEqual({
      firstname: 'Bea',
      lastname: 'Salonga',
      email: 'bea@campus.example',
      role: 'DJ',
      password,
    })
    await user.click(within(made).getByRole('button', { name: 'Done' }))
    await screen.findByText('1–5 of 5')
    expect(document.body.textContent).not.toContain(password)
  })

  test('[SH68] a taken e-mail is said by its field, anything else above the buttons', async () => {
    const taken = failure(409, 'EMAIL_TAKEN', 'An account with this email already exists.')
    const answers = [taken, failure(500, 'INTERNAL', 'Something went wrong')]
    const user = await open({
      answer: ({ url }) => (url.pathname.endsWith('/users') ? answers.shift() : undefined),
    })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create account' })
    const submit = within(dialog).getByRole('button', { name: 'Create account' })
    for (const [name, text] of [
      ['First name', 'Ana'],
      ['Last name', 'Cruz'],
      ['Email', 'ana@campus.example'],
    ] as const) {
      await user.type(within(dialog).getByLabelText(name), text)
    }
    await user.click(submit)
    await within(dialog).findByText('An account with this email already exists.')
    expect(within(dialog).getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    await user.click(submit)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Something went wrong')
  })
})

describe('a dialog that is closed', () => {
  test('[SH73] gives the focus back to what opened it', async () => {
    const user = await open()
    const opener = await screen.findByRole('button', { name: 'Create account' })
    await user.click(opener)
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })
})
