// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDjMemory } from './dj-memory.ts'
import { isAllMuted } from './mute.ts'
import { Sound } from './sound.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'
import { type FakeBrowser, openFakeBrowser } from './testing-browser.ts'

let browser: FakeBrowser
let sound: Sound
let timers: FakeTimers

beforeEach(() => {
  browser = openFakeBrowser()
  timers = createFakeTimers()
  sound = new Sound(timers, createDjMemory({ getItem: () => null, setItem: () => {}, removeItem: () => {} }))
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

describe('a browser that starts the sound late', () => {
  const standing = () => {
    const { isAwake, isStarting } = sound.state.get()
    return { isAwake, isStarting }
  }
  let start: () => void

  beforeEach(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    browser.soundStart = promise
    start = resolve
  })

  it('[DJ831] has ten seconds after a press, and no click is missing until then', async () => {
    await sound.choose('microphone')
    const waking = sound.wake()
    timers.advance(9_999)
    expect(standing()).toEqual({ isAwake: false, isStarting: true })
    timers.advance(1)
    expect(await waking).toBe(false)
    expect(standing()).toEqual({ isAwake: false, isStarting: false })
  })

  it('[DJ831] is awake whenever it starts, and not after it was closed', async () => {
    await sound.choose('microphone')
    const waking = sound.wake()
    timers.advance(10_000)
    await waking
    start()
    await vi.waitFor(() => expect(standing()).toEqual({ isAwake: true, isStarting: false }))
    sound.close()
    expect(standing()).toEqual({ isAwake: false, isStarting: false })
  })

  it('[DJ831] of a page without a press soon needs one', async () => {
    browser.hasPressed = false
    await sound.choose('microphone')
    const waking = sound.wake()
    timers.advance(1_500)
    expect(await waking).toBe(false)
    expect(standing()).toEqual({ isAwake: false, isStarting: false })
  })

  it('[DJ831] a start that is still waited for says nothing of sound that was closed and opened again', async () => {
    await sound.choose('microphone')
    const waking = sound.wake()
    sound.close()
    browser.soundStart = null
    await sound.choose('microphone')
    await vi.waitFor(() => expect(standing()).toEqual({ isAwake: true, isStarting: false }))
    timers.advance(10_000)
    expect(await waking).toBe(false)
    expect(standing()).toEqual({ isAwake: true, isStarting: false })
  })
})

describe('the two channels of a mix', () => {
  const shared = () => browser.shared.map(({ readyState }) => readyState)

  it('[DJ106] are muted each for itself, and all is muted with both', async () => {
    await sound.choose('both')
    sound.setMusicMuted(true)
    expect(isAllMuted(sound.state.get())).toBe(false)
    sound.setMuted(true)
    expect(isAllMuted(sound.state.get())).toBe(true)
    sound.setMusicMuted(false)
    expect(sound.state.get()).toMatchObject({ isMuted: true, isMusicMuted: false })
  })

  it('[DJ107] the computer is named by what it shares', async () => {
    await sound.choose('computer')
    expect(sound.state.get().shared).toBe('A browser tab')
    sound.close()
    expect(sound.state.get().shared).toBeNull()
  })

  it('[DJ107] another tab takes the place of the first once it is chosen', async () => {
    await sound.choose('both')
    const { promise, resolve } = Promise.withResolvers<void>()
    browser.askPicker = () => promise
    const sharing = sound.shareAnother()
    expect(shared()).toEqual(['live'])
    resolve()
    await sharing
    timers.advance(1_000)
    expect(shared()).toEqual(['ended', 'live'])
    expect(tracks()).toEqual(['live'])
  })

  it('[DJ823] a microphone that is lost while another tab is chosen stays lost, and named so', async () => {
    await sound.choose('both')
    browser.askPicker = async () => browser.microphones[0]?.end()
    await sound.shareAnother()
    timers.advance(1_000)
    expect(shared()).toEqual(['ended', 'live'])
    expect(sound.state.get()).toMatchObject({ mode: 'computer', input: { state: 'open', mode: 'computer' } })
    expect(sound.state.get().notice).toMatch(/microphone was disconnected/)
  })

  it('[DJ823] sharing that ends while another tab is chosen goes on with that one', async () => {
    for (const mode of ['both', 'computer'] as const) {
      browser.askPicker = async () => {}
      await sound.choose(mode)
      browser.askPicker = async () => browser.shared.at(-1)?.end()
      await sound.shareAnother()
      timers.advance(1_000)
      expect(browser.shared.at(-1)?.readyState).toBe('live')
      expect(sound.state.get()).toMatchObject({ notice: null, input: { state: 'open', mode } })
      sound.close()
    }
  })

  it('[DJ107] what is shared stays when nothing else is chosen', async () => {
    await sound.choose('both')
    browser.askPicker = () => Promise.reject(new DOMException('', 'AbortError'))
    await sound.shareAnother()
    expect(shared()).toEqual(['live'])
    expect(sound.state.get()).toMatchObject({ mode: 'both', requestedMode: null })
    expect(sound.state.get().notice).toMatch(/cancelled/)
  })
})
