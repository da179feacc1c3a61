import type { WordPreview } from '@carillon/contract/chat/schemas'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../../testing/native-elements.ts'
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

const NONE: WordPreview = { messages: 500, masked: 0, examples: [] }

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

type Given = {
  words?: readonly string[]
  preview?: WordPreview
  canRemove?: boolean
  answer?: (request: ReceivedRequest) => Answer | undefined
}

async function open({ words: given = FEW, preview = NONE, canRemove = false, answer }: Given = {}) {
  const words = given.map((word, index) => ({ id: index + 1, word }))
  const usual = ({ url, method, body }: ReceivedRequest) => {
    if (url.pathname.endsWith('/preview')) return ok(preview)
    if (!url.pathname.includes('/words')) return ok(aUser({ role: 'MODERATOR' }))
    if (method === 'DELETE') {
      words.splice(0, words.length, ...words.filter(({ id }) => !url.pathname.endsWith(`/${id}`)))
      return { status: 204 }
    }
    if (method === 'GET') return ok(words)
    words.push({ id: words.length + 1, word: (body as { word: string }).word })
    return ok(words.at(-1), 201)
  }
  station = await openStation((request) => answer?.(request) ?? usual(request), {
    apiTimeoutMs: 60_000,
    maxRetries: 0,
    retryDelayMs: 1,
  })
  const changes = { count: 0 }
  const onChanged = () => {
    changes.count += 1
  }
  renderPage(<WordList onChanged={onChanged} canRemove={canRemove} />, {
    call: station.call,
    at: '/moderator',
  })
  return { user: userEvent.setup(), changes }
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

const mask = () => screen.findByRole('button', { name: 'Mask this word' })

test('[MV8] a word is added after a look at what it masks, shown at once, and said to be masked', async () => {
  const preview = { messages: 500, masked: 14, examples: ['inday gunggong', 'gunggong!'] }
  const { user, changes } = await open({ preview })
  await screen.findByRole('list', { name: 'Masked words' })
  await user.type(field(), '  gunggong {Enter}')
  await screen.findByRole('alertdialog', { name: 'Mask “gunggong”?' })
  expect(screen.getByText('It would have masked 14 of the last 500 messages.')).toBeTruthy()
  expect(screen.getByText('inday gunggong')).toBeTruthy()
  // The Enter of somebody in a hurry takes back what the first one asked.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  expect(posted()).toEqual([])
  await user.click(await mask())
  expect(await screen.findByText('“gunggong” is masked from now on.')).toBeTruthy()
  expect(shown()).toContain('gunggong')
  expect([posted()[0]?.body, changes.count]).toEqual([{ word: 'gunggong' }, 1])
  expect((field() as HTMLInputElement).value).toBe('')
})

test('[MV8] who thinks better of it has added nothing, and lost nothing', async () => {
  const { user } = await open()
  await screen.findByRole('list', { name: 'Masked words' })
  await user.type(field(), 'show{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect([posted(), (field() as HTMLInputElement).value]).toEqual([[], 'show'])
})

test('[MV8] nothing, too little, a listed word and a refusal are said by the field; nothing is lost', async () => {
  const refuse = ({ url }: ReceivedRequest) =>
    url.pathname.endsWith('/preview')
      ? failure(400, 'WORD_TOO_SHORT', 'Please enter at least three letters.')
      : undefined
  const { user } = await open({ answer: refuse })
  await screen.findByRole('list', { name: 'Masked words' })
  const add = screen.getByRole('button', { name: 'Add' })
  await user.click(add)
  expect(screen.getByText('Please enter a word')).toBeTruthy()
  await user.type(field(), 'an')
  await user.click(add)
  expect(screen.getByText('Please enter at least three letters')).toBeTruthy()
  await user.clear(field())
  await user.type(field(), 'TANGA')
  await user.click(add)
  expect(screen.getByText('This word is on the list already')).toBeTruthy()
  await user.clear(field())
  await user.type(field(), '!!!')
  await user.click(add)
  expect(await screen.findByText('Please enter at least three letters.')).toBeTruthy()
  expect([posted(), (field() as HTMLInputElement).value]).toEqual([[], '!!!'])
  expect(document.activeElement).toBe(field())
})

test('[MV26] an administrator takes a word off, after a question', async () => {
  const { user, changes } = await open({ canRemove: true })
  await user.click(await screen.findByRole('button', { name: 'Remove “inutil” from the list' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(shown()).toEqual(['bobo', 'gago', 'tanga', 'tangahan']))
  expect(changes.count).toBe(1)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Masked words' }))
})

test('[MV26] to everybody else the page says who can', async () => {
  await open()
  expect(await screen.findByText(/Only an administrator can remove it again/)).toBeTruthy()
  await screen.findByRole('list', { name: 'Masked words' })
  expect(screen.queryByRole('button', { name: /from the list/ })).toBeNull()
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
