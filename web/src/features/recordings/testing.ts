import type { Recording } from '@carillon/contract/recordings/schemas'

/** A recording of two minutes, as the station describes it. */
export function aRecording(given: Partial<Recording> = {}): Recording {
  return {
    broadcastId: 5,
    url: 'https://station.test/recordings/5.ogg',
    bytes: 1_440_000,
    durationMs: 120_000,
    peaks: [0.1, 0.4, 0.2],
    outages: [],
    isPublic: true,
    isKept: false,
    expiresAt: '2026-12-20T07:25:00.000Z',
    dueAt: '2026-12-20T07:25:00.000Z',
    ...given,
  }
}

/** Fake media element: jsdom has them without sound, and the test says what a browser would. */
export type FakeSound = {
  audio: HTMLAudioElement
  /** Calls to it, in order: `load`, `play`, `pause`. */
  asked: string[]
  /** The place that it was sent to, or has come to, in seconds. */
  at(): number
  /** It sounds, or has come to this second. */
  soundAt(seconds: number): void
  say(event: 'playing' | 'waiting' | 'pause' | 'ended' | 'error'): void
}

/** An audio element whose sound is the test's; `play` is what a press gives. */
export function createFakeSound({ type = 'probably', play = () => Promise.resolve() } = {}): FakeSound {
  const audio = document.createElement('audio')
  const asked: string[] = []
  let currentTime = 0
  Object.defineProperties(audio, {
    currentTime: { get: () => currentTime, set: (seconds) => (currentTime = seconds) },
    canPlayType: { value: () => type },
    load: { value: () => asked.push('load') },
    pause: { value: () => asked.push('pause') },
    play: {
      value: () => {
        asked.push('play')
        return play()
      },
    },
  })
  return {
    audio,
    asked,
    at: () => currentTime,
    soundAt(seconds) {
      currentTime = seconds
      audio.dispatchEvent(new Event('timeupdate'))
    },
    say: (event) => void audio.dispatchEvent(new Event(event)),
  }
}
