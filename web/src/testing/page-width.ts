import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Gives the page a width whose changes it notices, and returns the way to change it. Queries other than of the least width never hold. */
export function stubPageWidth(atFirst: number): (width: number) => void {
  let width = atFirst
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return width >= Number(/min-width: ([\d.]+)rem/.exec(query)?.[1]) * 16
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  return (next) => {
    width = next
    act(() => {
      for (const listener of listeners) listener()
    })
  }
}
