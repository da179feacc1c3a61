import type { ReactNode } from 'react'
import type { RouterHistory } from '../lib/router/history.ts'
import { Router } from '../lib/router/router.tsx'

/** A router without an address bar, which begins at `at`. */
export function MemoryRouter({ at = '/', children }: { at?: string; children: ReactNode }) {
  return <Router history={() => memoryHistory(at)}>{children}</Router>
}

function memoryHistory(at: string): RouterHistory {
  const listeners = new Set<() => void>()
  const entryAt = (to: string, from: string, state: unknown, key: string) => {
    const { pathname, search, hash } = new URL(to, `http://memory.test${from}`)
    return { pathname, search, hash, state, key }
  }
  let current = entryAt(at, '/', null, 'first')
  let count = 0
  return {
    read: () => current,
    navigate(to, { state = null } = {}) {
      count += 1
      current = entryAt(to, current.pathname + current.search, state, `entry ${count}`)
      for (const listener of [...listeners]) listener()
    },
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
