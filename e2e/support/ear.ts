import type { BrowserContext, Page } from '@playwright/test'

/** What an ear at the loudspeaker hears: the strongest frequency and its level. */
export type Heard = { frequencyHz: number; levelDb: number }
/** Moments of one page on the wall clock, in milliseconds. */
export type EarTimes = { pressedAt: number | null; soundAt: number | null }

declare global {
  interface Window {
    ear: Ear
  }
}

type Ear = {
  pressedAt: number | null
  soundAt: number | null
  clicksAt: number[]
  engine: () => 'near' | 'plain' | null
  hear: () => { frequencyHz: number; levelDb: number } | null
}

/** Puts an ear into each page of the context, before the page's own code runs. */
export async function giveEars(context: BrowserContext): Promise<void> {
  await context.addInitScript(installEar)
}

/** Waits until the page sounds with this tone, within 2 %. */
export async function hearTone(page: Page, frequencyHz: number, timeout = 15_000): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const heard = window.ear.hear()
      return heard !== null && heard.levelDb > -60 && Math.abs(heard.frequencyHz - wanted) < wanted * 0.02
    },
    frequencyHz,
    { timeout, polling: 100 },
  )
}

/** Milliseconds from the last press of a button to the first sound after it. */
export async function pressToSoundMs(page: Page): Promise<number> {
  const { pressedAt, soundAt } = await page.evaluate(() => ({
    pressedAt: window.ear.pressedAt,
    soundAt: window.ear.soundAt,
  }))
  if (pressedAt === null || soundAt === null) throw new Error('nothing was pressed, or nothing sounded')
  return soundAt - pressedAt
}

/** Which engine sounds: near plays a MediaStream, plain an address. */
export function engineOf(page: Page): Promise<'near' | 'plain' | null> {
  return page.evaluate(() => window.ear.engine())
}

/**
 * Runs in the page. Listens to whatever media element plays, attached to the document or not, through an analyser on
 * what the element puts out. Self-contained: it is sent as source text.
 */
export function installEar(): void {
  type Tap = { element: HTMLMediaElement; source: unknown; analyser: AnalyserNode; context: AudioContext }
  type Capturing = HTMLMediaElement & {
    captureStream?: () => MediaStream
    mozCaptureStream?: () => MediaStream
  }
  const LOUD = 0.01
  const CLICK_REST_MS = 500
  const taps: Tap[] = []
  const samples = new Float32Array(2048)
  const now = () => performance.timeOrigin + performance.now()
  const ear: Ear = { pressedAt: null, soundAt: null, clicksAt: [], engine: () => null, hear: () => null }

  function tap(element: HTMLMediaElement): void {
    const capturing = element as Capturing
    const own = element.srcObject instanceof MediaStream ? element.srcObject : null
    const source = own ?? element.currentSrc
    if (!source || taps.some((known) => known.element === element && known.source === source)) return
    const stream = own ?? (capturing.captureStream ?? capturing.mozCaptureStream)?.call(capturing)
    if (!stream) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 8192
    analyser.smoothingTimeConstant = 0
    const connect = () => {
      if (stream.getAudioTracks().length > 0) context.createMediaStreamSource(stream).connect(analyser)
    }
    connect()
    stream.addEventListener('addtrack', connect)
    for (const old of taps.filter((known) => known.element === element)) taps.splice(taps.indexOf(old), 1)
    taps.push({ element, source, analyser, context })
  }

  const sounding = () => taps.filter(({ element }) => !element.paused && !element.muted && element.volume > 0)

  function loudestSample({ analyser }: Tap): { value: number; ageMs: number } {
    analyser.getFloatTimeDomainData(samples)
    const first = samples.findIndex((sample) => Math.abs(sample) > LOUD)
    const value = first < 0 ? 0 : Math.abs(samples[first] ?? 0)
    return { value, ageMs: ((samples.length - first) / analyser.context.sampleRate) * 1000 }
  }

  function watch(): void {
    for (const each of sounding()) {
      const { value, ageMs } = loudestSample(each)
      if (value === 0) continue
      const at = now() - ageMs
      ear.soundAt ??= at
      if (at - (ear.clicksAt.at(-1) ?? 0) > CLICK_REST_MS) ear.clicksAt.push(at)
    }
  }

  ear.engine = () => {
    const loud = sounding().at(-1)
    if (!loud) return null
    return loud.element.srcObject ? 'near' : 'plain'
  }
  ear.hear = () => {
    let best: { frequencyHz: number; levelDb: number } | null = null
    for (const { analyser, context } of sounding()) {
      const bins = new Float32Array(analyser.frequencyBinCount)
      analyser.getFloatFrequencyData(bins)
      let peak = 0
      for (let bin = 1; bin < bins.length; bin += 1) if ((bins[bin] ?? 0) > (bins[peak] ?? 0)) peak = bin
      const levelDb = bins[peak] ?? Number.NEGATIVE_INFINITY
      if (best && best.levelDb >= levelDb) continue
      best = { frequencyHz: (peak * context.sampleRate) / analyser.fftSize, levelDb }
    }
    return best
  }

  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    tap(this)
    this.addEventListener('loadedmetadata', () => tap(this))
    this.addEventListener('playing', () => tap(this))
    return play.call(this)
  }
  document.addEventListener(
    'click',
    () => {
      ear.pressedAt = now()
      ear.soundAt = null
    },
    true,
  )
  setInterval(watch, 10)
  window.ear = ear
}
