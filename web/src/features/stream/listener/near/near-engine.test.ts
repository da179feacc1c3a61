// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NearEngine } from './near-engine.ts'
import type { RingReport } from './ring-messages.ts'

/** Says what the ring on the audio thread would say; there is none in jsdom. */
let ring: { onmessage: ((event: { data: Partial<RingReport> }) => void) | null; postMessage: () => void }
let endStream: () => void

/** What an engine wanted of its gain, since it was made. */
let gainCalls: string[]

class SilentNode {
  gain = {
    value: 1,
    cancelScheduledValues: () => gainCalls.push('cancel'),
    setValueAtTime: (value: number) => gainCalls.push(`set ${value}`),
    linearRampToValueAtTime: (value: number) => gainCalls.push(`ramp to ${value}`),
    setTargetAtTime: (value: number) => gainCalls.push(`glide to ${value}`),
  }
  stream = {}
  port = ring
  connect = () => this
}

class SilentContext {
  state = 'running'
  currentTime = 0
  baseLatency = 0
  audioWorklet = { addModule: async () => {} }
  resume = async () => {}
  close = async () => {
    this.state = 'closed'
  }
}

class SilentDecoder {
  state = 'configured'
  decodeQueueSize = 0
  configure = () => {}
  decode = () => {}
  close = () => {}
}

beforeEach(() => {
  gainCalls = []
  ring = { onmessage: null, postMessage: () => {} }
  vi.stubGlobal('AudioContext', SilentContext)
  vi.stubGlobal('AudioWorkletNode', SilentNode)
  vi.stubGlobal('GainNode', SilentNode)
  vi.stubGlobal('MediaStreamAudioDestinationNode', SilentNode)
  vi.stubGlobal('AudioDecoder', SilentDecoder)
  const body = new ReadableStream({
    start: (stream) => {
      endStream = () => stream.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
})

afterEach(() => vi.unstubAllGlobals())

async function startEngine() {
  const audio = document.createElement('audio')
  Object.assign(audio, { play: async () => {}, pause: () => {}, load: () => {} })
  const reported: string[] = []
  const engine = new NearEngine({
    audio,
    url: '/live.ogg',
    loudness: 1,
    events: {
      onSounding: () => reported.push('sounding'),
      onBuffering: () => reported.push('buffering'),
      onMetrics: () => {},
      onFailure: (failure, reason) => reported.push(`${failure}: ${reason}`),
    },
  })
  engine.start()
  await expect.poll(() => ring.onmessage).not.toBeNull()
  const report = (isSounding: boolean) =>
    ring.onmessage?.({ data: { isSounding, lowestFrames: 0, highestFrames: 24_000, underruns: 0, peak: 0 } })
  return { engine, audio, reported, report }
}

describe('NearEngine', () => {
  test('[LS22] what came before the end of the stream is heard, and only then is it told', async () => {
    const { reported, report } = await startEngine()
    report(true)
    endStream()
    await new Promise((resolve) => setTimeout(resolve))
    report(true)
    expect(reported).toEqual(['sounding'])
    report(false)
    expect(reported).toEqual(['sounding', 'lost: the stream ended'])
  })

  test('[LS961] a fade gives way to a loudness', async () => {
    const { engine } = await startEngine()
    engine.fadeOut(1_500)
    expect(gainCalls.splice(0)).toEqual(['cancel', 'set 1', 'ramp to 0'])
    engine.setLoudness(0.8)
    expect(gainCalls).toEqual(['cancel', 'glide to 0.8'])
  })

  test('[LS17] a pause by the browser or the system lets go of the connection', async () => {
    const { audio, reported, report } = await startEngine()
    report(true)
    audio.dispatchEvent(new Event('pause'))
    expect(reported).toEqual(['sounding', 'paused: paused from outside'])
    report(false)
    expect(reported).toHaveLength(2)
  })

  test('[LS17] an end without sound is told at once', async () => {
    const { reported } = await startEngine()
    endStream()
    await expect.poll(() => reported).toEqual(['lost: the stream ended'])
  })
})
