import { afterEach, expect, test, vi } from 'vitest'
import { obeyLockScreen } from './media-session.ts'

const handlers = new Map<string, MediaSessionActionHandler | null>()

afterEach(() => {
  vi.unstubAllGlobals()
  handlers.clear()
})

test('[LS925] the lock screen steps back where that can be done, and offers no other way to seek', () => {
  const setActionHandler = (name: string, handler: MediaSessionActionHandler | null) =>
    handlers.set(name, handler)
  vi.stubGlobal('navigator', { mediaSession: { setActionHandler } })
  const stepBack = vi.fn()
  const undo = obeyLockScreen(vi.fn(), vi.fn(), stepBack)
  handlers.get('seekbackward')?.({ action: 'seekbackward' })
  expect(stepBack).toHaveBeenCalledOnce()
  expect(['seekforward', 'seekto', 'previoustrack', 'nexttrack'].map((name) => handlers.get(name))).toEqual(
    Array(4).fill(null),
  )
  undo()
  expect(handlers.get('seekbackward')).toBe(null)
  obeyLockScreen(vi.fn(), vi.fn())
  expect(handlers.get('seekbackward')).toBe(null)
})
