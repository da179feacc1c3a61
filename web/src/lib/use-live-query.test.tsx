import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useLiveQuery } from './use-live-query.ts'

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
    reduce: (words: string[], word: string) => (words.includes(word) ? words : [...words, word]),
  }
  const useWords = () => {
    const { query, receive, refetchMissed } = useLiveQuery<string[], string>(options)
    return { words: query.data, receive, refetchMissed }
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
    receive: (word: string) => act(() => result.current.receive(word)),
    refetchMissed: () => act(() => result.current.refetchMissed()),
    leave: unmount,
  }
}

describe('a question that is asked and told', () => {
  test('[PV4] what is heard while the answer is on its way counts after it, once', async () => {
    const question = ask()
    const { words, receive } = watched(question)
    receive('b')
    receive('c')
    expect(words()).toBeUndefined()
    await question.answer('a', 'b')
    await waitFor(() => expect(words()).toEqual(['a', 'b', 'c']))
    receive('d')
    await waitFor(() => expect(words()).toEqual(['a', 'b', 'c', 'd']))
  })

  test('[PV4] it does so also when the one that asked has left', async () => {
    const question = ask()
    const first = watched(question)
    const second = watched(question)
    first.leave()
    second.receive('b')
    await question.answer('a')
    await waitFor(() => expect(second.words()).toEqual(['a', 'b']))
  })

  test('[PV4] after a gap it is asked again, and what is shown stays until then', async () => {
    const question = ask()
    const { words, refetchMissed } = watched(question)
    await question.answer('a')
    await waitFor(() => expect(words()).toEqual(['a']))
    refetchMissed()
    expect(words()).toEqual(['a'])
    await question.answer('a', 'b')
    await waitFor(() => expect(words()).toEqual(['a', 'b']))
  })
})
