import { describe, expect, test } from 'vitest'
import { feedKeyOf, nextRow } from './feed-keys.ts'

const press = (key: string, modifiers: object = {}) =>
  feedKeyOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...modifiers })

describe('keys on a message', () => {
  test('[MV12] letters count in both cases, with Shift only Delete means something else', () => {
    expect(['b', 'B', 't', 's', 'S', 'Delete', 'Backspace'].map((key) => press(key))).toEqual([
      'ban',
      'ban',
      'timeout',
      'slow-mode',
      'slow-mode',
      'remove',
      'remove',
    ])
    expect(press('Delete', { shiftKey: true })).toBe('remove-now')
    expect(press('B', { shiftKey: true })).toBe('ban')
  })

  test('[MV12] what belongs to the browser stays the browser’s', () => {
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
      expect(['b', 's', 'Delete', 'ArrowUp'].map((key) => press(key, { [modifier]: true }))).toEqual(
        Array(4).fill(undefined),
      )
    expect(['a', 'Tab', 'Enter', ' ', 'constructor'].map((key) => press(key))).toEqual(
      Array(5).fill(undefined),
    )
  })

  test('[MV11] arrows go one message on and stop at the ends', () => {
    expect([nextRow('up', 2, 3), nextRow('up', 0, 3), nextRow('down', 1, 3), nextRow('down', 2, 3)]).toEqual([
      1, 0, 2, 2,
    ])
    expect([nextRow('first', 1, 3), nextRow('last', 1, 3), nextRow('up', -1, 3)]).toEqual([0, 2, 2])
    expect([nextRow('up', -1, 0), nextRow('remove', 1, 3)]).toEqual([undefined, undefined])
  })
})
