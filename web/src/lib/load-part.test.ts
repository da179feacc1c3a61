// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isPartWaiting, loadPart, NewVersionError } from './load-part.ts'

const PAGE = '<script type="module" crossorigin src="/assets/index-a.js"></script>'
const OTHER = PAGE.replace('index-a', 'index-b')

let answer: () => Promise<Response>
beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = PAGE
  vi.stubGlobal('fetch', () => answer())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An import that fails so often, and then gives the part. */
function failing(times: number) {
  return vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Importing a module script failed.')
    return 'part'
  })
}
let load: ReturnType<typeof failing>

const page = async (text: string, status = 200) => new Response(text, { status })

it.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers in its place', () => page('Bad gateway', 502)],
  ['the sign-in of a network answers', () => page('<h1>Log in</h1>')],
])('[SH92] a part is asked for again after 5 s while %s', async (_, given) => {
  answer = given
  load = failing(2)
  const part = loadPart(load)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(load).toHaveBeenCalledTimes(1)
  expect(isPartWaiting.get()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('online'))
  await expect(part).resolves.toBe('part')
  expect(isPartWaiting.get()).toBe(false)
})

it('[SH30] another version of the station is a new one', async () => {
  answer = () => page(OTHER)
  load = failing(1)
  await expect(loadPart(load)).rejects.toBeInstanceOf(NewVersionError)
})

it('[SH92] a part that the station has, and that fails three times, is broken', async () => {
  answer = () => page(PAGE)
  load = failing(9)
  const part = expect(loadPart(load)).rejects.toThrow('Importing a module script failed.')
  await vi.advanceTimersByTimeAsync(10_000)
  await part
  expect(load).toHaveBeenCalledTimes(3)
  expect(isPartWaiting.get()).toBe(false)
})
