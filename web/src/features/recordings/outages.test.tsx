import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Outages } from './outages.tsx'
import { lengthWords, outagesWords } from './words.ts'

afterEach(cleanup)

const MENDED = { atMs: 724_000, durationMs: 41_000, silentMs: 60 }
const TORN = { atMs: 1_870_000, durationMs: 12_000, silentMs: 3_000 }

test('[RE47] outages in a sentence', () => {
  expect(outagesWords([MENDED])).toBe('The DJ’s line was lost once, for 41 s: nothing of it is missing.')
  expect(outagesWords([MENDED, TORN])).toBe(
    'The DJ’s line was lost twice, for 53 s in all: 3 s of it is silent.',
  )
  expect(outagesWords([TORN, TORN, MENDED])).toContain('3 times, for 1 min 5 s in all: 6 s')
  expect([400, 1_400, 59_600, 920_000].map(lengthWords)).toEqual(['0.4 s', '1 s', '1 min', '15 min 20 s'])
})

test('[RE47] each is listed with its place, and a line that held says nothing', () => {
  render(<Outages outages={[MENDED, TORN]} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'At 12:04, 41 s: nothing missing',
    'At 31:10, 12 s: 3 s silent',
  ])
  cleanup()
  expect(render(<Outages outages={[]} />).container.textContent).toBe('')
})
