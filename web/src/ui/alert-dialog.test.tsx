import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { useCommand } from '../lib/use-command.ts'
import { AlertDialog } from './alert-dialog.tsx'

afterEach(cleanup)

type Act = (givenUp: AbortSignal) => Promise<unknown>

function Question({ act }: { act: Act }) {
  const command = useCommand(() => 'That was refused')
  return (
    <AlertDialog
      open
      title="End this broadcast?"
      confirmLabel="End"
      command={command}
      onConfirm={() => void command.run(act)}
      onCancel={() => undefined}
    >
      {command.problem}
    </AlertDialog>
  )
}

/** Confirms the question; gives what the act is told of being given up, and how to fail it. */
async function confirm() {
  const answer = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  const act: Act = (givenUp) => {
    signal = givenUp
    return answer.promise
  }
  render(<Question act={act} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'End' }))
  const isBusy = () => screen.getByRole('button', { name: 'End' }).getAttribute('aria-busy') === 'true'
  return { user, isBusy, isGivenUp: () => signal?.aborted, fail: () => answer.reject(new Error('503')) }
}

test('[SH961] Cancel gives up what is under way, whose failure is nobody’s any more', async () => {
  const { user, isBusy, isGivenUp, fail } = await confirm()
  expect([isBusy(), isGivenUp()]).toEqual([true, false])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(isGivenUp()).toBe(true)
  fail()
  await expect.poll(isBusy).toBe(false)
  expect(screen.queryByText('That was refused')).toBeNull()
})

test('[SH961] Escape gives it up too', async () => {
  const { isGivenUp } = await confirm()
  screen.getByRole('alertdialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(isGivenUp()).toBe(true)
})
