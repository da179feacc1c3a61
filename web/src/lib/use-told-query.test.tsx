import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useToldQuery } from './use-told-query.ts'

/** A question whose answers the test gives when it likes. */
function ask() {
  const waiting: ((answer: string[]) => void)[] = []
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const options = {
    queryKey: ['words'],
    ask: () => new Promise<string[]>((resolve) => waiting.push(resolve)),
    fold: (words: string[], word: string) => (words.includes(word) ? words : [...words, word]),
  }
  const useWords = () => {
    const { query, hear, missed } = useToldQuery<string[], string>(options)
    return { words: query.data, hear, missed }
  }
  const watch = () => renderHook(useWords, { wrapper })
  const answer = async (...words: string[]) => {
    await waitFor(() => expect(waiting).not.toEqual([]))
    await act(async () => waiting.shift()?.(words))
  }
  return { watch, answer }
}

const open: (() => void)[] = []
afterEach(() => {
  for (const leave of open.splice(0)) leave()
})

function watched(question: ReturnType<typeof ask>) {
  const { result, unmount } = question.watch()
  open.push(unmount)
  return {
    words: () => result.current.words,
    hear: (word: string) => act(() => result.current.hear(word)),
    missed: () => act(() => result.current.missed()),
    leave: unmount,
  }
}

describe('a question that is asked and told', () => {
  test('[PV4] what is heard while the answer is on its way counts after it, once', async () => {
    const question = ask()
    const { words, hear } = watched(question)
    hear('b')
    hear('c')
    expect(words()).toBeUndefined()
    await question.answer('a', 'b')
    await waitFor(() => expect(words()).toEqual(['a', 'b', 'c']))
    hear('d')
    await waitFor(() => expect(words()).toEqual(['a', 'b', 'c', 'd']))
  })

  test('[PV4] it does so also when the one that asked has left', async () => {
    const question = ask()
    const first = watched(question)
    const second = watched(question)
    first.leave()
    second.hear('b')
    await question.answer('a')
    await waitFor(() => expect(second.words()).toEqual(['a', 'b']))
  })

  test('[PV4] after a gap it is asked again, and what is shown stays until then', async () => {
    const question = ask()
    const { words, missed } = watched(question)
    await question.answer('a')
    await waitFor(() => expect(words()).toEqual(['a']))
    missed()
    expect(words()).toEqual(['a'])
    await question.answer('a', 'b')
    await waitFor(() => expect(words()).toEqual(['a', 'b']))
  })
})
