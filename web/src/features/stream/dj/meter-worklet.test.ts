import { expect, it, vi } from 'vitest'
import { DEPLOYED, LOCAL } from '../../../api/settings.ts'
import type { MeterFrame } from './signal-watch.ts'

const QUANTUM = 128

type Meter = { process(inputs: Float32Array[][]): boolean }

/** The processor as the worklet's scope would make it; `frames` are what it reported. */
async function meterOf(blockSamples: number) {
  const frames: MeterFrame[] = []
  let made: Meter | undefined
  vi.resetModules()
  vi.stubGlobal('sampleRate', 48_000)
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      port = { postMessage: (frame: MeterFrame) => frames.push(frame) }
    },
  )
  vi.stubGlobal('registerProcessor', (_: string, Processor: new (options: object) => Meter) => {
    made = new Processor({ processorOptions: { blockSamples } })
  })
  await import('./meter.worklet.ts')
  return { meter: made ?? expect.fail(), frames }
}

it.each([
  [DEPLOYED.audioBufferSize, 4_096],
  [LOCAL.audioBufferSize, 3_072],
])(
  '[DJ70] with blocks of %i samples the meter reports every %i samples, no peak left out',
  async (block, every) => {
    const { meter, frames } = await meterOf(block)
    for (let at = 0; at < every; at += QUANTUM) {
      expect(frames).toHaveLength(0)
      const quantum = new Float32Array(QUANTUM)
      if (at === every / 2) quantum[5] = -0.5
      meter.process([[quantum, new Float32Array(QUANTUM)]])
    }
    const loudness = Math.sqrt(0.5 ** 2 / (2 * every))
    expect(frames).toEqual([{ peaks: [0.5, 0], loudness, channels: 2, identical: false, clipped: false }])
  },
)
