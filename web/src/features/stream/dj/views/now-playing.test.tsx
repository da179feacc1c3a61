import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Playing } from '../broadcast-calls.ts'
import { DjEngineProvider } from '../dj-context.tsx'
import type { DjEngine } from '../dj-engine.ts'
import { NowPlaying } from './now-playing.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const since = '2026-11-20T01:00:00.000Z'

function show(nowPlaying: Broadcast['nowPlaying'], setNowPlaying = async (_: Playing) => {}) {
  const said: Playing[] = []
  const engine = {
    setNowPlaying: async (playing: Playing) => {
      said.push(playing)
      await setNowPlaying(playing)
    },
  } as DjEngine
  render(
    <DjEngineProvider value={engine}>
      <NowPlaying broadcast={{ id: 7, nowPlaying } as Broadcast} />
    </DjEngineProvider>,
  )
  return said
}

it('[DJ111] N opens the line, and Enter tells what is playing', async () => {
  const said = show(null)
  await userEvent.keyboard('n')
  await userEvent.keyboard(' Alapaap ')
  await userEvent.type(screen.getByLabelText(/^Artist/), 'Eraserheads{Enter}')
  expect(said).toEqual([{ title: 'Alapaap', artist: 'Eraserheads' }])
  expect(await screen.findByRole('button', { name: 'What’s playing?' })).toBeTruthy()
})

it('[DJ111] what is playing is shown, and Clear or an empty title takes it away', async () => {
  const said = show({ title: 'Alapaap', artist: 'Eraserheads', since })
  await userEvent.click(screen.getByRole('button', { name: /Alapaap · Eraserheads/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await userEvent.keyboard('n')
  await userEvent.clear(screen.getByLabelText('Now playing'))
  await userEvent.keyboard('{Enter}')
  expect(said.map(({ title }) => title)).toEqual([null, null])
})

it('[DJ111] what could not be told stays in the field, with the reason', async () => {
  show(null, () => Promise.reject(new Error('The station did not answer.')))
  await userEvent.keyboard('n')
  await userEvent.keyboard('Alapaap{Enter}')
  expect(await screen.findByText('The station did not answer.')).toBeTruthy()
  expect(screen.getByLabelText('Now playing')).toHaveProperty('value', 'Alapaap')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByLabelText('Now playing')).toBeNull()
})
