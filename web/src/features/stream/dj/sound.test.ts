// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDjMemory } from './dj-memory.ts'
import { Sound } from './sound.ts'
import { createFakeTimers } from './testing.ts'
import { type FakeBrowser, openFakeBrowser } from './testing-browser.ts'

let browser: FakeBrowser
let sound: Sound

beforeEach(() => {
  browser = openFakeBrowser()
  sound = new Sound(
    createFakeTimers(),
    createDjMemory({ getItem: () => null, setItem: () => {}, removeItem: () => {} }),
  )
})

afterEach(() => {
  sound.close()
  browser.close()
  vi.restoreAllMocks()
})

const tracks = () => browser.microphones.map(({ readyState }) => readyState)
const contexts = () => browser.contexts.map(({ state }) => state)

describe("the DJ's sound", () => {
  it('[DJ40] an audio graph that could not be built is built anew at the next try, and leaves nothing open', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    browser.loadWorklet = () => Promise.reject(new Error('the network is away'))
    await sound.choose('microphone')
    expect(sound.state.get().input.state).toBe('failed')
    expect([tracks(), contexts()]).toEqual([['ended'], ['closed']])
    browser.loadWorklet = () => Promise.resolve()
    await sound.choose('microphone')
    expect(sound.state.get().input.state).toBe('open')
    expect([tracks(), contexts()]).toEqual([
      ['ended', 'live'],
      ['closed', 'running'],
    ])
  })

  it('[DJ40] closing while the sound is still being opened closes it', async () => {
    const opening = sound.choose('microphone')
    sound.close()
    await opening
    expect([tracks(), contexts()]).toEqual([['ended'], ['closed']])
    expect(sound.isOpen).toBe(false)
  })

  it('[DJ40] a graph that the system suspends goes on by itself', async () => {
    await sound.choose('microphone')
    const [context] = browser.contexts
    if (!context) throw new Error('no context')
    context.state = 'suspended'
    context.onstatechange?.()
    expect(contexts()).toEqual(['running'])
  })
})
