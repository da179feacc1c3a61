import { captureNamed } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { afterEach, describe, expect, it } from 'vitest'
import type { Sound } from '../mount/sound.ts'
import { DecoderProcess } from './decoder-process.ts'
import { SilenceDetector } from './silence-detector.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const captured = (name: string): Sound => ({ packets: packetsOf(demux(captureNamed(name).chunks)) })
const silence = (seconds: number): Sound => ({ silenceInSamples: seconds * 48_000 })
const DYING = new URL('./no-such-decoder.ts', import.meta.url)

/** A silence detector that notes what it tells; `heard` resolves when it has told so much. */
function listen(script?: URL) {
  const reported: (string | number)[] = []
  const waiting: { count: number; resolve(): void }[] = []
  const note = (what: string | number) => {
    reported.push(what)
    for (const { count, resolve } of waiting) if (reported.length >= count) resolve()
  }
  const silenceDetector = new SilenceDetector({
    onStep: note,
    onWarning: note,
    onDeath: () => note('died'),
    ...(script && { script }),
  })
  closers.push(() => silenceDetector.close())
  const receive = (count: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ count, resolve })
      if (reported.length >= count) resolve()
    })
  return { silenceDetector, reported, receive }
}

describe('the silence detector', () => {
  it('[GU3] warns after 5 s of silence and every 5 s, and says when it sounds again', async () => {
    const { silenceDetector, reported, receive } = listen()
    silenceDetector.push(captured('firefox-destination'))
    silenceDetector.push(silence(21))
    silenceDetector.push(captured('firefox-raw'))
    await receive(8)
    expect(reported).toEqual([5, 'SILENCE', 10, 15, 20, 'DEAD_AIR', 0, 'SOUND_BACK'])
  })

  it('[GU3] hears silence in what a source sends: a click a second is no show', async () => {
    const { silenceDetector, reported, receive } = listen()
    for (let times = 0; times < 3; times++) silenceDetector.push(captured('chromium-160k'))
    silenceDetector.push(captured('firefox-destination'))
    await receive(4)
    expect(reported).toEqual([5, 'SILENCE', 0, 'SOUND_BACK'])
  })

  it('[GU101] knows the loudest of what was measured since it was last asked', async () => {
    const { silenceDetector, receive } = listen()
    expect(silenceDetector.takePeakDb()).toBeNull()
    silenceDetector.push(captured('firefox-raw'))
    silenceDetector.push(silence(5))
    await receive(2)
    expect(silenceDetector.takePeakDb()).toBeGreaterThan(-30)
    silenceDetector.push(silence(5))
    await receive(3)
    expect(silenceDetector.takePeakDb()).toBe(-90)
    expect(silenceDetector.takePeakDb()).toBeNull()
  })

  it('[GU4] counts silence of the station’s own when nobody decodes, and not what it cannot hear', async () => {
    const { silenceDetector, reported, receive } = listen(DYING)
    await receive(1)
    silenceDetector.push(silence(4))
    silenceDetector.push(captured('chromium-160k'))
    silenceDetector.push(silence(1))
    expect(reported).toEqual(['died', 5, 'SILENCE'])
  })

  it('[GU4] a packet that no decoder reads harms nothing', async () => {
    const { silenceDetector, reported, receive } = listen()
    silenceDetector.push({
      packets: [new Uint8Array(60_000).fill(0xff), Uint8Array.of(0xff), new Uint8Array(0)],
    })
    silenceDetector.push(silence(5))
    await receive(2)
    expect(reported).toEqual([5, 'SILENCE'])
  })
})

describe('its decoder', () => {
  it('[GU4] is started again when it died', async () => {
    let deaths = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const decoder = new DecoderProcess({
      script: DYING,
      onMeasured: () => undefined,
      onDeath: () => {
        if (++deaths === 2) resolve()
      },
    })
    closers.push(() => decoder.close())
    await promise
    expect(deaths).toBe(2)
  })

  it('[GU4] lets about half a minute wait and passes over the rest', async () => {
    const levels: number[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const decoder = new DecoderProcess({
      onDeath: (error) => expect.fail(String(error)),
      onMeasured: ({ levels: more }) => {
        levels.push(...more)
        if (levels.length >= 100) resolve()
      },
    })
    closers.push(() => decoder.close())
    // All of it before the process has had time to begin.
    for (let times = 0; times < 5_000; times++)
      decoder.push({ packets: packetsOf(demux(captureNamed('firefox-raw').chunks.slice(0, 1))) })
    for (let times = 0; times < 100; times++) decoder.push(silence(0.1))
    await promise
    expect(levels.filter((level) => level === 0)).toHaveLength(100)
    expect(levels).toHaveLength(100)
  })
})
