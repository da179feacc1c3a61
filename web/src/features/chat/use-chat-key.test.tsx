import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { COMPOSER_ID } from '../../lib/composer-id.ts'
import { turnShortcuts } from '../../lib/single-keys.ts'
import { useChatKey } from './use-chat-key.ts'

afterEach(() => {
  cleanup()
  turnShortcuts(true)
})

function Page({ hasField = true, onChat }: { hasField?: boolean; onChat?: () => void }) {
  useChatKey(onChat)
  return (
    <>
      <input aria-label="Search" />
      <section id="chat" aria-label="Chat" tabIndex={-1}>
        {hasField && <textarea aria-label="Message" id={COMPOSER_ID} />}
      </section>
    </>
  )
}

test('[CV19] C brings the chat in view and leads to its field', async () => {
  const onChat = vi.fn()
  render(<Page onChat={onChat} />)
  fireEvent.keyDown(document.body, { key: 'c' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Message')))
  expect(onChat).toHaveBeenCalledOnce()
})

test('[CV19] where one cannot write it leads to the chat', async () => {
  render(<Page hasField={false} />)
  fireEvent.keyDown(document.body, { key: 'C' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Chat')))
})

test('[CV19] in a text, with Ctrl, or where single keys are off it is a letter', () => {
  const onChat = vi.fn()
  render(<Page onChat={onChat} />)
  fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'c' })
  fireEvent.keyDown(document.body, { key: 'c', ctrlKey: true })
  turnShortcuts(false)
  fireEvent.keyDown(document.body, { key: 'c' })
  expect(onChat).not.toHaveBeenCalled()
})
