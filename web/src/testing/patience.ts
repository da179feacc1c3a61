import { act, configure, getConfig } from '@testing-library/react'
import { createRoot } from 'react-dom/client'

const { asyncWrapper } = getConfig()
const elsewhere = createRoot(document.createElement('div'))

/**
 * For every test with a page. A busy machine is no failure: what a test awaits may take this long. And what it awaited
 * listens when the test goes on: React runs effects some time after what they belong to is in view, and before anything
 * else is rendered, on whatever page.
 */
configure({
  asyncUtilTimeout: 15_000,
  asyncWrapper: async (wait) => {
    const outcome = await asyncWrapper(wait)
    act(() => elsewhere.render(null))
    return outcome
  },
})
