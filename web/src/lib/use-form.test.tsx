import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useForm } from './use-form.ts'

afterEach(cleanup)

function Form({ onSubmit }: { onSubmit(givenUp: AbortSignal): Promise<undefined> }) {
  const form = useForm({
    initial: { title: 'Harana' },
    errorsOf: () => ({}),
    onSubmit: (_, givenUp) => onSubmit(givenUp),
  })
  return (
    <form onSubmit={form.submit}>
      <button type="submit">Send</button>
    </form>
  )
}

test('[SH961] what a form has begun is given up when it leaves the page', async () => {
  const signals: AbortSignal[] = []
  const onSubmit = (givenUp: AbortSignal) => {
    signals.push(givenUp)
    return new Promise<undefined>(() => undefined)
  }
  const { unmount } = render(
    <StrictMode>
      <Form onSubmit={onSubmit} />
    </StrictMode>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
