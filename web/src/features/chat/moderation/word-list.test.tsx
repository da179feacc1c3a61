import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { WordList } from './word-list.tsx'

const FEW = ['tanga', 'bobo', 'gago', 'inutil', 'tangahan']

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

type Given = { words?: readonly string[]; answer?: (request: ReceivedRequest) => Answer | undefined }

async function open({ words: given = FEW, answer }: Given = {}) {
  const words = given.map((word, index) => ({ id: index + 1, word }))
  const usual = ({ url, method, body }: ReceivedRequest) => {
    if (!url.pathname.endsWith('/words')) return ok(aUser({ role: 'MODERATOR' }))
    if (method === 'GET') return ok(words)
    words.push({ id: words.length + 1, word: (body as { word: string }).word })
    return ok(words.at(-1), 201)
  }
  station = await openStation((request) => answer?.(request) ?? usual(request), {
    apiTimeoutMs: 60_000,
    maxRetries: 0,
    retryDelayMs: 1,
  })
  const added = { count: 0 }
  const onAdded = () => {
    added.count += 1
  }
  renderPage(<WordList onAdded={onAdded} />, { call: station.call, at: '/moderator' })
  return { user: userEvent.setup(), added }
}

const shown = () =>
  within(screen.getByRole('list', { name: 'Masked words' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const posted = () => station?.received.filter(({ method }) => method === 'POST') ?? []
const field = () => screen.getByRole('textbox', { name: 'Add a word' })

test('[MV7] the words stand in the order of the alphabet, and are found by what they hold', async () => {
  const { user } = await open()
  await screen.findByRole('list', { name: 'Masked words' })
  expect(shown()).toEqual(['bobo', 'gago', 'inutil', 'tanga', 'tangahan'])
  await user.type(screen.getByRole('searchbox', { name: 'Search masked words' }), 'AN')
  expect(shown()).toEqual(['tanga', 'tangahan'])
  await user.type(screen.getByRole('searchbox', { name: 'Search masked words' }), 'x')
  expect(screen.getByText('No word matches “ANx”')).toBeTruthy()
})

test('[MV7] thousands of words are shown some at a time', async () => {
  const { user } = await open({ words: Array.from({ length: 500 }, (_, index) => `word${index}`) })
  await screen.findByRole('list', { name: 'Masked words' })
  expect(shown()).toHaveLength(30)
  await user.click(screen.getByRole('button', { name: 'Show more (470 left)' }))
  expect(shown()).toHaveLength(150)
})

test('[MV8] a word is added, shown at once, and said to be masked from now on', async () => {
  const { user, added } = await open()
  await screen.findByRole('list', { name: 'Masked words' })
  await user.type(field(), '  gunggong ')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('“gunggong” is masked from now on.')).toBeTruthy()
  expect(shown()).toContain('gunggong')
  expect([posted()[0]?.body, added.count]).toEqual([{ word: 'gunggong' }, 1])
  expect((field() as HTMLInputElement).value).toBe('')
  expect(document.activeElement).toBe(field())
})

test('[MV8] nothing, a listed word and a refusal are said by the field; nothing is lost', async () => {
  const refuse = ({ method }: ReceivedRequest) =>
    method === 'POST' ? failure(400, 'INVALID_INPUT', 'This word has no letters.') : undefined
  const { user } = await open({ answer: refuse })
  await screen.findByRole('list', { name: 'Masked words' })
  const add = screen.getByRole('button', { name: 'Add' })
  await user.click(add)
  expect(screen.getByText('Please enter a word')).toBeTruthy()
  await user.type(field(), 'TANGA')
  await user.click(add)
  expect(screen.getByText('This word is on the list already')).toBeTruthy()
  expect(posted()).toEqual([])
  await user.clear(field())
  await user.type(field(), '!!!')
  await user.click(add)
  expect(await screen.findByText('This word has no letters.')).toBeTruthy()
  expect((field() as HTMLInputElement).value).toBe('!!!')
})

test('[MV8] it says that a word cannot be taken off again', async () => {
  await open()
  expect(screen.getByText(/A word cannot be taken off again/)).toBeTruthy()
})

test('[MV9] a list that could not be had says so, with a way to try again', async () => {
  let isAway = true
  const { user } = await open({
    answer: ({ url }) =>
      isAway && url.pathname.endsWith('/words')
        ? failure(503, 'DATABASE_AWAY', 'Something went wrong')
        : undefined,
  })
  await screen.findByText("Couldn't load the masked words")
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('list', { name: 'Masked words' })
})
