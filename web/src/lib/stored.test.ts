// @vitest-environment jsdom

import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { forgetStored } from './forget-stored.ts'
import { storedValue } from './stored.ts'

const themeSchema = z.enum(['light', 'dark'])

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('[SH95] a value comes back as it was kept, until it is forgotten', () => {
  const theme = storedValue('theme', themeSchema)
  expect(theme.read()).toBeNull()
  expect(theme.write('dark')).toBe(true)
  expect(storedValue('theme', themeSchema).read()).toBe('dark')
  expect(Object.keys(localStorage)).toEqual(['carillon.theme'])
  theme.forget()
  expect(Object.keys(localStorage)).toEqual([])
})

test.each(['', '{', 'null', '7', '"sepia"'])('[SH95] %j counts as nothing kept', (text) => {
  localStorage.setItem('carillon.theme', text)
  expect(storedValue('theme', themeSchema).read()).toBeNull()
})

test('[SH95] parts of one name are kept apart', () => {
  storedValue('chat-draft', z.string(), { part: '7.3' }).write('Hello')
  expect(storedValue('chat-draft', z.string(), { part: '7.3' }).read()).toBe('Hello')
  expect(storedValue('chat-draft', z.string(), { part: '8.3' }).read()).toBeNull()
})

test('[SH96] what an earlier version kept is read, and gone with the next write', () => {
  localStorage.setItem('theme', 'dark')
  const theme = storedValue('theme', themeSchema)
  expect(theme.read()).toBe('dark')
  theme.write('light')
  expect(Object.keys(localStorage)).toEqual(['carillon.theme'])
  expect(theme.read()).toBe('light')
})

test('[SH95] where storage is forbidden a value lasts as long as the page, or until all is forgotten', () => {
  const forbidden = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('window', globalThis)
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') as PropertyDescriptor
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: forbidden })
  const theme = storedValue('theme', themeSchema)
  theme.write('dark')
  expect(theme.read()).toBe('dark')
  forgetStored()
  expect(theme.read()).toBeNull()
  Object.defineProperty(globalThis, 'localStorage', own)
})

test('[SH95] no other module of the pages keeps anything in the browser', () => {
  const modules = globSync('web/src/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.tsx?$|-testing\.tsx?$|src\/testing\//.test(path),
  )
  const keeping = modules.filter((path) => /\b(local|session)Storage\b/.test(readFileSync(path, 'utf8')))
  expect(modules.length).toBeGreaterThan(300)
  expect(keeping.sort()).toEqual(['web/src/lib/stored.ts'])
})
