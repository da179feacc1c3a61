import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPageDraft, useDraft } from './use-draft.ts'

afterEach(cleanup)

const ANA = 7
const PAOLO = 8
const songDraft = createPageDraft('')

function Field({ viewerId }: { viewerId: number }) {
  const [draft, write] = useDraft(songDraft, String(viewerId))
  return <input aria-label="Song" value={draft} onChange={(event) => write(event.target.value)} />
}

test('[SH74] what one person was writing is not there for who signs in next, and is for who comes back', async () => {
  const { rerender } = render(<Field viewerId={ANA} />)
  const song = () => screen.getByRole<HTMLInputElement>('textbox').value
  await userEvent.type(screen.getByRole('textbox'), 'Buwan')
  expect(song()).toBe('Buwan')
  rerender(<Field viewerId={PAOLO} />)
  expect(song()).toBe('')
  rerender(<Field viewerId={ANA} />)
  expect(song()).toBe('Buwan')
})
