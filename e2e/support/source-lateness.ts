import { WebmDemuxer } from '@carillon/media/webm/demuxer'
import { Lateness } from '@carillon/testkit/audio-gap'
import type { Page } from '@playwright/test'

const SAMPLES_PER_MS = 48

declare global {
  interface Window {
    noteSlice(sentAtMs: number, bytes: number[]): Promise<void>
  }
}

/**
 * Lateness of the sound that a studio's page sends, by what is in it: a browser that is starved sends less than a second
 * of sound a second. To be called before the page is opened. `takeMostMs` gives the most since it was asked for last.
 */
export async function watchLateness(page: Page): Promise<Lateness> {
  const lateness = new Lateness()
  const demuxer = new WebmDemuxer()
  let samples = 0
  await page.exposeFunction('noteSlice', (sentAtMs: number, bytes: number[]) => {
    const result = demuxer.push(Uint8Array.from(bytes))
    if (!result.ok) throw new Error(`The studio's sound cannot be read: ${result.error}`)
    for (const event of result.events) if (event.type === 'packet') samples += event.durationInSamples
    lateness.push(sentAtMs, samples / SAMPLES_PER_MS)
  })
  await page.addInitScript(reportSlices)
  return lateness
}

/** Runs in the page. Slices are read one after the other, so that they stay in order. */
function reportSlices(): void {
  let reported = Promise.resolve()
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    send.call(this, data)
    if (!(data instanceof Blob)) return
    const sentAtMs = performance.now()
    reported = reported.then(async () => {
      const bytes = Array.from(new Uint8Array(await data.arrayBuffer()))
      await window.noteSlice(sentAtMs, bytes)
    })
  }
}
