// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { RecordingPlayer } from './recording-player.ts'
import { createFakeSound } from './testing.ts'

const closes: (() => void)[] = []
afterEach(() => {
  for (const close of closes.splice(0)) close()
})

function open(sound = createFakeSound()) {
  const player = new RecordingPlayer({ url: '/recordings/5.ogg', durationMs: 120_000, audio: sound.audio })
  closes.push(player.open())
  return { ...sound, player, shown: () => player.snapshot.get() }
}

describe('RecordingPlayer', () => {
  test('[WR2] asks for nothing before somebody presses Play', () => {
    const { audio, asked, shown } = open()
    expect(audio.preload).toBe('none')
    expect(asked).toEqual([])
    expect(shown()).toEqual({ state: 'ready', atMs: 0 })
  })

  test('[WR2] loads, plays, waits, pauses and ends as its element does', () => {
    const { player, say, soundAt, shown } = open()
    player.play()
    expect(shown().state).toBe('loading')
    say('playing')
    soundAt(3.5)
    expect(shown()).toEqual({ state: 'playing', atMs: 3_500 })
    say('waiting')
    expect(shown().state).toBe('loading')
    say('playing')
    player.pause()
    expect(shown()).toEqual({ state: 'paused', atMs: 3_500 })
    player.play()
    say('ended')
    expect(shown()).toEqual({ state: 'ended', atMs: 120_000 })
  })

  test('[WR2] a pause rests where the sound is, which browsers tell only now and then', () => {
    const { audio, player, say, shown } = open()
    player.play()
    say('playing')
    audio.currentTime = 7.24
    player.pause()
    expect(shown()).toEqual({ state: 'paused', atMs: 7_240 })
  })

  test('[WR2] a pause by the system is a pause', () => {
    const { player, say, shown } = open()
    player.play()
    say('playing')
    say('pause')
    expect(shown().state).toBe('paused')
  })

  test('[WR2] after the end it begins anew', () => {
    const { player, say, at, shown } = open()
    player.play()
    say('ended')
    player.play()
    expect([at(), shown()]).toEqual([0, { state: 'loading', atMs: 0 }])
  })

  test('[WR2] a place chosen before Play, or after the end, is where it begins', () => {
    const { player, say, at, shown } = open()
    player.seek(45_000)
    expect([at(), shown()]).toEqual([45, { state: 'ready', atMs: 45_000 }])
    player.play()
    say('ended')
    player.seek(60_000)
    expect([at(), shown()]).toEqual([60, { state: 'paused', atMs: 60_000 }])
  })

  test.each([
    [-5_000, 0],
    [500_000, 120_000],
  ])('[WR4] %i ms lies outside: it goes to %i', (asked, given) => {
    const { player, shown } = open()
    player.seek(asked)
    expect(shown().atMs).toBe(given)
  })

  test('[WR2] a failure keeps the place, and Play goes on there', () => {
    const { player, audio, say, soundAt, at, shown } = open()
    player.play()
    say('playing')
    soundAt(70)
    say('error')
    expect(shown()).toEqual({ state: 'failed', atMs: 70_000 })
    soundAt(0)
    player.play()
    expect(audio.getAttribute('src')).toBe('/recordings/5.ogg')
    expect([at(), shown()]).toEqual([70, { state: 'loading', atMs: 70_000 }])
  })

  test('[WR2] the network that returns goes on by itself after a failure, and begins nothing', () => {
    const { player, say, asked, shown } = open()
    dispatchEvent(new Event('online'))
    expect(asked).toEqual([])
    player.play()
    say('error')
    dispatchEvent(new Event('online'))
    expect(shown().state).toBe('loading')
  })

  test('[WR2] but not once it was paused, or where it rested; Play loads it again there', () => {
    for (const order of [['error', 'pause'] as const, ['pause', 'error'] as const]) {
      const { player, audio, say, soundAt, at, shown } = open()
      const acts = { pause: () => player.pause(), error: () => say('error') }
      player.play()
      say('playing')
      soundAt(70)
      for (const act of order) acts[act]()
      expect(shown()).toEqual({ state: 'paused', atMs: 70_000 })
      dispatchEvent(new Event('online'))
      expect(shown().state).toBe('paused')
      soundAt(0)
      audio.removeAttribute('src')
      player.play()
      expect([audio.getAttribute('src'), at(), shown().state]).toEqual(['/recordings/5.ogg', 70, 'loading'])
    }
  })

  test('[WR2] a browser that refuses to sound without a gesture leaves it paused', async () => {
    const refuse = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'))
    const { player, shown } = open(createFakeSound({ play: refuse }))
    player.play()
    await expect.poll(() => shown().state).toBe('paused')
  })

  test('[WR6] a browser without the format says so and plays nothing', () => {
    const { player, asked, shown } = open(createFakeSound({ type: '' }))
    player.play()
    expect([shown().state, asked]).toEqual(['no-format', []])
  })

  test('[WR2] leaving the page lets go of the file', () => {
    const { player, audio, shown } = open()
    player.play()
    closes.pop()?.()
    expect(audio.hasAttribute('src')).toBe(false)
    expect(audio.isConnected).toBe(false)
    expect(shown().state).toBe('paused')
  })

  test('[WR3] no loudness is also mute, for devices that keep the volume to themselves', () => {
    const { player, audio } = open()
    player.setLoudness(0.3)
    expect([audio.volume, audio.muted]).toEqual([0.3, false])
    player.setLoudness(0)
    expect(audio.muted).toBe(true)
  })
})
