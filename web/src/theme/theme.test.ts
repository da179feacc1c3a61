// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const page = readFileSync(path.resolve('web/index.html'), 'utf8')
const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''

/** Runs the script of index.html as the browser does, before anything else of the page. */
function beforeFirstPaint({ saved, prefersDark }: { saved?: string; prefersDark: boolean }) {
  localStorage.clear()
  if (saved) localStorage.setItem('carillon.theme', JSON.stringify(saved))
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }))
  new Function(script)()
  return { theme: document.documentElement.dataset.theme, bar: document.querySelector('meta')?.content }
}

beforeEach(() => {
  document.head.innerHTML =
    '<meta name="theme-color" content="#fcf9f7" media="(prefers-color-scheme: light)">'
})

describe('the theme', () => {
  test('[SH19] a saved choice is shown from the first paint on', () => {
    expect(beforeFirstPaint({ saved: 'dark', prefersDark: false })).toEqual({ theme: 'dark', bar: '#130c0c' })
    expect(beforeFirstPaint({ saved: 'light', prefersDark: true })).toEqual({
      theme: 'light',
      bar: '#fcf9f7',
    })
  })

  test('[SH96] a theme kept by an earlier version is shown from the first paint on', () => {
    beforeFirstPaint({ prefersDark: false })
    localStorage.setItem('theme', 'dark')
    new Function(script)()
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  test('[SH19] without a choice, or with a strange one, the system decides', () => {
    expect(beforeFirstPaint({ prefersDark: true }).theme).toBe('dark')
    expect(beforeFirstPaint({ saved: 'sepia', prefersDark: false }).theme).toBe('light')
  })

  test('[SH51] reduced motion, once chosen, is there from the first paint on', () => {
    beforeFirstPaint({ prefersDark: false })
    expect(document.documentElement.dataset.motion).toBeUndefined()
    localStorage.setItem('carillon.motion', '"reduce"')
    new Function(script)()
    expect(document.documentElement.dataset.motion).toBe('reduce')
  })

  test('[SH19] choosing shows the theme, colours the browser and is kept', async () => {
    beforeFirstPaint({ prefersDark: false })
    const { chooseTheme } = await import('./theme.ts')
    chooseTheme('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(document.querySelector('meta')?.content).toBe('#130c0c')
    expect(localStorage.getItem('carillon.theme')).toBe('"dark"')
  })

  test('[SH19] the system is followed until a theme is chosen', async () => {
    beforeFirstPaint({ prefersDark: false })
    const system = new EventTarget()
    vi.stubGlobal('matchMedia', () => system)
    const { chooseTheme, followSystemTheme } = await import('./theme.ts')
    const turn = (matches: boolean) => system.dispatchEvent(Object.assign(new Event('change'), { matches }))
    followSystemTheme()
    turn(true)
    expect(document.documentElement.dataset.theme).toBe('dark')
    turn(false)
    expect(document.documentElement.dataset.theme).toBe('light')
    chooseTheme('light')
    turn(true)
    expect(document.documentElement.dataset.theme).toBe('light')
  })
})
