import { readFileSync } from 'node:fs'
import path from 'node:path'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { COMPOSER_ID } from '../lib/composer-id.ts'
import { toast, toasts } from './toast.ts'
import { Toaster } from './toaster.tsx'

const SHOWN_MS = 5_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  render(<Toaster />)
})
afterEach(() => {
  cleanup()
  toasts.set([])
  vi.useRealTimers()
})

const say = (...args: Parameters<typeof toast>) => act(() => toast(...args))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const region = () => screen.getByRole('region', { name: 'Notices' })

test('[SH304] the sheet moves toasts away from the message field, after it placed them', () => {
  const sheet = readFileSync(path.resolve('web/src/theme/controls.css'), 'utf8')
  const placed = sheet.indexOf('\n.toaster {')
  const moved = sheet.indexOf(`:root:has(#${COMPOSER_ID}) .toaster {`)
  expect(placed).toBeGreaterThan(0)
  expect(moved).toBeGreaterThan(placed)
})

describe('toasts', () => {
  test('[SH20] one polite region is there from the start and says each result for 5 s', () => {
    expect(region().getAttribute('aria-live')).toBe('polite')
    say('Saved')
    pass(SHOWN_MS - 1)
    expect(screen.getByText('Saved')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('[SH20] under the pointer time stands still', () => {
    say('Saved')
    pass(3_000)
    fireEvent.pointerEnter(region())
    pass(60_000)
    expect(screen.getByText('Saved')).toBeTruthy()
    fireEvent.pointerLeave(region())
    pass(1_999)
    expect(screen.getByText('Saved')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('[SH20] with the focus inside time stands still', () => {
    say('Saved')
    fireEvent.focus(screen.getByRole('button', { name: 'Close' }))
    pass(60_000)
    expect(screen.getByText('Saved')).toBeTruthy()
  })

  test('[SH20] one with an action stays until it is used', () => {
    const undo = vi.fn()
    say('Removed', { action: { label: 'Undo', onClick: undo } })
    pass(60_000)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('Removed')).toBeNull()
  })

  test('[SH20] the same words with another action take the place of the former', () => {
    const undo = [vi.fn(), vi.fn()]
    for (const onClick of undo) say('Removed', { action: { label: 'Undo', onClick } })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo[0]).not.toHaveBeenCalled()
    expect(undo[1]).toHaveBeenCalledOnce()
    expect(screen.queryByText('Removed')).toBeNull()
  })

  test('[SH611] one that stays is there until it is closed', () => {
    say('You have been signed out', { stays: true })
    pass(60_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('You have been signed out')).toBeNull()
  })

  test('[SH20] at most three are shown, the oldest makes room, none is said twice', () => {
    for (const text of ['one', 'two', 'two', 'three', 'four']) say(text)
    expect(toasts.get().map((item) => item.text)).toEqual(['two', 'three', 'four'])
  })

  test('[SH20] one that stays makes no room for one that passes, unless all stay', () => {
    say('You have been signed out', { stays: true })
    say('Removed', { action: { label: 'Undo', onClick: () => undefined } })
    for (const text of ['one', 'two']) say(text)
    const texts = () => toasts.get().map(({ text }) => text)
    expect(texts()).toEqual(['You have been signed out', 'Removed', 'two'])
    say('Your show was ended', { stays: true })
    say('three')
    expect(texts()).toEqual(['Removed', 'Your show was ended', 'three'])
  })

  test('[SH20] F6 brings the focus', () => {
    fireEvent.keyDown(window, { key: 'F6' })
    expect(document.activeElement).toBe(document.body)
    say('Saved')
    fireEvent.keyDown(window, { key: 'F6' })
    expect(document.activeElement).toBe(region())
  })
})
