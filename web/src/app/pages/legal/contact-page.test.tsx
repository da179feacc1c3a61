import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The page as the server of a station with these settings sends it. */
async function open(settings: Record<string, string>) {
  for (const [name, content] of Object.entries(settings))
    document.head.append(Object.assign(document.createElement('meta'), { name: `station-${name}`, content }))
  const { ContactPage } = await import('./contact-page.tsx')
  render(<ContactPage />)
}

beforeEach(() => void vi.resetModules())
afterEach(() => {
  cleanup()
  for (const meta of document.querySelectorAll('meta[name^="station-"]')) meta.remove()
})

test('[SH75] says where to write, and where and when somebody is there', async () => {
  await open({
    email: 'radio@example.edu',
    studio: 'Vinzons Hall, room 201',
    hours: 'Weekdays, 9 AM to 5 PM',
  })
  expect(screen.getByRole('link', { name: 'radio@example.edu' }).getAttribute('href')).toMatch(
    /^mailto:radio@example\.edu\?subject=/,
  )
  expect(screen.getByText('Vinzons Hall, room 201')).toBeTruthy()
  expect(screen.getByText('Weekdays, 9 AM to 5 PM')).toBeTruthy()
})

test('[SH75] says whom to ask where no address is published', async () => {
  await open({ email: '' })
  expect(screen.getByText(/hasn’t published an email address.*ask a moderator during a show\./)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Come by the studio' })).toBeNull()
})
