import { LoudnessMeter } from '@carillon/media/opus/loudness'
import { OpusDecoder } from 'opus-decoder'
import type { Sound } from '../mount/sound.ts'
import type { Measured } from './decoder-process.ts'

/** Room in the decoder; a packet of a recorder has a few hundred bytes. */
const MAX_PACKET_BYTES = 7_000

const decoder = new OpusDecoder({ channels: 2, forceStereo: true })
await decoder.ready
const meter = new LoudnessMeter()

function measure(sound: Sound): Measured {
  if ('silenceInSamples' in sound) return { levels: meter.pushSilence(sound.silenceInSamples), peak: 0 }
  const readable = sound.packets.filter(({ length }) => length <= MAX_PACKET_BYTES)
  const [left, right] = decoder.decodeFrames(readable).channelData
  if (!left || !right) return { levels: [], peak: 0 }
  return { levels: meter.push(left, right), peak: Math.max(peakOf(left), peakOf(right)) }
}

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
}

process.on('message', (sounds: Sound[]) => {
  const measured = sounds.map(measure)
  process.send?.({
    levels: measured.flatMap(({ levels }) => levels),
    peak: Math.max(...measured.map(({ peak }) => peak)),
  } satisfies Measured)
})
