import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '../../../testing/station.ts'
import { air, aroundEachTest, fact, open, refused, sent, system, toastTexts } from './admin-testing.tsx'

aroundEachTest()

/** jsdom has no style for popovers that are open. */
const hidden = { hidden: true }

type Tester = Awaited<ReturnType<typeof open>>

/** One row of the menu of what stops sound, opened for it. */
async function stopItem(user: Tester, name: string) {
  await user.click(await system().findByRole('button', { name: 'Stop or end…' }))
  return screen.getByRole('menuitem', { name: new RegExp(`^${name}`), ...hidden })
}

async function chooseStop(user: Tester, name: string) {
  await user.click(await stopItem(user, name))
}

describe('the system', () => {
  test('[WC4] says how its parts are and when that was checked', async () => {
    await open()
    await waitFor(() => expect(fact('Media server')).toContain('UPSince Nov 20, 2026, 9:00 AM'))
    expect(fact('Stream')).toContain('On air96 kbps')
    expect(fact('API and database')).toContain('UPAnswered in 3 ms')
    expect(fact('Sockets')).toContain('Checking…')
    expect(system().getByText(/^Last checked \d/)).toBeTruthy()
  })

  test('[WC4] a part that does not answer says so until it does; the others stand', async () => {
    refused('GET /api/analytics/health')
    const user = await open()
    await waitFor(() => expect(fact('API and database')).toContain('No answer'))
    expect(fact('Media server')).toContain('UP')
    delete air.refuse['GET /api/analytics/health']
    await user.click(system().getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(fact('API and database')).toContain('UP'))
  })

  test('[WC960] a part that keeps failing is without an answer after 15 s, however many tries are left', async () => {
    const patience = new AbortController()
    const real = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 15_000 ? patience.signal : real(ms)))
    air.refuse['GET /api/radio/status'] = failure(503, 'DATABASE_AWAY', 'Something went wrong')
    await open()
    await waitFor(() => expect(sent('GET /api/radio/status')).not.toHaveLength(0))
    expect(fact('Media server')).toContain('Checking…')
    patience.abort()
    await waitFor(() => expect(fact('Media server')).toContain('No answer'))
    expect(sent('GET /api/radio/status')).toHaveLength(1)
    vi.restoreAllMocks()
  })

  test('[WC5] the stream is stopped and started again, each after its question', async () => {
    const user = await open()
    await chooseStop(user, 'Stop stream…')
    const question = within(screen.getByRole('alertdialog', { name: 'Stop the stream of “Harana Hour”?' }))
    expect(question.getByText(/128 people are listening. They hear silence/)).toBeTruthy()
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
    expect(sent('POST /api/stream/stop')).toHaveLength(0)
    await user.click(question.getByRole('button', { name: 'Stop stream' }))
    await waitFor(() => expect(toastTexts()).toEqual(['The stream is stopped: listeners hear silence']))
    expect(fact('Stream')).toContain('The stream is stopped: listeners hear silence.')
    await user.click(await system().findByRole('button', { name: 'Start stream…' }))
    await user.click(screen.getByRole('button', { name: 'Start stream' }))
    await waitFor(() => expect(system().queryByRole('button', { name: 'Start stream…' })).toBeNull())
    expect(sent('POST /api/stream/start')).toHaveLength(1)
  })

  test('[WC12] each of three acts says what sets it apart, or why not', async () => {
    const user = await open()
    await stopItem(user, 'Stop stream…')
    expect(screen.getAllByRole('menuitem', hidden).map(({ textContent }) => textContent)).toEqual([
      'Stop stream…Listeners hear silence until you start it again. The DJ stays on air.',
      'End broadcast…Takes the DJ off the air and closes the chat. This can’t be undone.',
      'Stop media service…End the broadcast first.',
    ])
    await user.click(screen.getByRole('menuitem', { name: /^Stop media service/, ...hidden }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('[WC5] a broadcast is ended from here, and who asked may leave it', async () => {
    const user = await open()
    await chooseStop(user, 'End broadcast…')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await chooseStop(user, 'End broadcast…')
    await user.click(screen.getByRole('button', { name: 'End broadcast' }))
    await waitFor(() => expect(sent('POST /api/broadcasts/3/end')).toHaveLength(1))
  })

  test('[WC13] the reason given for one broadcast is not there for the next', async () => {
    const user = await open()
    await chooseStop(user, 'End broadcast…')
    await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'The studio is closed')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await chooseStop(user, 'End broadcast…')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ }).value).toBe('')
  })

  test('[WC5] the media service is stopped and started off air only', async () => {
    const user = await open()
    const stop = await stopItem(user, 'Stop media service…')
    expect(stop.getAttribute('aria-disabled')).toBe('true')
    expect(stop.textContent).toContain('End the broadcast first.')
    cleanup()
    air.isLive = false
    await open()
    await waitFor(() => expect(fact('Stream')).not.toContain('On air'))
    await chooseStop(user, 'Stop media service…')
    expect(screen.getByText(/Nothing can go on air until it is started again/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop media service' }))
    await user.click(await system().findByRole('button', { name: 'Start media service…' }))
    await user.click(screen.getByRole('button', { name: 'Start media service' }))
    await waitFor(() => expect(system().queryByRole('button', { name: /^Start media/ })).toBeNull())
    expect([sent('POST /api/radio/stop').length, sent('POST /api/radio/start').length]).toEqual([1, 1])
  })

  test('[WC5] what the station refuses stays in the question, with its words', async () => {
    air.refuse['POST /api/stream/stop'] = failure(409, 'WRONG_STATE', 'Nothing is on air.')
    const user = await open()
    await chooseStop(user, 'Stop stream…')
    await user.click(screen.getByRole('button', { name: 'Stop stream' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing is on air.')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(toastTexts()).toEqual([])
  })
})
