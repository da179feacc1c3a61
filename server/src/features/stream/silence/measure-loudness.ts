import { LoudnessMeter } from '@carillon/media/opus/loudness'
import { OpusDecoder } from 'opus-decoder'
import type { Sound } from '../mount/sound.ts'

/** What the decoder has room for; a packet of a recorder has a few hundred bytes. */
const MAX_PACKET_BYTES = 7_000

const decoder = new OpusDecoder({ channels: 2, forceStereo: true })
await decoder.ready
const meter = new LoudnessMeter()

function levelsOf(sound: Sound): number[] {
  if ('silenceInSamples' in sound) return meter.pushSilence(sound.silenceInSamples)
  const readable = sound.packets.filter(({ length }) => length <= MAX_PACKET_BYTES)
  const [left, right] = decoder.decodeFrames(readable).channelData
  return left && right ? meter.push(left, right) : []
}

process.on('message', (sound: Sound) => process.send?.(levelsOf(sound)))
