import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Link } from '../../../lib/router/link.tsx'
import { STAY_PUT } from '../../../lib/stay-put.ts'
import { MemoryRouter } from '../../../testing/memory-router.tsx'
import { stubPageWidth } from '../../../testing/page-width.ts'
import { AdminLayout } from './admin-layout.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('[SH404] a person who is chosen comes into view on narrow windows too, each time', async () => {
  stubPageWidth(360)
  const user = userEvent.setup({ delay: null })
  render(
    <MemoryRouter at="/admin">
      <Link to="/admin?q=ana">Ana</Link>
      <Link to="/admin?q=ana#main" state={STAY_PUT}>
        Skip
      </Link>
      <AdminLayout tiles="" people="Everybody" activity="Log" station="Sound" />
    </MemoryRouter>,
  )
  const selected = () => screen.getByRole('tab', { selected: true }).textContent
  for (const _ of ['first', 'again']) {
    await user.click(screen.getByRole('tab', { name: 'Activity' }))
    await user.click(screen.getByRole('link', { name: 'Ana' }))
    expect(selected()).toBe('People')
  }
  await user.click(screen.getByRole('tab', { name: 'Station' }))
  await user.click(screen.getByRole('link', { name: 'Skip' }))
  expect(selected()).toBe('Station')
})
