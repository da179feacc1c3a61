import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    listenerProbe: ListenerProbe
    studioClicks: number[]
  }
}

type ListenerProbe = {
  pressedAt: number | null
  soundAt: number | null
  clicksAt: number[]
  gapsAt: number[]
  engine: () => 'near' | 'plain' | null
  hears: (frequencyHz: number) => boolean
  isSilent: () => boolean
}

/** Puts an ear into each page of the context, before the page's own code runs. */
export async function giveListenerProbes(context: BrowserContext): Promise<void> {
  await context.addInitScript(installListenerProbe)
}

/** Waits until the page sounds with this tone, alone or as one of the loudest. */
export async function waitForTone(page: Page, frequencyHz: number, timeout = 30_000): Promise<void> {
  await page.waitForFunction((toneHz) => window.listenerProbe.hears(toneHz), frequencyHz, {
    timeout,
    polling: 100,
  })
}

/** Whether the page is silent: nothing plays, or what plays is below -60 dB. */
export function isSilent(page: Page): Promise<boolean> {
  return page.evaluate(() => window.listenerProbe.isSilent())
}

/** Milliseconds from the last press of a button to the first sound after it. */
export async function pressToSoundMs(page: Page): Promise<number> {
  const { pressedAt, soundAt } = await page.evaluate(() => ({
    pressedAt: window.listenerProbe.pressedAt,
    soundAt: window.listenerProbe.soundAt,
  }))
  if (pressedAt === null || soundAt === null) throw new Error('nothing was pressed, or nothing sounded')
  return soundAt - pressedAt
}

/** Which engine sounds: near plays a MediaStream, plain an address. */
export function engineOf(page: Page): Promise<'near' | 'plain' | null> {
  return page.evaluate(() => window.listenerProbe.engine())
}

/** Puts an ear at the microphone: `studioClicks` of each page are the clicks it captures, on the wall clock. */
export async function giveMicrophoneProbes(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const CLICK = 0.3
    const REST_MS = 500
    const clicks: number[] = []
    window.studioClicks = clicks
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      const context = new AudioContext()
      const analyser = context.createAnalyser()
      // A third of a second: a busy page may look seldom.
      analyser.fftSize = 16_384
      context.createMediaStreamSource(stream.clone()).connect(analyser)
      const samples = new Float32Array(analyser.fftSize)
      setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        const click = samples.findIndex((sample) => Math.abs(sample) > CLICK)
        const ageMs = ((samples.length - click) / context.sampleRate) * 1000
        const at = performance.timeOrigin + performance.now() - ageMs
        if (click >= 0 && at - (clicks.at(-1) ?? 0) > REST_MS) clicks.push(at)
      }, 10)
      return stream
    }
  })
}

/**
 * Runs in the page. Listens to whatever media element plays, attached to the document or not, through an analyser on
 * what the element puts out. Self-contained: it is sent as source text.
 */
// Long: it is sent to the page as source text, so that it can call nothing outside itself.
export function installListenerProbe(): void {
  type Tap = { element: HTMLMediaElement; source: unknown; analyser: AnalyserNode; context: AudioContext }
  const SOUND = 0.01
  const CLICK = 0.3
  const SILENCE = 0.002
  const SILENCE_DB = -60
  const LOUDEST_WITHIN_DB = 15
  const REST_MS = 500
  const BLOCK_SAMPLES = 480
  const taps: Tap[] = []
  const elementNodes = new Map<HTMLMediaElement, { context: AudioContext; node: AudioNode }>()
  const samples = new Float32Array(16_384)
  const now = () => performance.timeOrigin + performance.now()
  const listenerProbe: ListenerProbe = {
    pressedAt: null,
    soundAt: null,
    clicksAt: [],
    gapsAt: [],
    engine: () => null,
    hears: () => false,
    isSilent: () => true,
  }

  function tap(element: HTMLMediaElement): void {
    const own = element.srcObject instanceof MediaStream ? element.srcObject : null
    const source = own ?? element.currentSrc
    if (!source || taps.some((known) => known.element === element && known.source === source)) return
    const { context, node } = own ? ofStream(own) : ofElement(element)
    const analyser = context.createAnalyser()
    analyser.fftSize = 16_384
    analyser.smoothingTimeConstant = 0
    node.connect(analyser)
    for (const old of taps.filter((known) => known.element === element)) taps.splice(taps.indexOf(old), 1)
    taps.push({ element, source, analyser, context })
  }

  function ofStream(stream: MediaStream): { context: AudioContext; node: AudioNode } {
    const context = new AudioContext()
    return { context, node: context.createMediaStreamSource(stream) }
  }

  /** `captureStream` of an element adds seconds and gaps of its own; its node in an audio graph does not. */
  function ofElement(element: HTMLMediaElement): { context: AudioContext; node: AudioNode } {
    const known = elementNodes.get(element)
    if (known) return known
    const context = new AudioContext()
    const node = context.createMediaElementSource(element)
    node.connect(context.destination)
    elementNodes.set(element, { context, node })
    return { context, node }
  }

  const sounding = () => taps.filter(({ element }) => !element.paused && !element.muted && element.volume > 0)

  /** Remembers a moment, once for all that lies within half a second of it. */
  function note(moments: number[], at: number): void {
    if (at - (moments.at(-1) ?? Number.NEGATIVE_INFINITY) > REST_MS) moments.push(at)
  }

  function hasSilentBlock(): boolean {
    for (let start = 0; start + BLOCK_SAMPLES <= samples.length; start += BLOCK_SAMPLES) {
      if (samples.subarray(start, start + BLOCK_SAMPLES).every((sample) => Math.abs(sample) < SILENCE))
        return true
    }
    return false
  }

  function watch(): void {
    for (const { analyser } of sounding()) {
      analyser.getFloatTimeDomainData(samples)
      const atSample = (index: number) =>
        now() - ((samples.length - index) / analyser.context.sampleRate) * 1000
      const sound = samples.findIndex((sample) => Math.abs(sample) > SOUND)
      const click = samples.findIndex((sample) => Math.abs(sample) > CLICK)
      if (sound >= 0) listenerProbe.soundAt ??= atSample(sound)
      if (click >= 0) note(listenerProbe.clicksAt, atSample(click))
      if (listenerProbe.soundAt !== null && hasSilentBlock()) note(listenerProbe.gapsAt, now())
    }
  }

  listenerProbe.engine = () => {
    const loud = sounding().at(-1)
    if (!loud) return null
    return loud.element.srcObject ? 'near' : 'plain'
  }
  /** The loudest level among the bins within `width` of `middle`; all bins when neither is given. */
  function peakDb({ analyser }: Tap, middle = 0, width = Number.POSITIVE_INFINITY): number {
    const bins = new Float32Array(analyser.frequencyBinCount)
    analyser.getFloatFrequencyData(bins)
    return bins.reduce(
      (best, level, bin) => (bin > 1 && Math.abs(bin - middle) <= width ? Math.max(best, level) : best),
      Number.NEGATIVE_INFINITY,
    )
  }

  listenerProbe.isSilent = () => sounding().every((each) => peakDb(each) < SILENCE_DB)
  listenerProbe.hears = (frequencyHz) =>
    sounding().some((each) => {
      const middle = (frequencyHz * each.analyser.fftSize) / each.context.sampleRate
      const level = peakDb(each, middle, 3)
      return level > SILENCE_DB && level > peakDb(each) - LOUDEST_WITHIN_DB
    })

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
      listenerProbe.pressedAt = now()
      listenerProbe.soundAt = null
    },
    true,
  )
  setInterval(watch, 10)
  window.listenerProbe = listenerProbe
}
