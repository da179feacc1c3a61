import type { Page } from '@playwright/test'

/** Time by which the sound of a page fell behind real time: the most at once, and all of it. In seconds. */
export type FellBehind = { most: number; sum: number }

/**
 * Watches the clocks of a page's audio graphs: where the browser's audio stands still, nobody has the sound of that time.
 * To be called before the page is opened. Gives what reads how far they fell behind so far.
 */
export async function watchAudioClocks(page: Page): Promise<() => Promise<FellBehind>> {
  await page.addInitScript(watchClocks)
  return () => page.evaluate('window.audioFellBehind') as Promise<FellBehind>
}

/** Runs in the page. Self-contained: it is sent as source text. */
function watchClocks(): void {
  const LOOK_MS = 100
  /** Clocks of audio advance in steps, a buffer of the device each. */
  const STEP_SECONDS = 0.04
  const fellBehind = { most: 0, sum: 0 }
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
      if (more > STEP_SECONDS) {
        fellBehind.most = Math.max(fellBehind.most, more)
        fellBehind.sum += more
      }
      furthest.set(context, more > STEP_SECONDS ? behind : Math.min(behind, before))
    }
  }, LOOK_MS)
  Object.assign(window, { audioFellBehind: fellBehind })
}
