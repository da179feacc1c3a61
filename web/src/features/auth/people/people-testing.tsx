import type { User } from '@carillon/contract/auth/schemas'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, vi } from 'vitest'
import { useLocation } from '../../../lib/router/router.tsx'
import { staysPut } from '../../../lib/stay-put.ts'
import '../../../testing/native-elements.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, openStation, type ReceivedRequest, type Station } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { dismissToast, toasts } from '../../../ui/toast.ts'
import { People } from './people.tsx'
import { PersonPanel } from './person-panel.tsx'
import type { Actor } from './rights.ts'
import { answerFor, setWide } from './testing.ts'

export const ADMIN = aUser({
  id: 1,
  name: 'Teresa Villanueva',
  email: 'teresa@campus.example',
  role: 'ADMIN',
})
export const MODERATOR = aUser({
  id: 2,
  name: 'Paolo Torres',
  email: 'paolo@campus.example',
  role: 'MODERATOR',
})
export const ANA = aUser({ id: 7 })
const DJ = aUser({
  id: 8,
  name: 'Mikael Reyes',
  firstname: 'Mikael',
  email: 'mikael@campus.example',
  role: 'DJ',
})
/** People of the station unless a test says otherwise. */
export const FEW = [ANA, DJ, MODERATOR, ADMIN]

let station: Station | undefined

/** Registers what goes after each test of the people. */
export function aroundEachTest(): void {
  afterEach(async () => {
    await leave()
    for (const { id } of toasts.get()) dismissToast(id)
    vi.unstubAllGlobals()
  })
}

/** Leaves the page and closes its station, for another to be opened. */
export async function leave(): Promise<void> {
  cleanup()
  await station?.close()
}

type Opened = {
  people?: User[]
  self?: Actor
  at?: string
  isWide?: boolean
  areKeysOn?: boolean
  inWindow?: boolean
  answer?: (request: ReceivedRequest) => Answer | Promise<Answer> | undefined
}

/** Opens the people of the station, as administrator on a wide screen unless said. */
export async function open(given: Opened = {}) {
  const { people = [...FEW], self = ADMIN, at = '/admin', isWide = true, areKeysOn = true } = given
  const { answer, inWindow = false } = given
  setWide(isWide)
  const usual = answerFor(people)
  station = await openStation((request) => answer?.(request) ?? usual(request), {
    apiTimeoutMs: 60_000,
    maxRetries: 0,
    retryDelayMs: 1,
  })
  const view = (
    <>
      <h1>Admin Dashboard</h1>
      <People self={self} areKeysOn={() => areKeysOn} Panel={PersonPanel} />
      <Search />
    </>
  )
  renderPage(view, { call: station.call, at, inWindow })
  return userEvent.setup()
}

function Search() {
  const { search, state } = useLocation()
  return (
    <p data-testid="search" data-stays={staysPut(state)}>
      {search}
    </p>
  )
}

/** Whether the change that led to the address leaves the page where it is scrolled. */
export const staysInPlace = () => screen.getByTestId('search').dataset.stays === 'true'
export const address = () => screen.getByTestId('search').textContent
export const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
export const hidden = { hidden: true }
export const item = (name: string | RegExp) => screen.getByRole('menuitem', { name, ...hidden })
/** Requests to the station at addresses with this part. */
export const asked = (part: string) =>
  station?.received.filter(({ url }) => url.pathname.includes(part)) ?? []
export const toastTexts = () => toasts.get().map(({ text }) => text)

export async function openMenu(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
}
