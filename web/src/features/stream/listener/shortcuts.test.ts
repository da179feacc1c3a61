// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const press = (
  key: string,
  target: EventTarget | null = document.body,
  change: Partial<KeyboardEvent> = {},
) => shortcutOf({ key, target, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...change })

test('[LS31] P plays and pauses, M mutes', () => {
  expect(press('p')).toBe('toggle-play')
  expect(press('M')).toBe('toggle-mute')
  expect(press('x')).toBeUndefined()
})

test('[LS31] not with a modifier, held down, or while typing', () => {
  expect(press('p', document.body, { ctrlKey: true })).toBeUndefined()
  expect(press('p', document.body, { repeat: true })).toBeUndefined()
  expect(press('m', document.createElement('textarea'))).toBeUndefined()
})

test('[LS31] the volume slider is no typing', () => {
  const slider = document.createElement('input')
  slider.type = 'range'
  expect(press('m', slider)).toBe('toggle-mute')
})
