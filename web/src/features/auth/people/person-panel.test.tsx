import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure, type ReceivedRequest } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { address, aroundEachTest, asked, FEW, open, staysInPlace } from './people-testing.tsx'

aroundEachTest()

describe('one person', () => {
  const panel = (name: string) => within(screen.getByRole('dialog', { name }))
  const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

  test('[WC10] a press on somebody opens what is known of them, at an address of its own', async () => {
    const user = await open({ at: '/admin?role=dj' })
    const opener = await row('Mikael Reyes')
    await user.click(opener)
    const details = panel('Mikael Reyes')
    expect(details.getByText('mikael@campus.example')).toBeTruthy()
    expect(details.getByText('Jan 01, 2026')).toBeTruthy()
    expect(address()).toBe('?role=dj&person=8')
    await user.click(details.getByRole('button', { name: 'Close' }))
    expect(address()).toBe('?role=dj')
    expect(document.activeElement).toBe(opener)
  })

  test('[WC14] the page stays where it is when somebody is opened, closed and looked for', async () => {
    const user = await open()
    expect(staysInPlace()).toBe(false)
    await user.click(await row('Mikael Reyes'))
    expect([address(), staysInPlace()]).toEqual(['?person=8', true])
    await user.click(panel('Mikael Reyes').getByRole('button', { name: 'Close' }))
    expect([address(), staysInPlace()]).toEqual(['', true])
    await user.click(screen.getByRole('radio', { name: 'DJs' }))
    await waitFor(() => expect([address(), staysInPlace()]).toEqual(['?role=dj', true]))
  })

  test('[WC10] an address opens somebody who is not in view; what may not be done says why', async () => {
    await open({ at: '/admin?q=mikael&person=1' })
    const details = within(await screen.findByRole('dialog', { name: 'Teresa Villanueva' }))
    expect(details.getByText('You cannot ban yourself.')).toBeTruthy()
    expect(details.getByText(/^You can’t change your own role/)).toBeTruthy()
  })

  test('[WC10] a role changes from there after its question, and the panel shows it', async () => {
    const user = await open({ at: '/admin?person=7' })
    await user.click(await screen.findByRole('button', { name: 'Make DJ' }))
    const question = within(screen.getByRole('alertdialog', { name: "Change Ana Cruz's role?" }))
    await user.click(question.getByRole('button', { name: 'Make DJ' }))
    const details = panel('Ana Cruz')
    await details.findByRole('button', { name: 'Make Listener' })
    expect(asked('/api/auth/7/role')).toHaveLength(1)
    expect(document.activeElement?.closest('dialog')).toBe(screen.getByRole('dialog', { name: 'Ana Cruz' }))
  })

  test('[WC10] an account that could not be had says so, with Retry', async () => {
    let isAway = true
    const answer = ({ url }: ReceivedRequest) =>
      isAway && url.pathname === '/api/auth/99' ? failure(404, 'NOT_FOUND', 'Gone.') : undefined
    const user = await open({
      at: '/admin?person=99',
      answer,
      people: [...FEW, aUser({ id: 99, name: 'Lea Ramos' })],
    })
    await screen.findByText("Couldn't load this account")
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText("Couldn't load this account")).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Lea Ramos' })).toBeTruthy()
  })
})
