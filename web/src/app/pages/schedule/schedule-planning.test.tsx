import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, ok } from '../../../testing/station.ts'
import {
  aroundEachTest,
  MIKAEL,
  openSchedule,
  type ScheduleOptions,
  SHOWS,
  show,
  writes,
} from './schedule-testing.tsx'

aroundEachTest()

async function openPlanning(options: ScheduleOptions = {}) {
  const user = await openSchedule({ user: MIKAEL, ...options })
  await user.click(await screen.findByRole('button', { name: 'Schedule a broadcast' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

test('[SC10] sends the wall clock of Manila as it was typed', async () => {
  const { user, dialog } = await openPlanning({
    write: () => ok(show(9, 'New', '11-21T20:00', '11-21T22:00'), 201),
  })
  await user.type(dialog.getByLabelText('Title'), 'Sabado Indie')
  fireEvent.change(dialog.getByLabelText('Starts'), { target: { value: '2026-11-21T23:00' } })
  await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes()[0]).toMatchObject({
    method: 'POST',
    body: {
      title: 'Sabado Indie',
      scheduledStart: '2026-11-21T23:00',
      scheduledEnd: '2026-11-22T01:00',
    },
  })
  expect(writes()[0]?.url.pathname).toBe('/api/broadcasts/schedule')
})

test('[SC621] a show is planned with a public recording, or a private one', async () => {
  const { user, dialog } = await openPlanning({ write: () => ok(SHOWS[0], 201) })
  await user.type(dialog.getByLabelText('Title'), 'Open house')
  const recording = dialog.getByRole<HTMLInputElement>('switch', { name: /^Public recording/ })
  expect(recording.checked).toBe(true)
  expect(dialog.getByText('Anyone can listen to the recording.')).toBeTruthy()
  await user.click(recording)
  expect(dialog.getByText('Only you and staff can listen to the recording.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
  await waitFor(() => expect(writes()[0]).toMatchObject({ body: { isRecordingPublic: false } }))
})

test('[SC10] says by field what is wrong here, and what the station found wrong', async () => {
  const fields = { scheduledStart: 'Choose a start in the future' }
  const { user, dialog } = await openPlanning({
    write: () => failure(400, 'INVALID_INPUT', 'Check the form.', { fields }),
  })
  await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
  expect(dialog.getByText('Please enter a title')).toBeTruthy()
  await user.type(dialog.getByLabelText('Title'), 'Sabado Indie')
  await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
  expect(await dialog.findByText('Choose a start in the future')).toBeTruthy()
  expect(dialog.getByLabelText('Starts').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Sabado Indie')
})

test('[SC10] a change sends only what differs', async () => {
  const user = await openSchedule({ user: MIKAEL, write: () => ok(SHOWS[0]) })
  await user.click(await screen.findByRole('button', { name: 'Edit Harana Hour' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Title'), ' Live')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes()[0]).toMatchObject({ method: 'PUT', body: { title: 'Harana Hour Live' } })
  expect(Object.keys(writes()[0]?.body as object)).toEqual(['title'])
})

test('[SC11] warns of a show at the same time and lets it be', async () => {
  const { user, dialog } = await openPlanning({ write: () => ok(SHOWS[0], 201) })
  expect(dialog.getByText('Tambayan with Jana Ramos, Nov 20, 2026, 5:30 PM – 6:30 PM')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Starts'), { target: { value: '2026-11-20T19:00' } })
  expect(dialog.queryByText(/At the same time/)).toBeNull()
  fireEvent.change(dialog.getByLabelText('Starts'), { target: { value: '2026-11-20T18:00' } })
  expect(dialog.getByText(/At the same time/)).toBeTruthy()
  await user.type(dialog.getByLabelText('Title'), 'Together')
  await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
  await waitFor(() => expect(writes()).toHaveLength(1))
})

test('[SC12] what is on air has no cancel, and keeps its start', async () => {
  const live = show(2, 'Harana Hour', '11-20T14:00', '11-20T16:00', { status: 'LIVE' })
  const user = await openSchedule({ user: MIKAEL, shows: [live] })
  await user.click(await screen.findByRole('button', { name: 'Edit Harana Hour' }))
  expect(screen.queryByRole('button', { name: 'Cancel Harana Hour' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>('Starts').readOnly).toBe(true)
  expect(dialog.getByText(/on air: its start cannot change/)).toBeTruthy()
})

test('[SC13] cancelling says what follows before it is done, and why it was refused', async () => {
  let isRefused = true
  const refusal = failure(409, 'WRONG_STATE', 'This broadcast is on air. End it first.')
  const write = () => (isRefused ? refusal : { status: 204 })
  const user = await openSchedule({ user: MIKAEL, write })
  await user.click(await screen.findByRole('button', { name: 'Cancel Harana Hour' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this show?' }))
  expect(dialog.getByText(/listeners who were notified of it are told that it is off/)).toBeTruthy()
  expect(writes()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Cancel the show' }))
  expect(await dialog.findByText('This broadcast is on air. End it first.')).toBeTruthy()
  isRefused = false
  await user.click(dialog.getByRole('button', { name: 'Cancel the show' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(writes().at(-1)).toMatchObject({ method: 'DELETE' })
})
