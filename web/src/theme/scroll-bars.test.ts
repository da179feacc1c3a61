// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FADE_AFTER_MS, showScrollBarsInUse } from './scroll-bars.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div class="scroll-area"><p>Text</p></div><p>Elsewhere</p>'
  showScrollBarsInUse(document)
})
afterEach(() => void vi.useRealTimers())

const area = () => document.querySelector('.scroll-area') ?? expect.fail()
const isShown = () => area().classList.contains('is-used')

it.each(['scroll', 'wheel', 'touchmove', 'keydown'])(
  '[SH90] %s shows the bar, until 600 ms after the last',
  (sign) => {
    const text = area().querySelector('p')
    text?.dispatchEvent(new Event(sign, { bubbles: sign !== 'scroll' }))
    expect(isShown()).toBe(true)
    vi.advanceTimersByTime(FADE_AFTER_MS - 1)
    area().dispatchEvent(new Event(sign))
    vi.advanceTimersByTime(FADE_AFTER_MS - 1)
    expect(isShown()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isShown()).toBe(false)
  },
)

it('[SH90] what is used elsewhere shows no bar', () => {
  document.body.lastElementChild?.dispatchEvent(new Event('wheel', { bubbles: true }))
  expect(isShown()).toBe(false)
})
