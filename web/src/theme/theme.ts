import { z } from 'zod/mini'
import { createStore, useStore } from '../lib/store.ts'
import { storedValue } from '../lib/stored.ts'

export type Theme = 'light' | 'dark'

// The page's own background colours; index.html sets the first one before the first paint.
const PAPER: Record<Theme, string> = { light: '#fcf9f7', dark: '#130c0c' }
const kept = storedValue('theme', z.enum(['light', 'dark']))

const theme = createStore<Theme>(shownTheme())

/** The theme in view and the way to change it; a choice is kept and the system is no longer followed. */
export function useTheme(): { theme: Theme; choose(next: Theme): void } {
  return { theme: useStore(theme), choose: chooseTheme }
}

/** Shows a theme from now on and keeps the choice. */
export function chooseTheme(next: Theme): void {
  show(next)
  kept.write(next)
}

/** Shows the system's theme, whenever that changes, until one is chosen on this device. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (kept.read() === null) show(matches ? 'dark' : 'light')
  })
}

function show(next: Theme): void {
  document.documentElement.dataset.theme = next
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = PAPER[next]
  }
  theme.set(next)
}

function shownTheme(): Theme {
  return globalThis.document?.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}
