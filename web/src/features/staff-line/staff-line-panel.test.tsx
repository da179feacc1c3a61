import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../testing/native-elements.ts'
import { StaffLinePanel } from './staff-line-panel.tsx'

afterEach(cleanup)

test('[DJ824] what is typed while a message is on its way stays, and what was sent goes', async () => {
  let arrive = () => undefined as unknown
  const send = () => new Promise<void>((resolve) => (arrive = resolve))
  const line = { messages: [], isError: false, retry: () => undefined, unread: 0, see: () => undefined, send }
  render(<StaffLinePanel line={line} viewerId={8} owner="3.8" end={{ to: 'staff' }} isShown />)
  const user = userEvent.setup({ delay: null })
  const field = screen.getByRole<HTMLInputElement>('textbox')
  await user.type(field, 'Two more{Enter}')
  await user.type(field, ' minutes')
  await act(async () => arrive())
  expect(field.value).toBe('Two more minutes')
  await user.keyboard('{Enter}')
  await act(async () => arrive())
  expect(field.value).toBe('')
})
