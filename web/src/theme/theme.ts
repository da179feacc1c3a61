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
  document.documentElement.dataset.theme = next
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = PAPER[next]
  }
  keep(next)
  theme.set(next)
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
