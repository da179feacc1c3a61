import type { Activity } from '@carillon/contract/analytics/schemas'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, ok, openStation, type ReceivedRequest, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { ActivityLog } from './activity-log.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

function anActivity(id: number, given: Partial<Activity> = {}): Activity {
  const user = { email: 'paolo@campus.example', name: 'Paolo Torres' }
  const timestamp = new Date(Date.now() - id * 60_000).toISOString()
  return { id, activityType: 'CHAT_DELETE', description: `Line ${id}`, timestamp, user, ...given }
}

async function open(activities: Activity[], isAway: () => boolean = () => false) {
  const answer = ({ url }: ReceivedRequest) => {
    if (!url.pathname.endsWith('/activity')) return ok(aUser({ role: 'MODERATOR' }))
    if (isAway()) return failure(503, 'DATABASE_AWAY', 'Something went wrong')
    return ok({ recentActivities: activities, todayActivities: 12, weekActivities: 20, monthActivities: 40 })
  }
  const settings = { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 }
  station = await openStation(answer, settings)
  renderPage(<ActivityLog />, { call: station.call, at: '/moderator' })
  return userEvent.setup()
}

const list = () => screen.findByRole('list', { name: 'Recent actions, newest first' })
const lines = async () => within(await list()).getAllByRole('listitem')
const askedTypes = () =>
  station?.received
    .filter(({ url }) => url.pathname.endsWith('/activity'))
    .map(({ url }) => url.searchParams.get('types'))

test('[MV10] the log says what was done, by whom and how long ago, newest first', async () => {
  await open([
    anActivity(3, { description: 'Message by Ana Cruz removed' }),
    anActivity(5, { activityType: 'USER_BAN', description: 'x@y.example banned', user: null }),
    anActivity(9, { activityType: 'PROFANITY_ADD', user: { email: 'mia@campus.example', name: '' } }),
    anActivity(9, { id: 10, user: { email: null, name: 'Lea Ramos' } }),
  ])
  const [first, second, third, fourth] = (await lines()).map(({ textContent }) => textContent)
  expect(first).toContain('Message removed')
  expect(first).toContain('Message by Ana Cruz removed')
  expect(first).toContain('by Paolo Torres ·\u00a0paolo@campus.example')
  expect(first).toContain('3 minutes ago')
  expect(second).toContain('by Unknown user')
  expect(third).toContain('by mia@campus.example')
  expect(fourth).toContain('by Lea Ramos ·\u00a0no email')
  expect(screen.getByText('12 today')).toBeTruthy()
})

test('[MV10] it asks for moderation, and for everything when that is chosen', async () => {
  const user = await open([anActivity(1)])
  await list()
  expect(askedTypes()?.at(-1)?.split(',')).toContain('CHAT_DELETE')
  expect(askedTypes()?.at(-1)?.split(',')).not.toContain('LOGIN')
  await user.click(screen.getByRole('radio', { name: 'Everything' }))
  await list()
  expect(askedTypes()?.at(-1)).toBeNull()
})

test('[MV10] older lines come eight at a time', async () => {
  const user = await open(Array.from({ length: 12 }, (_, index) => anActivity(index + 1)))
  expect(await lines()).toHaveLength(8)
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await lines()).toHaveLength(12)
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('[MV9] a log that could not be had says so, with a way to try again', async () => {
  let away = true
  const user = await open([anActivity(1)], () => away)
  await screen.findByText("Couldn't load recent actions")
  away = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await lines()).toHaveLength(1)
})
