import { createStore, useStore } from '../lib/store.ts'

export type Theme = 'light' | 'dark'

// The page's own background colours; index.html sets the first one before the first paint.
const PAPER: Record<Theme, string> = { light: '#fcf9f7', dark: '#130c0c' }
const STORAGE_KEY = 'theme'

const theme = createStore<Theme>(shownTheme())

/** The theme in view and the way to change it; a choice is kept and the system is no longer followed. */
export function useTheme(): { theme: Theme; choose(next: Theme): void } {
  return { theme: useStore(theme), choose: chooseTheme }
}

/** Shows a theme from now on and keeps the choice. */
export function chooseTheme(next: Theme): void {
  show(next)
  keep(next)
}

/** Shows the system's theme, whenever that changes, until one is chosen on this device. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (!isChosen()) show(matches ? 'dark' : 'light')
  })
}

function show(next: Theme): void {
  document.documentElement.dataset.theme = next
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = PAPER[next]
  }
  theme.set(next)
}

function isChosen(): boolean {
  try {
    const saved = localStorage.getItem(STORAGE_KEY)
    return saved === 'dark' || saved === 'light'
  } catch {
    return false
  }
}

function keep(next: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch (error) {
    // Storage is full or forbidden: the choice lasts until the page is left.
    console.error('The theme could not be kept:', error)
  }
}

function shownTheme(): Theme {
  return globalThis.document?.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}
