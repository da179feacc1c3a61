import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { ok, openStation, type Station } from '../../../testing/station.ts'
import { LiftBan } from './lift-ban.tsx'
import { ANA, FEW, MODERATOR } from './people-testing.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

test('[MV24] a ban is lifted also where more people are banned than one answer lists', async () => {
  const [, ...others] = FEW
  station = await openStation(({ url }) => {
    const isAsked = url.searchParams.get('q') === ANA.email
    const people = isAsked ? [ANA] : others
    const content = people.map((person) => ({ ...person, banned: true }))
    return ok({ content, last: isAsked, page: 0, size: 100, totalElements: 101, totalPages: 2 })
  })
  const lift = <LiftBan self={MODERATOR} email={ANA.email} onLifted={() => undefined} />
  renderPage(lift, { call: station.call, at: '/' })
  expect(await screen.findByRole('button', { name: "Lift Ana Cruz's ban…" })).toBeTruthy()
})
