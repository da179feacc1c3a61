// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RecordingPlayer } from '../../features/recordings/recording-player.ts'
import { createFakeSound } from '../../features/recordings/testing.ts'
import type { Engine } from '../../features/stream/listener/engine.ts'
import { offerBackStep } from '../../features/stream/listener/lock-screen-buttons.ts'
import { Player } from '../../features/stream/listener/player.ts'
import { connectRecording } from './connect-recording.ts'

/** An engine that connects and says nothing: what is tested is who may sound. */
const silentEngine: Engine = {
  kind: 'plain',
  endsLaterByMs: 0,
  start: () => undefined,
  close: () => undefined,
  setLoudness: () => undefined,
  fadeOut: () => undefined,
  level: () => null,
}

const handlers = new Map<string, MediaSessionActionHandler | null>()
const session = {
  metadata: null as { title: string } | null,
  playbackState: 'none',
  setActionHandler: (name: string, handler: MediaSessionActionHandler | null) => handlers.set(name, handler),
  setPositionState: () => undefined,
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  Object.assign(session, { metadata: null, playbackState: 'none' })
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true })
  Object.assign(globalThis, { MediaMetadata: Object })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaSession')
  Reflect.deleteProperty(globalThis, 'MediaMetadata')
})

function open() {
  const { audio, say } = createFakeSound()
  const recording = new RecordingPlayer({ url: '/recordings/5.ogg', durationMs: 120_000, audio })
  const live = new Player({ choose: () => 'plain', create: () => silentEngine })
  const close = recording.open()
  const leave = connectRecording(recording, live, { title: 'Morning', djName: 'DJ Mikael' })
  const states = () => [recording.snapshot.get().state, live.snapshot.get().state.name]
  return { audio, say, recording, live, states, leave, close }
}

describe('a recording beside the live stream', () => {
  test('[WR3] whichever begins pauses the other', () => {
    const { recording, live, states } = open()
    live.play()
    expect(states()).toEqual(['ready', 'connecting'])
    recording.play()
    expect(states()).toEqual(['loading', 'idle'])
    live.play()
    expect(states()).toEqual(['paused', 'connecting'])
  })

  test('[WR3] they share volume and mute', () => {
    const { audio, live } = open()
    expect(audio.volume).toBe(0.8)
    live.setVolume(35)
    expect(audio.volume).toBe(0.35)
    live.toggleMute()
    expect(audio.muted).toBe(true)
  })

  test('[WR3] the lock screen is the one that sounds: it seeks a recording, and is given back', () => {
    const { recording, live, states, leave } = open()
    recording.play()
    expect([session.metadata?.title, session.playbackState]).toEqual(['Morning', 'playing'])
    handlers.get('seekto')?.({ action: 'seekto', seekTime: 30 })
    handlers.get('seekforward')?.({ action: 'seekforward' })
    expect(recording.snapshot.get().atMs).toBe(60_000)
    handlers.get('pause')?.({ action: 'pause' })
    expect([states()[0], session.playbackState]).toEqual(['paused', 'paused'])
    leave()
    expect([session.metadata, handlers.get('seekto')]).toEqual([null, null])
    handlers.get('play')?.({ action: 'play' })
    expect(live.snapshot.get().state.name).toBe('connecting')
  })

  test('[WR3] the way back in what is live is there again after a recording, and only then', () => {
    const { recording, live, leave } = open()
    const back = vi.fn()
    const undo = offerBackStep(back)
    const press = () => handlers.get('seekbackward')?.({ action: 'seekbackward' })
    recording.play()
    press()
    expect(back).not.toHaveBeenCalled()
    live.play()
    press()
    expect(back).toHaveBeenCalledOnce()
    undo()
    expect(handlers.get('seekbackward')).toBeNull()
    leave()
  })

  test('[WR3] after it was left the live stream no longer minds it', () => {
    const { recording, live, states, leave, close } = open()
    leave()
    close()
    live.play()
    recording.setLoudness(0.5)
    expect(states()).toEqual(['ready', 'connecting'])
  })
})
