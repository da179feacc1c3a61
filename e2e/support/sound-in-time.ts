import type { Page } from '@playwright/test'

/** Chromium's own, which TypeScript does not know (W3C mediacapture-transform). */
declare const MediaStreamTrackProcessor: new (options: {
  track: MediaStreamTrack
  maxBufferSize: number
}) => { readable: ReadableStream<{ timestamp: number; duration: number; close(): void }> }

/** Time by which the sound of a page fell behind real time: the most at once, and all of it. In seconds. */
export type FellBehind = { most: number; sum: number }

/** Counts how far the sound fell behind between `begin` and `soFar`. */
export type SoundWatch = { begin(): Promise<void>; soFar(): Promise<FellBehind> }

/**
 * Watches the clocks of a page's audio graphs, and what its microphones give: where the browser's audio stands still, nobody
 * has the sound of that time. For Chromium; to be called before the page is opened.
 */
export async function watchSound(page: Page): Promise<SoundWatch> {
  await page.addInitScript(watchClocks)
  return {
    begin: () => page.evaluate('Object.assign(window.soundFellBehind, { most: 0, sum: 0 }) && undefined'),
    soFar: () => page.evaluate('window.soundFellBehind'),
  }
}

/** Runs in the page. Self-contained: it is sent as source text. */
function watchClocks(): void {
  const LOOK_MS = 100
  /** Clocks of audio advance in steps, a buffer of the device each. */
  const STEP_SECONDS = 0.04
  /** Pieces of a microphone, 10 ms each, that wait to be looked at by a page that is busy. */
  const MOST_PIECES = 3_000
  const fellBehind = { most: 0, sum: 0 }
  /** Gives what takes, again and again, by how many seconds one clock is behind real time. */
  const createWatch = () => {
    let before = Number.POSITIVE_INFINITY
    return (behind: number) => {
      const more = behind - before
      if (more > STEP_SECONDS) {
        fellBehind.most = Math.max(fellBehind.most, more)
        fellBehind.sum += more
      }
      before = more > STEP_SECONDS ? behind : Math.min(behind, before)
    }
  }
  const watches = new Map<AudioContext, (behind: number) => void>()
  const Original = window.AudioContext
  window.AudioContext = class extends Original {
    constructor(options?: AudioContextOptions) {
      super(options)
      watches.set(this, createWatch())
      this.addEventListener('statechange', () => watches.set(this, createWatch()))
    }
  }
  setInterval(() => {
    for (const [context, watch] of watches)
      if (context.state === 'running') watch(performance.now() / 1000 - context.currentTime)
  }, LOOK_MS)
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    for (const track of stream.getAudioTracks()) void watchMicrophone(track.clone())
    return stream
  }
  /** A microphone that is short of time leaves pieces out. */
  async function watchMicrophone(track: MediaStreamTrack): Promise<void> {
    const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: MOST_PIECES })
    const watch = createWatch()
    let givenUs = 0
    const reader = readable.getReader()
    for (let read = await reader.read(); read.value; read = await reader.read()) {
      const { timestamp, duration } = read.value
      watch((timestamp - givenUs) / 1e6)
      givenUs += duration
      read.value.close()
    }
  }
  Object.assign(window, { soundFellBehind: fellBehind })
}
