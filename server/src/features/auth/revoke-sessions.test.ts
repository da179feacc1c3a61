import { expect, it } from 'vitest'
import { createLocalBus } from '../../cluster/bus.ts'
import { createSessionEnds } from './revoke-sessions.ts'

const USER = 7

type Events = ReturnType<typeof createSessionEnds>

it.each([
  ['a role changes', (events: Events) => events.onRoleChanged(USER, 'DJ')],
  ['somebody is banned', (events: Events) => events.onSessionsEnded(USER, 'Banned')],
  ['a password changes', (events: Events) => events.onOtherSessionsEnded(USER, 1)],
  ['a password is reset', (events: Events) => events.onPasswordReset(USER)],
])('[EN28] waits for the passwords of encoders to be gone when %s', async (_, end) => {
  const gone = Promise.withResolvers<void>()
  const steps: string[] = []
  const events = createSessionEnds({
    bus: createLocalBus(),
    endHere: () => steps.push('sessions ended'),
    withdrawOf: async () => {
      await gone.promise
      steps.push('passwords gone')
    },
  })
  const ended = end(events).then(() => steps.push('answered'))
  expect(steps).toEqual(['sessions ended'])
  gone.resolve()
  await ended
  expect(steps).toEqual(['sessions ended', 'passwords gone', 'answered'])
})
