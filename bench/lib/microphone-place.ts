import type { BrowserContext, Page } from '@playwright/test'

/** A place in the sound of the fake microphone, in seconds of its file, and when it was there (ms since 1970). */
export type MicrophonePlace = { played: number; atMs: number }

/** Has each page of a context keep the microphone that it opens, so that its place can be measured, and note when it is left. */
export async function keepMicrophone(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const devices = navigator.mediaDevices
    const open = devices?.getUserMedia.bind(devices)
    if (!open) return
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      Object.assign(window, { keptMicrophone: stream })
      return stream
    }
    addEventListener('pagehide', () => localStorage.setItem('leftAtMs', String(Date.now())))
  })
}

/** Place of a rising sound that the page's microphone is at, by the pitch of the last tenth of a second. */
export async function microphonePlace(
  page: Page,
  { fromHz, hzPerSecond }: { fromHz: number; hzPerSecond: number },
): Promise<MicrophonePlace> {
  const { hz, atMs } = await page.evaluate(async () => {
    const context = new AudioContext({ sampleRate: 48_000 })
    const analyser = new AnalyserNode(context, { fftSize: 4_096 })
    const { keptMicrophone } = window as unknown as { keptMicrophone: MediaStream }
    context.createMediaStreamSource(keptMicrophone).connect(analyser)
    await context.resume()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const samples = new Float32Array(analyser.fftSize)
    analyser.getFloatTimeDomainData(samples)
    const middleMs = Date.now() - (samples.length / context.sampleRate / 2) * 1_000
    const zeros = [...samples.keys()].filter(
      (at) => at > 0 && (samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0,
    )
    const [first = 0, last = 0] = [zeros[0], zeros.at(-1)]
    await context.close()
    return { hz: ((zeros.length - 1) * context.sampleRate) / (last - first), atMs: middleMs }
  })
  return { played: (hz - fromHz) / hzPerSecond, atMs }
}
