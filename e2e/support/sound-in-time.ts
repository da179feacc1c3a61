import type { Page } from '@playwright/test'

/** Chromium's own, which TypeScript does not know (W3C mediacapture-transform). */
declare const MediaStreamTrackProcessor: new (options: {
  track: MediaStreamTrack
  maxBufferSize: number
}) => { readable: ReadableStream<{ timestamp: number; duration: number; close(): void }> }

/** Time by which the sound of a page fell behind real time: the most at once, and all of it. In seconds. */
export type FellBehind = { most: number; sum: number }

/**
 * Watches the clocks of a page's audio graphs, and what its microphones give: where the browser's audio stands still, nobody
 * has the sound of that time. For Chromium; to be called before the page is opened. Gives what reads how far they fell behind
 * so far.
 */
export async function watchSound(page: Page): Promise<() => Promise<FellBehind>> {
  await page.addInitScript(watchClocks)
  return () => page.evaluate('window.soundFellBehind') as Promise<FellBehind>
}

/** Runs in the page. Self-contained: it is sent as source text. */
function watchClocks(): void {
  const LOOK_MS = 100
  /** Clocks of audio advance in steps, a buffer of the device each. */
  const STEP_SECONDS = 0.04
  /** Pieces of a microphone, 10 ms each, that wait to be looked at by a page that is busy. */
  const MOST_PIECES = 3_000
  const fellBehind = { most: 0, sum: 0 }
  const add = (seconds: number) => {
    fellBehind.most = Math.max(fellBehind.most, seconds)
    fellBehind.sum += seconds
  }
  const furthest = new Map<AudioContext, number>()
  const contexts: AudioContext[] = []
  const Original = window.AudioContext
  window.AudioContext = class extends Original {
    constructor(options?: AudioContextOptions) {
      super(options)
      this.addEventListener('statechange', () => furthest.delete(this))
      contexts.push(this)
    }
  }
  setInterval(() => {
    for (const context of contexts.filter(({ state }) => state === 'running')) {
      const behind = performance.now() / 1000 - context.currentTime
      const before = furthest.get(context) ?? behind
      const more = behind - before
      if (more > STEP_SECONDS) add(more)
      furthest.set(context, more > STEP_SECONDS ? behind : Math.min(behind, before))
    }
  }, LOOK_MS)
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    for (const track of stream.getAudioTracks()) void watchMicrophone(track.clone())
    return stream
  }
  /** A microphone that is short of time leaves pieces out: the next one is later than the one before was long. */
  async function watchMicrophone(track: MediaStreamTrack): Promise<void> {
    const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: MOST_PIECES })
    let nextUs = Number.POSITIVE_INFINITY
    const reader = readable.getReader()
    for (let read = await reader.read(); read.value; read = await reader.read()) {
      const { timestamp, duration } = read.value
      if (timestamp > nextUs) add((timestamp - nextUs) / 1e6)
      nextUs = timestamp + duration
      read.value.close()
    }
  }
  Object.assign(window, { soundFellBehind: fellBehind })
}
