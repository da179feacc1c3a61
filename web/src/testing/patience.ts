import { act, configure, getConfig } from '@testing-library/react'
import { createRoot } from 'react-dom/client'

const PATIENCE_MS = 60_000

/**
 * For every test with a page. A busy machine is no failure: what a test awaits may take this long. And what it awaited
 * listens when the test goes on: React runs effects some time after what they belong to is in view, and before anything
 * else is rendered, on whatever page.
 */
function bePatient(): void {
  const { asyncWrapper } = getConfig()
  const otherRoot = createRoot(document.createElement('div'))
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    asyncWrapper: async (wait) => {
      const outcome = await asyncWrapper(wait)
      act(() => otherRoot.render(null))
      return outcome
    },
  })
}

// The library stays loaded from one test file of a worker to the next, and its settings with it.
if (getConfig().asyncUtilTimeout !== PATIENCE_MS) bePatient()
